import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MarketOverview } from '../../../src/analytics/contract/market-overview.ts'
import { marketOverviewOperation } from '../../../src/analytics/operations/market-overview.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import { stockQuoteOperation } from '../../../src/analytics/operations/stock-quote.ts'
import { trendAnalysisOperation } from '../../../src/analytics/operations/trend-analysis.ts'
import { completeMetrics } from '../../../src/app/import/complete-metrics.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

const SYMBOLS = 'DIA,F,KO'

let app: TestApp

const failing = (error: unknown) => {
  throw error
}

const overview = async (date?: string) => {
  const answer = await app.asOperator(marketOverviewOperation, date === undefined ? {} : { date })
  return { ...answer, ...MarketOverview.parse(answer), as_of: answer['as_of'], warnings: answer['warnings'] }
}

describe('the overview of the simulated market', () => {
  beforeEach(async () => {
    app = await testApp({ MARKET_SYMBOLS: SYMBOLS })
  })
  afterEach(() => app[Symbol.asyncDispose]())

  const ask = (operation: Operation, symbol: string, date?: string) =>
    app.asOperator(operation, date === undefined ? { symbol } : { symbol, date })

  it.each([undefined, '2026-05-14'])('at %s says of each symbol what its own operations say', async (date) => {
    const answer = await overview(date)

    const metrics = await ask(optionMetricsOperation, 'DIA', date)
    const quote = await ask(stockQuoteOperation, 'DIA', date)
    const trend = await ask(trendAnalysisOperation, 'DIA', date)
    expect(answer.indices[3]).toEqual({
      symbol: 'DIA',
      price: quote['price'],
      change_pct: quote['change_pct'],
      iv30: metrics['iv30'],
      iv_rank: metrics['iv_rank'],
      put_call_ratio_volume: metrics['put_call_ratio_volume'],
      net_gex: metrics['net_gex'],
      gamma_regime: metrics['gamma_regime'],
      trend: trend['direction'],
    })
    expect(answer.as_of).toBe(metrics['as_of'])
    expect(answer.indices.map(({ price }) => price === null)).toEqual([true, true, true, false])
    expect(answer.volume_leaders.map(({ symbol }) => symbol)).toEqual(
      [...SYMBOLS.split(',')].sort((a, b) => rankOf(answer, b) - rankOf(answer, a)),
    )
    expect(answer.high_iv).toHaveLength(3)
  })

  const rankOf = ({ volume_leaders: leaders }: MarketOverview, symbol: string) =>
    leaders.find((row) => row.symbol === symbol)?.option_volume ?? -1

  it('is kept for a minute, renewed beside the caller until five, and made anew after that', async () => {
    const start = app.clock.now().toISOString()
    const asOf = async () => (await overview()).as_of
    expect(await asOf()).toBe(start)

    app.clock.advance(60_000)
    expect(await asOf()).toBe(start)
    app.clock.advance(1_000)
    expect(await asOf()).toBe(start)
    await app.parts.background.idle()
    expect(await asOf()).toBe(app.clock.now().toISOString())

    app.clock.advance(301_000)
    expect(await asOf()).toBe(app.clock.now().toISOString())
  })

  it('lets other work run while it is made', async () => {
    let turns = 0
    let going = true
    const count = () => {
      turns++
      if (going) setImmediate(count)
    }
    setImmediate(count)

    await overview()
    going = false

    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('answers over REST by one text as long as it is the same', async () => {
    const { key } = await app.account('vega')
    const first = await app.get('/api/v1/market_overview', key)
    app.clock.advance(30_000)
    const again = await app.get('/api/v1/market_overview', { ...key, 'if-none-match': String(first.headers.etag) })

    expect([first.statusCode, again.statusCode]).toEqual([200, 304])
  })

  it('has no answer for a date without a session', async () => {
    await expect(overview('2026-11-15')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the overview of imported chains', () => {
  const dates = ['2026-12-04', '2026-12-18', '2027-01-15']
  const strikes = [580, 590, 600, 610, 620]
  const store = async (symbol: string, asOf: string, volume: number) => {
    const chain = syntheticChain({ root: symbol, asOf, dates, strikes, change: (row) => ({ ...row, volume }) })
    await storeChain(app.parts.store, `${symbol} ${asOf}`, chain)
    await completeMetrics(app.parts.store, { onFailure: failing })
  }

  beforeEach(async () => {
    app = await testApp({ MARKET_SOURCE: 'replay' })
  })
  afterEach(() => app[Symbol.asyncDispose]())

  it('is of the latest session alone: a symbol whose chains end earlier is not mixed in', async () => {
    await store('DIA', '2026-11-18T21:00:00Z', 50)
    await store('KO', '2026-11-19T21:00:00Z', 10)
    await store('F', '2026-11-19T20:00:00Z', 20)

    const answer = await overview()

    expect(answer).toMatchObject({ as_of: '2026-11-19T21:00:00.000Z', session_date: '2026-11-19', source: 'replay' })
    expect(answer.volume_leaders.map(({ symbol }) => symbol)).toEqual(['F', 'KO'])
    expect(answer.indices.every(({ price, iv30 }) => price === null && iv30 === null)).toBe(true)
    expect(answer.warnings).toContain('The source has no options of this session for SPY, QQQ, IWM, DIA.')
    expect(answer.warnings).toContain(
      'No symbol has the 60 sessions of IV30 that iv_rank needs: high_iv is ordered by iv30.',
    )
  })

  it('of a past date holds what was listed then', async () => {
    await store('SPY', '2026-11-18T21:00:00Z', 50)
    await store('KO', '2026-11-18T21:00:00Z', 10)
    await store('KO', '2026-11-19T21:00:00Z', 10)

    const answer = await overview('2026-11-18')

    expect(answer.volume_leaders.map(({ symbol }) => symbol)).toEqual(['SPY', 'KO'])
    expect(answer.indices[0]).toMatchObject({ symbol: 'SPY', price: 600, change_pct: null, trend: null, iv_rank: null })
    expect(answer.indices[0]?.iv30).toBeCloseTo(0.2, 2)
  })

  it('says what to do where there are no chains, in all or of the date', async () => {
    await expect(overview()).rejects.toThrow(AppError)
    await expect(overview()).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('/stocks') })
    await store('KO', '2026-11-19T21:00:00Z', 10)

    await expect(overview('2026-11-18')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('for 2026-11-18'),
    })
  })
})
