import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type Store, storeOver } from '../../src/store/open.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const instant = { now: () => now, busyTimeoutMs: 1_000 }

describe('no query that requests wait for reads a whole table', () => {
  const queries: [string, (store: Store) => Promise<unknown>][] = [
    ['key by token', ({ apiKeys }) => apiKeys.byTokenSha256('a')],
    ['keys of an account', ({ apiKeys }) => apiKeys.ofAccount('a', { beforeId: 'b', limit: 10 })],
    ['number of keys', ({ apiKeys }) => apiKeys.count('a')],
    ['use of a key', ({ apiKeys }) => apiKeys.touch('a', now)],
    ['session by secret', ({ sessions }) => sessions.bySecretDigest('a')],
    ['ended sessions', ({ sessions }) => sessions.removeEnded(now)],
    ['sessions of an account', ({ sessions }) => sessions.removeOfAccount('a')],
    ['account by e-mail', ({ accounts }) => accounts.byEmail('a')],
    ['account by id', ({ accounts }) => accounts.byId('a')],
    ['page of accounts', ({ accounts }) => accounts.list({ afterId: 'a', limit: 10 })],
    ['removal of an account', ({ accounts }) => accounts.remove('a')],
    ['mail token', ({ mailTokens }) => mailTokens.redeem('a', 'verify_email', now)],
    ['mails sent', ({ mailTokens }) => mailTokens.countSince('a', 'verify_email', now)],
    ['expired mail tokens', ({ mailTokens }) => mailTokens.removeExpired(now)],
    ['counted tries', ({ guesses }) => guesses.read(['a', 'b'])],
    [
      'daily metrics of a year',
      ({ dailyMetrics }) => dailyMetrics.history('a', 1, { from: '2025-01-01', before: '2026-01-01' }),
    ],
    ['faded tries', ({ guesses }) => guesses.removeFaded(now)],
  ]

  it.each(queries)('%s', async (_name, query) => {
    const texts: string[] = []
    const handle = new Database(':memory:', { verbose: (text) => void texts.push(String(text)) })
    await using store = await storeOver(handle, instant)
    texts.length = 0

    await query(store)

    const asked = texts.splice(0)
    expect(asked.length).toBeGreaterThan(0)
    const steps = asked.flatMap((text) => handle.prepare<[], { detail: string }>(`explain query plan ${text}`).all())
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))).toEqual([])
  })
})
