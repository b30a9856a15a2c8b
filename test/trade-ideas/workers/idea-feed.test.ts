import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import type { IdeaRecord } from '../../../src/trade-ideas/domain/idea-record.ts'
import type { IdeaAnalytics } from '../../../src/trade-ideas/domain/pipelines/idea-analytics.ts'
import { trackRecord } from '../../../src/trade-ideas/domain/track-record.ts'
import type { GatheredAnalytics } from '../../../src/trade-ideas/operations/gather-analytics.ts'
import { type IdeaFeedParts, ideaFeedStep } from '../../../src/trade-ideas/workers/idea-feed.ts'
import { type TestClock, testClock } from '../../support/clock.ts'
import { type ScriptedMarket, scriptedMarket } from '../../support/market/scripted-market.ts'
import { migratedStore } from '../../support/migrated-store.ts'
import { quietAnalytics } from '../../support/receiver/idea-records.ts'
import '../../support/properties.ts'

/** Contracts around 100 at an expiration that suits every idea. */
const LISTED = [90, 95, 100, 105, 110].flatMap((strike) =>
  (['call', 'put'] as const).map((optionType) => ({
    optionType,
    expirationDate: '2026-12-18',
    strike,
    mid: 3 + strike / 100,
  })),
)
const SYMBOLS = ['AAPL', 'KO', 'MSFT']
const BULLISH = { flow: { bullishPremium: 16_000_000, bearishPremium: 4_000_000 } }
const BEARISH = { flow: { bullishPremium: 4_000_000, bearishPremium: 16_000_000 } }

/** A store, a market of prices set by hand, and analytics as told by symbol: quiet where nothing is. */
interface World extends AsyncDisposable {
  readonly store: Store
  readonly clock: TestClock
  readonly prices: ScriptedMarket
  readonly analytics: Map<string, Partial<IdeaAnalytics>>
  readonly asked: string[]
  readonly told: IdeaRecord[]
  /** A process that begins with no memory. */
  start(change?: Partial<IdeaFeedParts>): () => Promise<boolean>
  at(instant: string): void
}

async function world(symbols: readonly string[] = SYMBOLS): Promise<World> {
  const clock = testClock('2026-11-16T15:00:00Z')
  const store = await migratedStore({ now: clock.now })
  const prices = scriptedMarket(symbols, clock.now)
  for (const symbol of symbols) prices.trade(symbol, '2026-11-16', [100, 100.5, 99.5, 100])
  const analytics = new Map<string, Partial<IdeaAnalytics>>()
  const asked: string[] = []
  const told: IdeaRecord[] = []
  const view = await prices.market.viewAt()
  async function gather(symbol: string): Promise<GatheredAnalytics> {
    asked.push(symbol)
    const { price, sessionDate, asOfMs: atMs, high, low } = await view.quote(symbol)
    const change = analytics.get(symbol) ?? {}
    return {
      analytics: quietAnalytics({ symbol, sessionDate, quote: { price, change_pct: 0 }, ...change }),
      seen: { atMs, sessionDate, high, low },
      contracts: async () => LISTED,
    }
  }
  const parts: IdeaFeedParts = {
    store,
    market: prices.market,
    gather,
    onIdea: async (idea) => void told.push(idea),
    now: clock.now,
  }
  return {
    store,
    clock,
    prices,
    analytics,
    asked,
    told,
    start(change = {}) {
      const step = ideaFeedStep({ ...parts, ...change })
      return () => step(new AbortController().signal)
    },
    at: (instant) => clock.set(`2026-11-${instant}:00Z`),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

const inShort = ({ symbol, pipeline, direction, end }: IdeaRecord) =>
  `${symbol} ${pipeline} ${direction} ${end?.outcome ?? 'open'}`

let feed: World
function startAfresh(): void {
  beforeEach(async () => {
    feed = await world()
  })
  afterEach(() => feed[Symbol.asyncDispose]())
}
const all = async () => (await feed.store.tradeIdeas.list({ limit: 100 })).map(inShort).sort()

describe('the feed', () => {
  startAfresh()

  it('lets ideas be born, closed and counted', async () => {
    const step = feed.start()
    feed.analytics.set('AAPL', BULLISH).set('KO', BEARISH)
    await step()
    expect(await all()).toEqual(['AAPL flow bullish open', 'KO flow bearish open'])
    expect(feed.told.map(inShort).sort()).toEqual(['AAPL flow bullish open', 'KO flow bearish open'])

    feed.at('16T15:01')
    feed.prices.trade('AAPL', '2026-11-16', [100, 102.5, 99.5, 102])
    await step()
    expect(await all()).toEqual(['AAPL flow bullish target', 'KO flow bearish open'])

    feed.at('17T15:00')
    feed.prices.trade('KO', '2026-11-16', [100, 100.5, 99.5, 100])
    feed.prices.trade('KO', '2026-11-17', [103, 104, 102, 103])
    feed.analytics.clear()
    await step()
    expect(await all()).toEqual(['AAPL flow bullish target', 'KO flow bearish stop'])

    const { total, pipelines } = trackRecord(
      await feed.store.tradeIdeas.outcomeTallies({ sinceMs: 0, untilMs: Date.parse('2026-12-01') }),
    )
    expect(total).toMatchObject({ count: 2, hits: 1, hitRatePct: 50 })
    expect(pipelines[0]).toMatchObject({ pipeline: 'flow', count: 2 })
    expect(feed.told).toHaveLength(2)
  })

  it('keeps the contracts that express an idea', async () => {
    feed.analytics.set('AAPL', BULLISH)
    await feed.start()()

    const [idea] = await feed.store.tradeIdeas.list({ limit: 1 })
    expect(idea?.structure).toMatchObject({
      legs: [{ side: 'buy', option_type: 'call', expiration_date: '2026-12-18', strike: 100, price: 4 }],
      net_debit: 4,
      max_profit: null,
    })
    expect(feed.told[0]?.structure).toEqual(idea?.structure)
  })

  it('makes no idea against one that is open on the symbol, and makes it once that has ended', async () => {
    const step = feed.start()
    feed.analytics.set('AAPL', BULLISH)
    await step()
    feed.analytics.set('AAPL', BEARISH)
    feed.at('16T15:01')
    await step()
    expect(await all()).toEqual(['AAPL flow bullish open'])

    feed.at('16T15:02')
    feed.prices.trade('AAPL', '2026-11-16', [100, 102.5, 99.5, 102])
    await step()
    expect(await all()).toEqual(['AAPL flow bearish open', 'AAPL flow bullish target'])
  })

  it('makes an idea once a session while what made it lasts', async () => {
    const step = feed.start()
    feed.analytics.set('AAPL', BULLISH)
    for (const minute of ['00', '01', '02', '03']) {
      feed.at(`16T15:${minute}`)
      await step()
      if (minute === '01') feed.prices.trade('AAPL', '2026-11-16', [100, 103, 99.5, 100])
    }
    expect(await all()).toEqual(['AAPL flow bullish target'])

    feed.at('17T15:00')
    feed.prices.trade('AAPL', '2026-11-17', [100, 100.5, 99.5, 100])
    await step()
    expect(await all()).toEqual(['AAPL flow bullish open', 'AAPL flow bullish target'])
  })

  it('does its work once a minute', async () => {
    const step = feed.start()

    expect(await step()).toBe(true)
    feed.clock.advance(59_000)
    expect(await step()).toBe(false)
    feed.clock.advance(1_000)
    expect(await step()).toBe(true)
  })

  it('makes nothing outside of a session, and follows once more after the close', async () => {
    const step = feed.start()
    feed.analytics.set('AAPL', BULLISH).set('KO', BULLISH)
    await step()
    feed.prices.trade('AAPL', '2026-11-16', [100, 103, 99.5, 100])
    feed.analytics.set('MSFT', BULLISH)

    feed.at('16T21:00')
    expect(await step()).toBe(true)
    expect(await all()).toEqual(['AAPL flow bullish target', 'KO flow bullish open'])
    feed.at('16T23:00')
    expect(await step()).toBe(false)
    feed.at('17T12:00')
    expect(await step()).toBe(false)
  })

  it('ends what nobody looked at by the bars of its sessions', async () => {
    feed.analytics.set('AAPL', BULLISH).set('KO', BULLISH)
    await feed.start()()
    for (const date of ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']) {
      feed.prices.trade('KO', date, [100, 100.4, 99.6, 100.1])
      feed.prices.trade('AAPL', date, [100, date === '2026-11-18' ? 103 : 100.4, 99.6, 100])
    }
    feed.analytics.clear()

    feed.at('20T15:00')
    await feed.start()()

    const [apple, coke] = (await feed.store.tradeIdeas.list({ limit: 2 })).sort((a, b) =>
      a.symbol < b.symbol ? -1 : 1,
    )
    expect(apple?.end).toMatchObject({ outcome: 'target', endedMs: Date.parse('2026-11-18T21:00:00Z') })
    expect(coke?.end).toMatchObject({ outcome: 'horizon', endedMs: Date.parse('2026-11-19T21:00:00Z') })
  })

  it('takes the bar of the running session for no end of it', async () => {
    feed.analytics.set('AAPL', BULLISH)
    const step = feed.start()
    await step()
    feed.analytics.clear()
    for (const [minute, high] of [
      ['00', 100.4],
      ['01', 103],
    ] as const) {
      feed.at(`19T15:${minute}`)
      feed.prices.trade('AAPL', '2026-11-19', [100, high, 99.6, 100])
      await step()
    }

    const [idea] = await feed.store.tradeIdeas.list({ limit: 1 })
    expect(idea?.end).toMatchObject({ outcome: 'target', endedMs: Date.parse('2026-11-19T15:01:00Z') })
  })

  it('takes no prices of an earlier session for those of this one', async () => {
    feed.analytics.set('AAPL', BULLISH)
    feed.at('17T14:31')
    await feed.start()()

    expect(feed.asked).toContain('AAPL')
    expect(await all()).toEqual([])
  })
})

describe('the feed, where something fails or ends', () => {
  startAfresh()

  it('goes on past a symbol that fails, and says so', async () => {
    const step = feed.start()
    feed.analytics.set('AAPL', BULLISH).set('KO', BULLISH)
    feed.prices.fail('AAPL', true)

    await expect(step()).rejects.toThrow('1 symbols could not be looked at')
    expect(await all()).toEqual(['KO flow bullish open'])
    expect(feed.told).toHaveLength(1)
    expect(await step()).toBe(false)

    feed.prices.fail('AAPL', false)
    feed.at('16T15:01')
    await step()
    expect(await all()).toEqual(['AAPL flow bullish open', 'KO flow bullish open'])
  })

  it('tries the minute again when every symbol failed', async () => {
    const step = feed.start()
    feed.analytics.set('AAPL', BULLISH)
    for (const symbol of SYMBOLS) feed.prices.fail(symbol, true)
    await expect(step()).rejects.toThrow('3 symbols could not be looked at')

    for (const symbol of SYMBOLS) feed.prices.fail(symbol, false)
    expect(await step()).toBe(true)
    expect(await all()).toEqual(['AAPL flow bullish open'])
  })

  it('tells of an idea again when telling failed, under the same id', async () => {
    feed.analytics.set('AAPL', BULLISH)
    const tries: string[] = []
    const broken = feed.start({
      onIdea: async ({ id }) => {
        tries.push(id)
        throw new Error('the store is full')
      },
    })
    await expect(broken()).rejects.toThrow('the store is full')

    await feed.start()()

    expect(feed.told.map(({ id }) => id)).toEqual(tries)
    await feed.start()()
    expect(feed.told).toHaveLength(1)
  })

  it('does not tell of an idea of an earlier session', async () => {
    feed.analytics.set('AAPL', BULLISH)
    const broken = feed.start({ onIdea: () => Promise.reject(new Error('killed')) })
    await expect(broken()).rejects.toThrow('killed')

    feed.at('17T15:00')
    feed.prices.trade('AAPL', '2026-11-17', [100, 100.5, 99.5, 100])
    await feed.start()()

    expect(feed.told).toEqual([])
    expect(await feed.store.tradeIdeas.unannounced(10)).toEqual([])
  })

  it('judges ideas of a session by what had ended before it', async () => {
    feed.analytics.set('AAPL', BULLISH).set('KO', BULLISH)
    const step = feed.start()
    await step()
    for (const symbol of ['AAPL', 'KO']) feed.prices.trade(symbol, '2026-11-16', [100, 100.5, 90, 95])
    feed.at('16T15:01')
    await step()
    feed.analytics.set('MSFT', BULLISH)
    feed.at('16T15:02')
    // A process that begins in the middle of the session judges as the one before it.
    await feed.start()()

    feed.at('17T15:00')
    for (const symbol of SYMBOLS) feed.prices.trade(symbol, '2026-11-17', [100, 100.5, 99.5, 100])
    await step()

    const confidenceOf = (symbol: string, date: string) =>
      feed.told.find((idea) => idea.symbol === symbol && idea.sessionDate === date)?.confidence ?? Number.NaN
    expect(confidenceOf('MSFT', '2026-11-16')).toBe(confidenceOf('AAPL', '2026-11-16'))
    expect(confidenceOf('AAPL', '2026-11-17')).toBeLessThan(confidenceOf('AAPL', '2026-11-16'))
  })

  it('does nothing more once it is told to end', async () => {
    feed.analytics.set('AAPL', BULLISH)
    const step = ideaFeedStep({
      store: feed.store,
      market: feed.prices.market,
      gather: () => Promise.reject(new Error('asked after the end')),
      onIdea: () => Promise.reject(new Error('told after the end')),
      now: feed.clock.now,
    })

    await step(AbortSignal.abort())

    expect(await all()).toEqual([])
  })
})

describe('turns', () => {
  const TEN = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J']

  it('come to every symbol, four a minute, whichever process is running', async () => {
    await using feed = await world(TEN)
    const minutes: string[] = []
    for (const minute of ['30', '31', '32', '33', '34']) {
      feed.at(`16T14:${minute}`)
      await feed.start()()
      minutes.push(feed.asked.splice(0).join(''))
    }

    expect(minutes).toEqual(['ABCD', 'EFGH', 'IJAB', 'CDEF', 'GHIJ'])
  })
})

describe('killed at any moment and started again', () => {
  /** Three minutes of three sessions with prices that close some ideas; `calls` of parts work, then one is killed. */
  async function run(killedAfter: readonly number[]): Promise<{ ideas: unknown[]; told: Set<string> }> {
    await using feed = await world()
    const kills = [...killedAfter]
    let left = kills.shift() ?? Number.POSITIVE_INFINITY
    const survive = () => {
      if (left-- > 0) return
      left = kills.shift() ?? Number.POSITIVE_INFINITY
      throw new Error('killed')
    }
    const mortal = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (object, name, receiver) => {
          const member: unknown = Reflect.get(object, name, receiver)
          if (typeof member !== 'function') return member
          return (...args: unknown[]) => {
            survive()
            return Reflect.apply(member, object, args)
          }
        },
      })
    const told = new Set<string>()
    const change = {
      store: { tradeIdeas: mortal(feed.store.tradeIdeas) },
      onIdea: async (idea: IdeaRecord) => {
        survive()
        told.add(idea.id)
      },
    }
    for (const [day, date] of ['2026-11-16', '2026-11-17', '2026-11-18'].entries()) {
      for (const minute of [0, 1, 2]) {
        feed.at(`${date.slice(8)}T15:0${minute}`)
        for (const [place, symbol] of SYMBOLS.entries()) {
          const drift = (day + minute) * (place - 1)
          feed.prices.trade(symbol, date, [100, 100.5 + Math.max(drift, 0), 99.5 + Math.min(drift, 0), 100 + drift / 2])
          feed.analytics.set(symbol, place === 0 ? BEARISH : BULLISH)
        }
        let isDone = false
        while (!isDone) {
          const step = feed.start(change)
          isDone = await step().then(
            () => true,
            () => false,
          )
        }
      }
    }
    const ideas = await feed.store.tradeIdeas.list({ limit: 100 })
    return { ideas, told }
  }

  it('makes the same ideas with the same ends, and tells of each', async () => {
    const undisturbed = await run([])
    expect(undisturbed.ideas.length).toBeGreaterThan(4)

    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 25 }), async (kills) => {
        const { ideas, told } = await run(kills)
        expect(ideas).toEqual(undisturbed.ideas)
        expect(told).toEqual(undisturbed.told)
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})
