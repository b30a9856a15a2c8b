import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/app/settings/config.ts'
import { messageOf, needed } from './message-of.ts'

describe('DATABASE_URL', () => {
  it('is the place of the store instead of the file', () => {
    const url = 'postgresql://ada:canary@db.example:5433/optionwire?sslmode=verify-full'
    const { databasePath, secrets } = readConfig({ ...needed, DATABASE_PATH: 'a.sqlite3', DATABASE_URL: url })

    expect(databasePath).toBeNull()
    expect(secrets.databaseUrl).toBe(url)
  })

  it('may be left empty, and may name a socket', () => {
    expect(readConfig({ ...needed, DATABASE_URL: ' ' }).databasePath).toBe('bot.sqlite3')
    expect(messageOf({ DATABASE_URL: 'postgres:///optionwire?host=/var/run/postgresql' })).toBeNull()
  })

  it.each(['canary', 'mysql://canary@db/optionwire', 'postgres://canary@db.example', 'postgres://canary@db/a/b'])(
    'is refused as %s with its rule, and never repeated',
    (url) => {
      const message = messageOf({ DATABASE_URL: url })

      expect(message).toContain('DATABASE_URL must be the address of a PostgreSQL database')
      expect(message).not.toContain('canary')
    },
  )

  it('does not go with scheduled copies of a file', () => {
    const url = 'postgres://ada@db.example/optionwire'

    expect(messageOf({ DATABASE_URL: url, BACKUP_DIR: '/backups' })).toContain('BACKUP_DIR must not be set with')
    expect(messageOf({ DATABASE_URL: url })).toBeNull()
  })
})

describe('DATABASE_DIRECT_URL', () => {
  it('is the server behind a pooler, and DATABASE_URL where there is none', () => {
    const pooler = 'postgres://ada@pooler.example:6432/optionwire'
    const server = 'postgres://ada@db.example/optionwire'
    const directOf = (given: Record<string, string>) => readConfig({ ...needed, ...given }).secrets.databaseDirectUrl

    expect(directOf({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: server })).toBe(server)
    expect(directOf({ DATABASE_URL: server, DATABASE_DIRECT_URL: ' ' })).toBe(server)
    expect(directOf({})).toBeUndefined()
    expect(messageOf({ DATABASE_DIRECT_URL: server })).toContain('DATABASE_DIRECT_URL must not be set without')
  })
})

describe('VALKEY_URL', () => {
  const database = { DATABASE_URL: 'postgres://ada@db.example/optionwire' }

  it.each(['redis://127.0.0.1:6379', 'rediss://ada:canary@valkey.example:6380/2'])('may be %s', (url) => {
    expect(readConfig({ ...needed, ...database, VALKEY_URL: url }).secrets.valkeyUrl).toBe(url)
  })

  it.each(['canary', 'http://canary.example', 'redis://'])(
    'is refused as %s with its rule, and never repeated',
    (url) => {
      const message = messageOf({ ...database, VALKEY_URL: url })

      expect(message).toContain('VALKEY_URL must be the address of a Valkey or Redis server')
      expect(message).not.toContain('canary')
    },
  )

  it('goes with a database alone, and may be left empty', () => {
    expect(messageOf({ VALKEY_URL: 'redis://127.0.0.1' })).toContain('VALKEY_URL must not be set without DATABASE_URL')
    expect(messageOf({ VALKEY_URL: ' ' })).toBeNull()
  })
})
