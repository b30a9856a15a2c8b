import { describe, expect, it } from 'vitest'
import { ideaFeed } from '../../src/app/idea-feed.ts'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { ideaSubject } from '../../src/trade-ideas/domain/idea-record.ts'
import { gatherAnalytics } from '../../src/trade-ideas/operations/gather-analytics.ts'
import { tradeIdeasOperation } from '../../src/trade-ideas/operations/trade-ideas.ts'
import { ideaFeedStep } from '../../src/trade-ideas/workers/idea-feed.ts'
import { type TestApp, testApp } from '../support/app.ts'

const listed = async (app: TestApp) =>
  tradeIdeasOperation.output.parse(await app.asOperator(tradeIdeasOperation, { limit: 100 })).data

describe('the feed over the simulated market', () => {
  it('makes ideas with real levels, ends them by their prices, and does the same in a second run', async () => {
    const run = async () => {
      await using app = await testApp({ MARKET_SYMBOLS: 'AAPL,KO' })
      const { parts, clock } = app
      const context = contextOf(parts, { caller: OPERATOR })
      const step = ideaFeedStep({
        ...parts,
        gather: (symbol) => gatherAnalytics(context, symbol),
        onIdea: async () => undefined,
      })
      for (const instant of ['2026-11-16T15:00', '2026-11-17T15:00', '2026-11-19T21:00']) {
        clock.set(`${instant}:00Z`)
        await step(new AbortController().signal)
      }
      return listed(app)
    }

    const ideas = await run()

    expect(ideas.length).toBeGreaterThan(1)
    expect(ideas.some(({ status }) => status !== 'open')).toBe(true)
    for (const { direction, entry_price, target_price, stop_price, confidence, thesis } of ideas) {
      const [low, high] = direction === 'bearish' ? [target_price, stop_price] : [stop_price, target_price]
      expect(low).toBeLessThan(entry_price)
      expect(high).toBeGreaterThan(entry_price)
      expect(confidence).toBeGreaterThan(0.3)
      expect(thesis).toMatch(/\d.*\.$/)
    }
    expect(await run()).toEqual(ideas)
  }, 120_000)

  it('leaves the search to the process that has its lease', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'KO' })
    app.clock.set('2026-11-16T15:00:00Z')
    const turn = { term: null as number | null }
    await using feed = ideaFeed(
      { ...app.parts, leases: { isShared: true, termOf: () => turn.term, mayGoOn: () => true } },
      async () => undefined,
    )
    const [loop] = feed.workers
    feed.start()
    await expect.poll(() => loop?.health().sinceSuccessMs, { timeout: 20_000 }).not.toBeNull()
    const before = await listed(app)
    turn.term = 1
    loop?.wake()

    await expect.poll(async () => (await listed(app)).length, { timeout: 60_000, interval: 100 }).toBeGreaterThan(0)
    expect(before).toEqual([])
  }, 120_000)

  it('runs by itself once it is started, tells of each idea, and ends when asked to', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'KO' })
    app.clock.set('2026-11-16T15:00:00Z')
    let tell = (_id: string): void => undefined
    const first = new Promise<string>((resolve) => {
      tell = resolve
    })
    {
      await using feed = ideaFeed(app.parts, async (idea) => tell(ideaSubject(idea).id))
      feed.start()

      const told = await first

      const [idea] = await listed(app)
      expect(told).toBe(idea?.id)
      expect(await feed.check.run(new AbortController().signal)).toEqual({
        ok: true,
        detail: '1 trade ideas are open.',
      })
    }
    expect(await app.parts.store.tradeIdeas.unannounced(10)).toEqual([])
  }, 60_000)
})
