import { afterEach, describe, expect, it } from 'vitest'
import { ivTermStructureOperation } from '../../../src/analytics/operations/iv-term-structure.ts'
import { metricHistoryOperation } from '../../../src/analytics/operations/metric-history.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import { completeMetrics } from '../../../src/app/import/complete-metrics.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import { noFlow } from '../../../src/flow/domain/sums/flow-sums.ts'
import { netFlowOperation } from '../../../src/flow/operations/net-flow.ts'
import { sessionPremium } from '../../../src/flow/operations/session-premium.ts'
import { addDays } from '../../../src/lib/time/civil-date.ts'
import { nextTradingDay, sessionOn, tradingDaysBetween } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

let app: TestApp
afterEach(() => app[Symbol.asyncDispose]())

const history = async (input: Answer) =>
  metricHistoryOperation.output.parse(await app.asOperator(metricHistoryOperation, input))

describe('the history of a metric of imported chains', () => {
  const days = tradingDaysBetween('2026-06-01', '2026-06-26')

  async function remember(day: string, volatility: number): Promise<void> {
    const chain = syntheticChain({
      asOf: new Date(sessionOn(day)?.closeMs ?? Number.NaN).toISOString(),
      strikes: [560, 580, 590, 600, 610, 620, 640],
      dates: [nextTradingDay(addDays(day, 15)), nextTradingDay(addDays(day, 45))],
      volatility: () => volatility,
    })
    await storeChain(app.parts.store, day, chain)
  }

  it('is what each session said of itself, and nothing of later ones', async () => {
    app = await testApp({ MARKET_SOURCE: 'replay' })
    for (const [index, day] of days.entries()) await remember(day, 0.2 + index / 1000)
    await completeMetrics(app.parts.store, { onFailure: (error) => expect.unreachable(String(error)) })
    const date = days.at(-3)

    const answer = await history({ symbol: 'XSP', metric: 'iv30', sessions: 4, date })
    const metrics = await app.asOperator(optionMetricsOperation, { symbol: 'XSP', date })

    expect(answer.data.map((row) => row.date)).toEqual(days.slice(-6, -2))
    expect(answer).toMatchObject({ session_date: date, metric: 'iv30', unit: 'decimal per year', warnings: [] })
    expect(answer.summary).toMatchObject({
      value: metrics['iv30'],
      change: expect.closeTo(0.001, 4),
      percentile: 100,
      percentile_sessions: days.length - 3,
      lowest_date: days.at(-6),
    })
    for (const metric of ['rr25', 'net_gex', 'call_wall', 'max_pain', 'put_call_ratio_open_interest'] as const) {
      const { data, warnings } = await history({ symbol: 'XSP', metric, date })
      expect(data.at(-1)?.value, metric).toBe(metrics[metric])
      expect([data.length, warnings], metric).toEqual([days.length - 2, []])
    }
  })
})

describe('the history of a metric of the simulated market', () => {
  it('has the year of IV30 and of its rank', async () => {
    app = await testApp({ MARKET_SYMBOLS: 'XOM' })
    const { data, summary } = await history({ symbol: 'XOM', metric: 'iv30', sessions: 252 })
    const ranks = await history({ symbol: 'XOM', metric: 'iv_rank' })
    const terms = await app.asOperator(ivTermStructureOperation, { symbol: 'XOM' })

    expect(data).toHaveLength(252)
    expect(summary).toMatchObject({
      value: terms['iv30'],
      percentile: terms['iv_percentile'],
      percentile_sessions: 252,
    })
    expect(ranks.data).toHaveLength(20)
    expect(ranks.summary.value).toBe(terms['iv_rank'])
  })

  it('values the chains of the last sessions for what it does not keep, and says so', async () => {
    app = await testApp({ MARKET_SYMBOLS: 'XOM' })
    const date = '2026-11-18'
    const { data, warnings } = await history({ symbol: 'XOM', metric: 'net_gex', sessions: 3, date })
    const before = await app.asOperator(optionMetricsOperation, { symbol: 'XOM', date: '2026-11-17' })

    expect(data.map((row) => row.date)).toEqual(['2026-11-16', '2026-11-17', date])
    expect(data[1]?.value).toBe(before['net_gex'])
    expect(warnings).toEqual([
      'The source keeps no history of net_gex: it was computed anew for this session and at most 10 before it.',
    ])
  })

  it('sums the prints of each session as net_flow does', async () => {
    app = await testApp({ MARKET_SYMBOLS: 'XOM' })
    const { data } = await history({ symbol: 'XOM', metric: 'net_premium', sessions: 2 })
    const flow = await app.asOperator(netFlowOperation, { symbol: 'XOM', from: data[0]?.date, resolution: '1d' })

    expect(data.map(({ value }) => value)).toEqual(
      (flow['data'] as { net_premium: number }[]).map(({ net_premium }) => net_premium),
    )
  })

  it('reads net premium from the stored sums of a source that keeps its tape', async () => {
    app = await testApp({ MARKET_SYMBOLS: 'XOM' })
    const { store, market, flowSessions } = app.parts
    const times = { asOfMs: 1, firstMs: 0, lastMs: 1 }
    const day = { symbol: 'XOM', source: market.name, warnings: [], isWhole: true, ...times, sums: noFlow() }
    for (const [sessionDate, isWhole] of [
      ['2026-11-17', true],
      ['2026-11-18', false],
      ['2026-11-19', true],
    ] as const) {
      await store.flowTotals.putDay({ ...day, sessionDate, isWhole, sums: { ...noFlow(), callsBought: 12_345 } })
    }
    const kept = { ...market, capabilities: { ...market.capabilities, keepsTape: true } }
    const view = await market.viewAt()
    const netIn = (range: { from: string; before: string }) =>
      sessionPremium(flowSessions, { store, market: kept, viewAt: market.viewAt }).netOfSessions(view, 'XOM', range)

    expect(await netIn({ from: '2026-11-01', before: '2026-11-20' })).toEqual([
      { date: '2026-11-17', value: 123.45 },
      { date: '2026-11-19', value: 123.45 },
    ])
    expect(await netIn({ from: '2026-11-01', before: '2026-11-19' })).toHaveLength(1)
  })
})
