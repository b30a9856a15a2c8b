import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { type FlowFilters, flowMatcher } from '../../../src/flow/domain/flow-filter.ts'
import {
  comparePlaces,
  FLOW_SORTS,
  type FlowPlace,
  type FlowSort,
  flowPlace,
} from '../../../src/flow/domain/flow-order.ts'
import type { FlowRow } from '../../../src/flow/domain/flow-row.ts'
import { inUsd, sumFlow } from '../../../src/flow/domain/sums/flow-sums.ts'
import { engines } from '../../support/engines.ts'
import { readFlow } from '../../support/market/read-flow.ts'
import { SYMBOLS, syntheticTape } from '../../validation/synthetic-tape.ts'

const DATES = ['2026-11-19', '2026-11-20'] as const
const rows: readonly FlowRow[] = DATES.flatMap((date) =>
  [SYMBOLS[0]!, SYMBOLS[3]!].flatMap((symbol) => {
    const { prints, facts } = syntheticTape(symbol, date, { seed: 8, count: 400, planted: 0.05 })
    return readFlow(prints, { facts }).rows
  }),
)
const middle = rows[Math.floor(rows.length / 3)]!

const matching = (tested: readonly FlowRow[], filters: FlowFilters) =>
  tested.filter(flowMatcher(filters) ?? (() => true))
const by = (sort: FlowSort) => (a: FlowRow, b: FlowRow) => comparePlaces(flowPlace(a, sort), flowPlace(b, sort))

describe.each(engines)('rows of flow on %s', (name, open) => {
  let store: Store

  beforeEach(async () => {
    store = await open()
    await store.transaction(({ flowRows }) => flowRows.put(rows))
  })
  afterEach(() => store[Symbol.asyncDispose]())

  async function paged(filters: FlowFilters, limit: number, sort: FlowSort = 'newest'): Promise<FlowRow[]> {
    const found: FlowRow[] = []
    let after: FlowPlace | undefined
    while (true) {
      const page = await store.flowRows.page({ filters, sort, after, limit })
      found.push(...page)
      const last = page.at(-1)
      if (!last || page.length < limit) return found
      after = flowPlace(last, sort)
    }
  }

  it.each<[string, FlowFilters]>([
    ['nothing', {}],
    ['a symbol', { symbol: 'SPY' }],
    ['puts at the bid', { optionType: 'put', side: 'at_bid' }],
    ['several symbols and sides', { symbols: ['SPY', 'KO'], sides: ['at_ask', 'at_bid'] }],
    ['all but one symbol', { excludedSymbols: ['SPY'] }],
    ['one contract', { optionSymbol: middle.optionSymbol }],
    ['bullish sweeps', { sentiment: 'bullish', tradeType: 'sweep' }],
    ['a pattern', { alertType: 'whale_trade' }],
    ['a pattern whose name is part of no other', { alertType: 'volume_spike' }],
    ['premiums of two bounds', { minPremium: 5_000, maxPremium: 60_000 }],
    ['large premiums', { minPremium: 100_000 }],
    ['high scores', { minUnusualScore: 60 }],
    ['scores of any kind', { minUnusualScore: 20, minSize: 5 }],
    ['days to expiry', { dteMin: 3, dteMax: 31 }],
    ['a stretch of time', { sinceMs: middle.executedAtMs, untilMs: middle.executedAtMs + 3_600_000 }],
  ])('come newest first, page by page, for %s', async (_what, filters) => {
    const expected = matching(rows, filters).sort(by('newest'))

    expect(await paged(filters, 37)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
  })

  it.each(FLOW_SORTS)('come in the order of %s, page by page, rows of equal value newest first', async (sort) => {
    const expected = rows.toSorted(by(sort))

    expect(await paged({}, 53, sort)).toEqual(expected)
  })

  it('add up to what the rows add up to', async () => {
    for (const filters of [{}, { optionType: 'call' }, { minSize: 10, sentiment: 'neutral' }] as FlowFilters[]) {
      const own = rows.filter((row) => row.symbol === 'SPY' && row.sessionDate === DATES[1])
      const sums = await store.flowRows.sums('SPY', DATES[1], filters)

      expect(inUsd(sums)).toEqual(sumFlow(matching(own, filters)))
    }
  })

  it('are those of a session alone where one is asked for', async () => {
    const found = await store.flowRows.page({ filters: {}, sort: 'newest', sessionDate: DATES[0], limit: 5_000 })

    expect(new Set(found.map(({ sessionDate }) => sessionDate))).toEqual(new Set([DATES[0]]))
    expect(found).toHaveLength(rows.filter(({ sessionDate }) => sessionDate === DATES[0]).length)
  })

  it('are replaced by what they have become, and gone when they are withdrawn', async () => {
    const [first, second] = rows as [FlowRow, FlowRow]
    await store.flowRows.put([{ ...first, size: 999, premium: 1_234.5, tradeType: 'sweep' }])
    await store.flowRows.withdraw(second.symbol, second.sessionDate, [second.sequence])
    const found = await store.flowRows.session(first.symbol, first.sessionDate)

    expect(found[0]).toEqual({ ...first, size: 999, premium: 1_234.5, tradeType: 'sweep' })
    expect(found.map(({ sequence }) => sequence)).not.toContain(second.sequence)
  })

  it('are deleted in bites, or in partitions where there are any', async () => {
    let bites = 0
    while ((await store.flowRetention.removeFlowRows(DATES[1])) > 0) bites++

    expect(bites).toBeGreaterThan(name === 'SQLite' ? 1 : 0)
    expect(await paged({}, 500)).toEqual(rows.filter(({ sessionDate }) => sessionDate === DATES[1]).sort(by('newest')))
  })
})
