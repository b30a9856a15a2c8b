import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/catalogue/operation.ts'
import type { UnusualActivity, UnusualPrint } from '../../../src/flow/contract/unusual-activity.ts'
import { optionsFlowOperation } from '../../../src/flow/operations/options-flow.ts'
import { unusualActivityOperation } from '../../../src/flow/operations/unusual-activity.ts'
import { type TestApp, testApp } from '../../support/app.ts'

const YESTERDAY = '2026-11-19'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'F,KO' })
})
afterAll(() => app[Symbol.asyncDispose]())

const unusual = async (input: Answer = {}) =>
  (await app.asOperator(unusualActivityOperation, { limit: 200, ...input })) as unknown as UnusualActivity

describe('unusual activity', () => {
  it('shows the flow of 70 points and more, each with reasons that add up to its score', async () => {
    const { data, total } = await unusual()

    const all = await app.asOperator(optionsFlowOperation, { min_unusual_score: 70, limit: 1 })
    expect(total).toBe(all['total'])
    expect(data.length).toBeGreaterThan(3)
    for (const { score_breakdown: parts, unusual_score: score, id } of data) {
      expect(score, id).toBeGreaterThanOrEqual(70)
      expect(
        parts.reduce((sum, { points }) => sum + points, 0),
        id,
      ).toBe(score)
      for (const { factor, reason } of parts) expect(reason, factor).toMatch(/\d.*\.$|unknown.*\.$|[a-z].*\.$/)
    }
  })

  it('lists the highest scores first, or the newest on request', async () => {
    const { data: byScore } = await unusual({ min_score: 0, limit: 200 })
    const { data: newest } = await unusual({ min_score: 0, sort: 'newest', limit: 200 })

    const scores = byScore.map(({ unusual_score: score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    const times = newest.map(({ executed_at: time }) => time)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('takes the filters of flow, and the higher of two least scores', async () => {
    const { data } = await unusual({ symbol: 'F', option_type: 'call', min_score: 40, min_unusual_score: 60 })

    expect(data.length).toBeGreaterThan(0)
    const passing = data.filter(
      ({ symbol, option_type: type, unusual_score: score }) => symbol === 'F' && type === 'call' && score >= 60,
    )
    expect(passing).toEqual(data)
  })

  it('measures what the contract did since, from the price of the print to the middle of the quote', async () => {
    const { data } = await unusual({ symbol: 'F', min_score: 0 })
    const view = await app.parts.market.viewAt()
    const now = (await view.moment()).asOfMs

    for (const row of data.slice(-40)) {
      const executedAtMs = Date.parse(row.executed_at)
      for (const [minutes, told] of [
        [5, row.outcome.return_pct_5m],
        [30, row.outcome.return_pct_30m],
      ] as const) {
        const atMs = executedAtMs + minutes * 60_000
        const [mid = Number.NaN] = await view.contractMids('F', [{ optionSymbol: row.option_symbol, atMs }])
        if (atMs > now) expect(told).toBeNull()
        else expect(told).toBeCloseTo(100 * (mid / row.price - 1), 2)
      }
      expect(row.outcome.return_pct_1d).toBeNull()
    }
  })

  it('knows what became of yesterday today, and did not yesterday', async () => {
    const then = await unusual({ symbol: 'F', date: YESTERDAY })
    const now = await unusual({ symbol: 'F', since: `${YESTERDAY}T14:30:00Z`, until: `${YESTERDAY}T21:00:00Z` })

    const scores = (rows: readonly UnusualPrint[]) => rows.map(({ id, unusual_score: score }) => [id, score])
    expect(then.data.length).toBeGreaterThan(0)
    expect(scores(now.data)).toEqual(scores(then.data))
    expect(then.data.every(({ outcome }) => outcome.return_pct_1d === null)).toBe(true)
    await using later = await testApp({ MARKET_SYMBOLS: 'F' })
    later.clock.advance(5 * 3_600_000)
    const after = (await later.asOperator(unusualActivityOperation, {
      symbol: 'F',
      since: `${YESTERDAY}T14:30:00Z`,
      until: `${YESTERDAY}T21:00:00Z`,
    })) as unknown as UnusualActivity
    const known = after.data.filter(({ outcome, dte }) => dte > 1 && outcome.return_pct_1d !== null)
    expect(known.length).toBeGreaterThan(0)
  })
})
