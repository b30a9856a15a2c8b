import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/app/settings/config.ts'
import { serviceUseOf } from '../../../src/app/store/service-use.ts'

const given = {
  SESSION_SECRET: 's'.repeat(32),
  WEBHOOK_SECRET: 'w'.repeat(16),
  DATABASE_URL: 'postgres://ada@db.example/optionwire',
  PUBLIC_URL: 'https://optionwire.example',
}
const useOf = (settings: Record<string, string>) => serviceUseOf(readConfig({ ...given, ...settings }))

describe('the use of a database by a service', () => {
  it('is shared where the address is known', () => {
    expect(useOf({}).isShared).toBe(true)
    expect(useOf({ PUBLIC_URL: '', PORT: '0' }).isShared).toBe(false)
  })

  it('has fewer connections in a process that answers no requests', () => {
    expect([useOf({}).connections, useOf({ ROLES: 'market,dispatcher' }).connections]).toEqual([8, 4])
  })

  it('takes the same settings of all processes, and leaves the rest to each', () => {
    const { settings } = useOf({})

    expect(useOf({ PORT: '3001', HOST: '0.0.0.0', ROLES: 'api', CACHE_MB: '256' }).settings).toBe(settings)
    const others = [
      { SESSION_SECRET: 't'.repeat(32) },
      { PUBLIC_URL: 'https://other.example' },
      { MARKET_SOURCE: 'replay' },
      { MARKET_SEED: '2' },
      { MARKET_SYMBOLS: 'SPY' },
      { MARKET_SPEED: '2' },
      { MARKET_ALWAYS_OPEN: 'true' },
      { MARKET_OFF_HOURS: 'replay' },
      { MATCH_SHARDS: '2' },
      { RISK_FREE_CURVE: '1m:4.1,1y:3.8' },
    ].map((it) => useOf(it).settings)
    expect(new Set([settings, ...others]).size).toBe(others.length + 1)
    const alpaca = { MARKET_SOURCE: 'alpaca', ALPACA_API_KEY: 'key', ALPACA_API_SECRET: 'secret' }
    const feeds = ['sip,opra', 'iex,indicative'].map((it) => useOf({ ...alpaca, ALPACA_DATA_FEED: it }).settings)
    expect(feeds[0]).not.toBe(feeds[1])
  })
})
