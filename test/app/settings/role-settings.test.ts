import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/app/settings/config.ts'
import { messageOf, needed } from './message-of.ts'

const several = { DATABASE_URL: 'postgres://ada@db.example/optionwire', PUBLIC_URL: 'https://optionwire.example' }
describe('ROLES', () => {
  it('are all unless some are named, each once', () => {
    const all = ['api', 'gateway', 'dispatcher', 'market', 'receiver']

    expect(readConfig(needed).roles).toEqual(all)
    expect(readConfig({ ...needed, ROLES: ' ' }).roles).toEqual(all)
    expect(readConfig({ ...needed, ...several, ROLES: 'market, api,market' }).roles).toEqual(['market', 'api'])
  })

  it.each(['api,worker', 'API', 'api,,gateway'])('refuse %s and say which there are', (ROLES) => {
    expect(messageOf({ ...several, ROLES })).toContain(
      'ROLES must be api, gateway, dispatcher, market, receiver, or some of them separated by commas',
    )
  })

  it('need a database and one address, whatever the source of the market', () => {
    expect(messageOf({ PUBLIC_URL: several.PUBLIC_URL, ROLES: 'api' })).toContain(
      'ROLES must not be set without DATABASE_URL',
    )
    expect(messageOf({ DATABASE_URL: several.DATABASE_URL, ROLES: 'api' })).toContain('PUBLIC_URL is required by ROLES')
    expect(messageOf({ ...several, ROLES: 'api,gateway', MARKET_SOURCE: 'cboe' })).toBeNull()
    expect(messageOf({ ...several, ROLES: 'api', MARKET_SOURCE: 'replay' })).toBeNull()
  })
})

describe('MATCH_SHARDS', () => {
  it('is one unless said, and at most 64 with a database', () => {
    expect(readConfig(needed).matchShards).toBe(1)
    expect(readConfig({ ...needed, MATCH_SHARDS: ' ' }).matchShards).toBe(1)
    expect(readConfig({ ...needed, ...several, MATCH_SHARDS: '64' }).matchShards).toBe(64)
    for (const MATCH_SHARDS of ['0', '65', '1.5', 'all']) {
      expect(messageOf({ ...several, MATCH_SHARDS })).toContain('MATCH_SHARDS must be a whole number from 1 to 64')
    }
    expect(messageOf({ MATCH_SHARDS: '2' })).toContain('MATCH_SHARDS must not be set without DATABASE_URL')
  })
})
