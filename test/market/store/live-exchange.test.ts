import { describe, expect, it } from 'vitest'
import type { NewAnswer, WantedAnswer } from '../../../src/market/store/live-exchange.ts'
import { storesOfOneDatabase } from '../../support/engines.ts'
import { postgresUrl } from '../../support/postgres.ts'

const wanted = (given: Partial<WantedAnswer> = {}): WantedAnswer => ({
  digest: 'd',
  question: 'what',
  urgency: 1,
  until_ms: 21_000,
  sinceMs: 0,
  known: null,
  ...given,
})
const answer = (version: string, checked: number, digest = 'd'): NewAnswer => ({
  digest,
  version,
  checked_ms: checked,
  content: () => Buffer.from(`content of ${version}`),
})

describe.skipIf(!postgresUrl)('questions and answers between processes', () => {
  it('finds what is new enough, without a content that is known, and puts down the rest', async () => {
    await using database = await storesOfOneDatabase(2)
    const [{ liveExchange: asking } = expect.fail(), { liveExchange: answering } = expect.fail()] = database.stores
    await answering.put([answer('v1', 1_000), answer('v1', 1_000, 'other')])

    const found = await asking.ask([
      wanted({ sinceMs: 1_000 }),
      wanted({ digest: 'other', known: 'v1' }),
      wanted({ digest: 'late', sinceMs: 1_001, urgency: 3 }),
      wanted({ digest: 'put before', question: null }),
    ])
    await asking.ask([wanted({ digest: 'late', urgency: 2, until_ms: 30_000 })])

    expect(found.toSorted((a, b) => (a.digest < b.digest ? -1 : 1))).toEqual([
      { digest: 'd', version: 'v1', checked_ms: 1_000, content: Buffer.from('content of v1') },
      { digest: 'other', version: 'v1', checked_ms: 1_000, content: null },
    ])
    expect(await answering.take()).toEqual([{ digest: 'late', question: 'what', urgency: 3, until_ms: 30_000 }])
    expect(await answering.take()).toEqual([])
  })

  it('keeps the newest answer, unless the clock was set back', async () => {
    await using database = await storesOfOneDatabase(1)
    const { liveExchange } = database.stores[0] ?? expect.fail()
    const versions: unknown[] = []
    for (const each of [answer('v1', 100_000), answer('v0', 99_000), answer('v1', 101_000), answer('v2', 20_000)]) {
      await liveExchange.put([each])
      const [{ version, checked_ms: checked } = { version: '', checked_ms: 0 }] = await liveExchange.ask([
        wanted({ until_ms: 1_000_000 }),
      ])
      versions.push([version, checked])
    }
    await liveExchange.removeBefore(20_001)

    expect(versions).toEqual([
      ['v1', 100_000],
      ['v1', 100_000],
      ['v1', 101_000],
      ['v2', 20_000],
    ])
    expect(await liveExchange.ask([wanted({ until_ms: 1_000_000 })])).toEqual([])
  })
})
