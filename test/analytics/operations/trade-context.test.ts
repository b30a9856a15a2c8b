import { describe, expect, it } from 'vitest'
import { earningsOperation } from '../../../src/analytics/operations/earnings.ts'
import { ivTermStructureOperation } from '../../../src/analytics/operations/iv-term-structure.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import { stockQuoteOperation } from '../../../src/analytics/operations/stock-quote.ts'
import { supportResistanceOperation } from '../../../src/analytics/operations/support-resistance.ts'
import { tradeContextOperation } from '../../../src/analytics/operations/trade-context.ts'
import { contextOf as appContext, OPERATOR, type Parts } from '../../../src/app/parts.ts'
import type { Answer, Operation } from '../../../src/catalogue/operation.ts'
import { OptionsFlow } from '../../../src/flow/contract/flow-print.ts'
import { optionsFlowOperation } from '../../../src/flow/operations/options-flow.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { importInto } from '../../support/market/imports.ts'

const NO_TAPE = 'flow_bias is null: the source has no option prints of the session.'

async function contextOf(app: TestApp, input: Answer) {
  return tradeContextOperation.output.parse(await app.asOperator(tradeContextOperation, input))
}

const contextFrom = (parts: Parts) => appContext(parts, { caller: OPERATOR })

describe('the trade context', () => {
  it('holds what the questions of its parts answer', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY,AAPL' })
    const ask = (operation: Operation, input: Answer = {}) => app.asOperator(operation, { symbol: 'AAPL', ...input })

    const context = await contextOf(app, { symbol: 'aapl', direction: 'bullish' })
    const levels = supportResistanceOperation.output.parse(await ask(supportResistanceOperation))
    const term = ivTermStructureOperation.output.parse(await ask(ivTermStructureOperation))

    expect(await ask(stockQuoteOperation)).toMatchObject(context.quote)
    expect(await ask(optionMetricsOperation)).toMatchObject(context.metrics ?? { missing: true })
    const first = term.points.filter(({ dte }) => dte > 0).slice(0, 4)
    expect(first).toMatchObject(context.term_structure?.points ?? [])
    expect(context.term_structure?.points).toHaveLength(4)
    expect(JSON.stringify(context.term_structure?.points)).not.toContain('_range')
    expect(context.term_structure?.iv30).toBe(term.iv30)
    expect(context.support).toEqual(levels.support.slice(0, 3))
    expect(context.resistance).toEqual(levels.resistance.slice(0, 3))
    expect(context).toMatchObject({ symbol: 'AAPL', direction: 'bullish', session_date: '2026-11-20' })
    const { summary } = OptionsFlow.parse(await ask(optionsFlowOperation, { limit: 1 }))
    expect(context.flow_bias).toMatchObject({
      bullish_premium: summary.bullish_premium,
      bearish_premium: summary.bearish_premium,
    })
    expect((context.flow_bias?.for_pct ?? 0) + (context.flow_bias?.against_pct ?? 0)).toBeCloseTo(100, 9)
    expect(context.warnings).not.toContain(NO_TAPE)
  })

  it('names the next report once it is announced, and not one that is out', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY,AAPL' })
    const reports = earningsOperation.output.parse(
      await app.asOperator(earningsOperation, { symbol: 'AAPL', from: '2026-07-01' }),
    )
    const [last] = reports.data.filter(({ status }) => status === 'reported')
    const on = async (date: string) => (await contextOf(app, { symbol: 'AAPL', date })).next_earnings

    expect((await on('2026-08-03'))?.report_date).toBe(last?.report_date)
    expect((await on('2026-08-05'))?.report_date).not.toBe(last?.report_date)
    expect((await contextOf(app, { symbol: 'SPY' })).next_earnings).toBeNull()
  })

  it('of a past date knows nothing of later', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    const before = await contextOf(app, { symbol: 'SPY', date: '2026-11-12' })
    app.clock.advance(5 * 86_400_000)

    expect(await contextOf(app, { symbol: 'SPY', date: '2026-11-12' })).toEqual(before)
    expect(before.session_date).toBe('2026-11-12')
  })

  it('without a chain has the rest, and says so', async () => {
    await using app = await testApp({ MARKET_SOURCE: 'replay' })
    const bars = 'date,open,high,low,close\n2026-11-18,100,103,99,101\n2026-11-19,101,105,100,104\n'
    await importInto(app, 'bars', 'XYZ.csv', bars, { symbol: 'XYZ' })

    const context = await contextOf(app, { symbol: 'XYZ' })

    expect(context).toMatchObject({ quote: { price: 104 }, metrics: null, term_structure: null, direction: null })
    expect(context.warnings).toContain(
      'metrics and term_structure are null: the source has no option chain of this session.',
    )
  })

  it('says when chain and price are of different sessions', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    const { market } = app.parts
    const [present, older] = await Promise.all([market.viewAt(), market.viewAt('2026-11-18')])
    const viewAt = async () => ({ ...present, chain: older.chain, metricHistory: older.metricHistory })

    const context = await tradeContextOperation.run({ symbol: 'SPY' }, { ...contextFrom(app.parts), viewAt })

    expect(context.metrics?.underlying_price).not.toBe(context.quote.price)
    expect(context.warnings).toContain('metrics and term_structure are of 2026-11-18, the quote of 2026-11-20.')
  })

  it('is not found for a symbol that the source does not know', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })

    await expect(contextOf(app, { symbol: 'NOPE' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
