import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { followed } from '../../../src/trade-ideas/domain/idea-life.ts'
import type { IdeaRecord } from '../../../src/trade-ideas/domain/idea-record.ts'
import { engines } from '../../support/engines.ts'
import { anIdeaRecord } from '../../support/receiver/idea-records.ts'

const AT = Date.parse('2026-11-16T15:00:00Z')
const HOUR = 3_600_000

/** Made so many hours after the first. */
const idea = (id: string, change: Parameters<typeof anIdeaRecord>[0] = {}, hours = 0): IdeaRecord => ({
  ...anIdeaRecord({ id, ...change }),
  generatedMs: AT + hours * HOUR,
})

/** What becomes of an idea at the close of a session in which only one price was traded. */
const lived = (it: IdeaRecord, sessionDate: string, price: number): IdeaRecord =>
  followed(it, [
    {
      endMs: Date.parse(`${sessionDate}T21:00:00Z`),
      sessionDate,
      open: price,
      high: price,
      low: price,
      last: price,
      sessionHigh: price,
      sessionLow: price,
    },
  ])

describe.each(engines)('trade ideas on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const ids = (ideas: readonly IdeaRecord[]) => ideas.map(({ id }) => id)

  it('come back exactly, open and ended, with what is unknown still unknown', async () => {
    const fresh = { ...idea('a'), seen: { ...idea('a').seen, high: Number.NaN } }
    await store.tradeIdeas.add(fresh)
    expect(await store.tradeIdeas.byId('a')).toEqual(fresh)

    const ended = lived(fresh, '2026-11-17', 112)
    expect(await store.tradeIdeas.follow(ended)).toBe(true)

    expect(await store.tradeIdeas.byId('a')).toEqual(ended)
    expect(ended.end?.outcome).toBe('target')
    expect(await store.tradeIdeas.byId('none')).toBeUndefined()
  })

  it('are open once a symbol, pipeline and direction', async () => {
    await store.tradeIdeas.add(idea('a'))

    expect(await store.tradeIdeas.add({ ...idea('b'), sessionDate: '2026-11-17' })).toBe(false)
    expect(await store.tradeIdeas.add(idea('c', { direction: 'bearish' }))).toBe(true)
    expect(await store.tradeIdeas.add(idea('d', { pipeline: 'trend' }))).toBe(true)
    expect(await store.tradeIdeas.add(idea('e', { symbol: 'MSFT' }))).toBe(true)
    expect(ids(await store.tradeIdeas.open())).toEqual(['c', 'a', 'd', 'e'])
  })

  it('are made once a session, and again in another one when the first has ended', async () => {
    const first = idea('a')
    await store.tradeIdeas.add(first)
    await store.tradeIdeas.follow(lived(first, '2026-11-17', 90))

    expect(await store.tradeIdeas.add(idea('b'))).toBe(false)
    expect(await store.tradeIdeas.add({ ...idea('c'), sessionDate: '2026-11-17' })).toBe(true)
  })

  it('are followed forwards only, and not beyond their end', async () => {
    const first = idea('a')
    await store.tradeIdeas.add(first)
    const later = lived(first, '2026-11-18', 104)
    await store.tradeIdeas.follow(later)

    expect(await store.tradeIdeas.follow(lived(first, '2026-11-17', 90))).toBe(false)
    expect(await store.tradeIdeas.byId('a')).toEqual(later)

    const ended = lived(later, '2026-11-19', 105)
    await store.tradeIdeas.follow(ended)
    expect(await store.tradeIdeas.follow(lived(later, '2026-11-20', 120))).toBe(false)
    expect((await store.tradeIdeas.byId('a'))?.end?.outcome).toBe('horizon')
  })

  it('wait to be told of, the oldest first', async () => {
    await store.tradeIdeas.add(idea('b', { symbol: 'MSFT' }, 2))
    await store.tradeIdeas.add(idea('a', {}, 1))
    expect(ids(await store.tradeIdeas.unannounced(10))).toEqual(['a', 'b'])

    await store.tradeIdeas.markAnnounced('a', new Date(AT))

    expect(ids(await store.tradeIdeas.unannounced(10))).toEqual(['b'])
  })

  it('page newest first by status, direction, symbol and time while others are added', async () => {
    const symbols = ['A', 'B', 'C', 'D', 'E', 'F']
    for (const [index, symbol] of symbols.entries()) {
      const direction = index % 2 === 0 ? 'bullish' : 'neutral'
      await store.tradeIdeas.add(idea(`i${index}`, { symbol, direction }, Math.floor(index / 2)))
    }
    const all = await store.tradeIdeas.list({ limit: 3 })
    expect(ids(all)).toEqual(['i5', 'i4', 'i3'])
    await store.tradeIdeas.add(idea('new', { symbol: 'G' }, 9))
    const last = all.at(-1) ?? expect.fail()
    const after = { generatedAt: new Date(last.generatedMs).toISOString(), id: last.id }
    expect(ids(await store.tradeIdeas.list({ after, limit: 9 }))).toEqual(['i2', 'i1', 'i0'])

    await store.tradeIdeas.follow(lived(idea('i0', { symbol: 'A' }), '2026-11-17', 200))

    const list = async (query: object) => ids(await store.tradeIdeas.list({ limit: 9, ...query }))
    expect(await list({ status: 'closed' })).toEqual(['i0'])
    expect(await list({ status: 'open', direction: 'bullish' })).toEqual(['new', 'i4', 'i2'])
    expect(await list({ symbol: 'B' })).toEqual(['i1'])
    expect(await list({ sinceMs: AT + HOUR, untilMs: AT + 2 * HOUR })).toEqual(['i3', 'i2'])
    expect(await store.tradeIdeas.countOpen()).toBe(6)
    expect(await store.tradeIdeas.countOpen('A')).toBe(0)
  })

  it('are counted by evidence and by confidence once they have ended', async () => {
    const closed = async (it: IdeaRecord, price: number) => {
      await store.tradeIdeas.add(it)
      await store.tradeIdeas.follow(lived(it, '2026-11-17', price))
    }
    await closed({ ...idea('a', { symbol: 'A' }), confidence: 0.5 }, 110)
    await closed({ ...idea('b', { symbol: 'B' }), confidence: 0.55 }, 95)
    await closed({ ...idea('c', { symbol: 'C', evidence: 0.9 }), confidence: 0.7 }, 110)
    await closed(idea('d', { symbol: 'D' }), 100)
    const END = Date.parse('2026-11-17T21:00:00Z')

    expect(await store.tradeIdeas.evidenceTallies(END + 1)).toEqual([
      { pipeline: 'flow', evidenceBucket: 2, count: 2, hits: 1 },
      { pipeline: 'flow', evidenceBucket: 4, count: 1, hits: 1 },
    ])
    expect(await store.tradeIdeas.evidenceTallies(END)).toEqual([])
    expect(await store.tradeIdeas.outcomeTallies({ sinceMs: END, untilMs: END + 1 })).toEqual([
      {
        pipeline: 'flow',
        confidenceBucket: 5,
        count: 2,
        hits: 1,
        sumR: expect.closeTo(1, 9),
        sumPct: expect.closeTo(5, 9),
        sumConfidence: expect.closeTo(1.05, 9),
      },
      expect.objectContaining({ confidenceBucket: 7, count: 1, hits: 1 }),
    ])
    expect(await store.tradeIdeas.outcomeTallies({ sinceMs: 0, untilMs: END })).toEqual([])
    expect(await store.tradeIdeas.outcomeTallies({ symbol: 'B', sinceMs: 0, untilMs: END + 1 })).toMatchObject([
      { count: 1, hits: 0 },
    ])
  })
})
