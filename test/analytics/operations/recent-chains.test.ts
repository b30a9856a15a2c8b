import { beforeEach, describe, expect, it } from 'vitest'
import { localComputation } from '../../../src/analytics/domain/chain-analysis.ts'
import { chainAnalyses } from '../../../src/analytics/operations/chain-analyses.ts'
import { viewsOfRecentChains } from '../../../src/analytics/operations/recent-chains.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import type { MarketView } from '../../../src/market/ports/market-source.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

let nowMs: number
/** Of the valuations, and of the repricings. */
let computed: { values: OptionChain[]; reprices: OptionChain[] }
let background: Promise<void>[]
let sourceFails: boolean
let isBackground: boolean
let scheduled: { readonly work: () => void; readonly atMs: number }[]

beforeEach(() => {
  scheduled = []
  nowMs = 1_000_000
  computed = { values: [], reprices: [] }
  background = []
  sourceFails = false
  isBackground = false
})

/** A market whose chains are new each millisecond. */
function newestView(date?: string): MarketView {
  const chain = async () => {
    if (sourceFails) throw new Error('The source is away.')
    return syntheticChain()
  }
  return { date, chain } as unknown as MarketView
}

/** What is due by then runs at its time. */
function passTo(atMs: number): void {
  for (let due = scheduled.findIndex((each) => each.atMs <= atMs); due >= 0; ) {
    const [next] = scheduled.splice(due, 1)
    nowMs = next?.atMs ?? nowMs
    next?.work()
    due = scheduled.findIndex((each) => each.atMs <= atMs)
  }
  nowMs = atMs
}

function recentViews({ mayRepeatChains = false, view = newestView } = {}) {
  const analysisOf = chainAnalyses((chain) => {
    const local = localComputation(chain)
    return {
      ...local,
      value(held) {
        computed.values.push(chain)
        return local.value(held)
      },
      reprice(valued, filter) {
        computed.reprices.push(chain)
        return local.reprice(valued, filter)
      },
    }
  })
  const { viewAt, requested, agesMs } = viewsOfRecentChains({
    viewAt: async (date) => view(date),
    analysisOf,
    now: () => new Date(nowMs),
    inBackground: (work) => void background.push(work()),
    isBackground: () => isBackground,
    mayRepeatChains,
    later: (work, ms) => void scheduled.push({ work, atMs: nowMs + ms }),
  })
  return {
    analysisOf,
    requested,
    agesMs,
    chain: async (date?: string, symbol = 'SPY') => (await viewAt(date)).chain(symbol),
  }
}

describe('the present chain', () => {
  it('is the one that is already valued while it is younger than two seconds', async () => {
    const { chain } = recentViews()
    const first = await chain()
    nowMs += 1_999

    expect(await chain()).toBe(first)
    expect(background).toEqual([])
  })

  it('is replaced in the background by one that is valued and repriced like it', async () => {
    const { chain, analysisOf } = recentViews()
    const first = await chain()
    await analysisOf(first).gamma({})
    nowMs += 2_000

    expect(await chain()).toBe(first)
    expect(await chain()).toBe(first)
    await Promise.all(background)
    const second = await chain()

    expect(background).toHaveLength(1)
    expect(second).not.toBe(first)
    expect(computed).toEqual({ values: [first, second], reprices: [first, second] })
  })

  it('that is too old is replaced by the one that is on its way already', async () => {
    const { chain, analysisOf } = recentViews()
    const first = await chain()
    await analysisOf(first).gamma({})
    nowMs += 4_000
    await chain()
    nowMs += 3_000

    const second = await chain()

    expect(second).not.toBe(first)
    expect(computed).toEqual({ values: [first, second], reprices: [first, second] })
    expect(await chain()).toBe(second)
  })

  it('that is too old is requested anew where the one on its way fails, or is as old', async () => {
    const { chain, analysisOf } = recentViews()
    const first = await chain()
    await analysisOf(first).gamma({})
    nowMs += 4_000
    sourceFails = true
    await chain()
    nowMs += 3_000
    const failed = chain()
    await Promise.allSettled(background)
    sourceFails = false
    const second = await failed

    nowMs += 4_000
    await chain()
    nowMs += 6_001
    const late = await chain()
    await Promise.all(background.slice(1))

    expect(second).not.toBe(first)
    expect([first, second]).not.toContain(late)
    expect(computed.values).not.toContain(late)
  })

  /** Renews the chain after a request for these selections of it, and says how often the next one is repriced for it. */
  async function repricedFor(views: ReturnType<typeof recentViews>, filters: readonly { dteMax?: number }[]) {
    const { chain, analysisOf } = views
    const present = await chain()
    for (const filter of filters) await analysisOf(present).gamma(filter)
    computed.reprices = []
    nowMs += 2_000
    await chain()
    await Promise.all(background)
    return computed.reprices.length
  }

  it('is repriced for each of the last three selections that were requested of it', async () => {
    const views = recentViews()
    const filters = [{ dteMax: 1 }, {}, { dteMax: 60 }, { dteMax: 30 }]

    expect(await repricedFor(views, [...filters, {}])).toBe(3)
    const next = views.analysisOf(await views.chain())
    for (const filter of [{}, { dteMax: 60 }, { dteMax: 30 }]) await next.gamma(filter)
    expect(computed.reprices).toHaveLength(3)
    await next.gamma({ dteMax: 1 })
    expect(computed.reprices).toHaveLength(4)
  })

  it('is repriced for a selection until nobody requested it of two chains', async () => {
    const views = recentViews()

    expect(await repricedFor(views, [{}, { dteMax: 30 }])).toBe(2)
    expect(await repricedFor(views, [{}])).toBe(2)
    expect(await repricedFor(views, [{}])).toBe(1)
    expect(await repricedFor(views, [])).toBe(1)
    expect(await repricedFor(views, [])).toBe(0)
  })

  it('is replaced without a valuation if nobody had it valued', async () => {
    const { chain } = recentViews()
    const first = await chain()
    nowMs += 2_000
    await chain()
    await Promise.all(background)

    expect(await chain()).not.toBe(first)
    expect(computed.values).toEqual([])
  })

  it.each([
    ['six seconds old', 6_001],
    ['of the future', -1],
  ])('is never the last one if that is %s', async (_, ms) => {
    const { chain } = recentViews()
    const first = await chain()
    nowMs += ms

    expect(await chain()).not.toBe(first)
    expect(background).toEqual([])
  })

  it('is tried again with the next request when the source failed in the background', async () => {
    const { chain } = recentViews()
    const first = await chain()
    nowMs += 2_000
    sourceFails = true
    await chain()
    await expect(Promise.all(background)).rejects.toThrow('The source is away.')
    sourceFails = false
    expect(await chain()).toBe(first)
    await Promise.all(background.slice(1))

    expect(background).toHaveLength(2)
    expect(await chain()).not.toBe(first)
  })
})

/** A market whose chain is the same until the test replaces it. */
function steadyMarket() {
  const market = { chain: syntheticChain() }
  const view = (date?: string) => ({ date, chain: async () => market.chain }) as unknown as MarketView
  return { market, view }
}

describe('a chain that can no longer be returned', () => {
  it('is forgotten with its analysis after eight seconds, without another request, where the market has moved on', async () => {
    const { market, view } = steadyMarket()
    const { chain, analysisOf } = recentViews({ view })
    nowMs = market.chain.asOfMs
    const first = analysisOf(await chain())
    passTo(nowMs + 7_999)
    expect(analysisOf(market.chain)).toBe(first)

    passTo(nowMs + 1)

    expect(analysisOf(market.chain)).not.toBe(first)
    expect(scheduled).toEqual([])
  })

  it('keeps its analysis where the source may return it again', async () => {
    const { market, view } = steadyMarket()
    const { chain, analysisOf } = recentViews({ view, mayRepeatChains: true })
    nowMs = market.chain.asOfMs
    const first = analysisOf(await chain())

    passTo(nowMs + 60_000)

    expect(analysisOf(await chain())).toBe(first)
  })

  it('keeps its analysis while the market is closed', async () => {
    const { market, view } = steadyMarket()
    const { chain, analysisOf } = recentViews({ view })
    const date = new Date(market.chain.asOfMs).toISOString().slice(0, 10)
    market.chain = { ...market.chain, asOfMs: Date.parse(`${date}T21:15:00.000Z`) }
    nowMs = Date.parse(`${date}T22:30:00.000Z`)
    const first = analysisOf(await chain())

    passTo(nowMs + 60_000)

    expect(analysisOf(await chain())).toBe(first)
  })

  it('is forgotten with its analysis after eight seconds of a replay, whose quotes are of another day', async () => {
    const { market, view } = steadyMarket()
    const { chain, analysisOf } = recentViews({ view: (date) => ({ ...view(date), isReplay: true }) })
    nowMs = market.chain.asOfMs + 12 * 3_600_000
    const first = analysisOf(await chain())

    passTo(nowMs + 8_000)

    expect(analysisOf(market.chain)).not.toBe(first)
  })

  it('is forgotten with its analysis when the source has replaced it, and the newer one is not', async () => {
    const { market, view } = steadyMarket()
    const { chain, analysisOf } = recentViews({ view, mayRepeatChains: true })
    const old = await chain()
    const first = analysisOf(old)
    passTo(nowMs + 6_001)
    market.chain = syntheticChain()
    const second = analysisOf(await chain())

    passTo(nowMs + 7_999)

    expect(analysisOf(market.chain)).toBe(second)
    expect(analysisOf(old)).not.toBe(first)
  })

  it('leaves its analysis to the renewal that prepares its successor', async () => {
    let onRead = () => {}
    const view = (date?: string) => {
      const chain = async () => {
        onRead()
        return syntheticChain()
      }
      return { date, chain } as unknown as MarketView
    }
    const { chain, analysisOf } = recentViews({ view })
    const first = await chain()
    await analysisOf(first).valued()
    onRead = () => analysisOf.forget(first)
    nowMs += 2_000
    await chain()
    await Promise.all(background)

    expect(computed.values).toEqual([first, await chain()])
  })
})

it('asks the source for each chain of a past date', async () => {
  const { chain } = recentViews()

  expect(await chain('2026-07-10')).not.toBe(await chain('2026-07-10'))
})

describe('the symbols that were requested in the last ten minutes', () => {
  it('are those of the present, the latest first, without the work that nobody waits for', async () => {
    const { chain, requested } = recentViews()
    await chain(undefined, 'SPY')
    nowMs += 5 * 60_000
    await chain(undefined, 'F')
    await chain('2026-11-19', 'KO')
    isBackground = true
    await chain(undefined, 'QQQ')
    expect(requested()).toEqual(['F', 'SPY'])

    nowMs += 5 * 60_000 + 1
    await chain(undefined, 'F')

    expect(requested()).toEqual(['F'])
  })
})

describe('the age of requested chains', () => {
  it('is how far their quotes were behind the market, and 0 for those of a market that has closed since', async () => {
    const { chain, agesMs } = recentViews()
    const { asOfMs } = syntheticChain()
    nowMs = asOfMs + 90_000
    await chain(undefined, 'SPY')
    nowMs = asOfMs - 1_000
    await chain(undefined, 'QQQ')

    expect([...agesMs()]).toEqual([
      ['QQQ', 0],
      ['SPY', 90_000],
    ])
    nowMs = asOfMs + 700_000
    expect([...agesMs()]).toEqual([])
  })

  it('does not grow while the market is closed', async () => {
    const { chain, agesMs } = recentViews()
    const { asOfMs } = syntheticChain()
    nowMs = Date.parse(`${new Date(asOfMs).toISOString().slice(0, 10)}T23:30:00.000Z`)
    await chain(undefined, 'SPY')
    const [evening] = agesMs().values()
    nowMs += 3_600_000
    await chain(undefined, 'SPY')

    expect(evening).toBeGreaterThan(0)
    expect([...agesMs().values()]).toEqual([evening])
  })

  it('is unknown where the source fails', async () => {
    const { chain, agesMs } = recentViews()
    sourceFails = true
    await expect(chain()).rejects.toThrow('away')

    expect([...agesMs()]).toEqual([['SPY', Number.NaN]])
  })
})
