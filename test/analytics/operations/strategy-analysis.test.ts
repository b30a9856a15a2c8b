import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { strategyAnalysisOperation } from '../../../src/analytics/operations/strategies/strategy-analysis.ts'
import { type TestApp, testApp } from '../../support/app.ts'

let app: TestApp
let key: Record<string, string>

beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'AAPL,SPY' })
  key = (await app.account('vega')).key
})
afterAll(() => app[Symbol.asyncDispose]())

const analysed = async (query: string, symbol = 'AAPL') => {
  const response = await app.get(`/api/v1/stocks/${symbol}/strategy_analysis?${query}`, key)
  return { status: response.statusCode, body: response.json() }
}

describe('the analysis of a strategy', () => {
  it('is the same for the legs that a template picks', async () => {
    const { body: byTemplate } = await analysed('template=iron_condor&dte=30&fill=0.5')
    const legs = byTemplate.legs.map((leg: { quantity: number; option_symbol: string }) =>
      encodeURIComponent(`${leg.quantity} ${leg.option_symbol}`),
    )

    const { body: byLegs } = await analysed(`legs=${legs.join(',')}&fill=0.5`)

    expect(byLegs).toEqual(byTemplate)
    expect(byLegs.strategy).toBe('iron_condor')
  })

  it('uses the price that a leg names', async () => {
    const { body } = await analysed('template=long_call')
    const symbol = body.legs[0].option_symbol

    const { body: priced } = await analysed(`legs=${encodeURIComponent(`2 ${symbol} @ 1.25`)}`)

    expect(priced).toMatchObject({ cost: 250, max_loss: -250, max_profit: null, max_profit_unlimited: true })
    expect(priced.break_evens).toEqual([body.legs[0].strike + 1.25])
  })

  it('sees a past session as it was', async () => {
    const { body } = await analysed('template=straddle&date=2026-11-10')
    const chain = await app.get(
      `/api/v1/stocks/AAPL/options?date=2026-11-10&limit=500&expiration_date=${body.first_expiration}`,
      key,
    )
    const row = chain
      .json()
      .data.find((it: { option_symbol: string }) => it.option_symbol === body.legs[0].option_symbol)

    expect(body).toMatchObject({ session_date: '2026-11-10' })
    expect(row).toMatchObject({ strike: body.legs[0].strike, bid: body.legs[0].bid, ask: body.legs[0].ask })
  })

  it('names earnings before the last expiration, and legs that live on', async () => {
    const { body } = await analysed('template=calendar&dte=30')
    const reports = await app.get('/api/v1/earnings?symbol=AAPL&from=2026-11-20&to=2027-01-15', key)

    const kinds = body.risks.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toContain('later_leg')
    expect(kinds.includes('earnings')).toBe(reports.json().data.length > 0)
  })

  it('names every bad leg with its place and the nearest that exists', async () => {
    const { body: whole } = await analysed('template=long_call')
    const symbol: string = whole.legs[0].option_symbol.replaceAll(' ', '')
    const other = `${symbol.slice(0, -3)}001`
    const legs = [`1 ${symbol}`, `-1 ${symbol}`, 'much', `1 ${other}`, '1 SPY261218C00600000', '0 stock']

    const { status, body } = await analysed(`legs=${legs.map(encodeURIComponent).join(',')}`)

    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { path: 'legs.1', message: 'names a contract that another leg has' },
      { path: 'legs.2', message: expect.stringContaining('must be a quantity and a contract') },
      { path: 'legs.3', message: `is not listed: the nearest is ${symbol}` },
      { path: 'legs.4', message: 'is no option of AAPL' },
      { path: 'legs.5', message: expect.stringContaining('must have a quantity from 1') },
    ])
  })

  it.each([
    ['', 'legs', 'give either legs or a template'],
    ['template=straddle&legs=100%20stock', 'template', 'give either legs or a template'],
    ['legs=100%20stock', 'legs', 'must contain an option'],
    ['template=calendar&dte=3000', 'dte_far', 'finds no expiration after'],
    ['template=straddle&target_date=2030-01-01', 'target_date', 'must be from 2026-11-20 to'],
  ])('refuses %s', async (query, path, message) => {
    const { status, body } = await analysed(query)

    expect(status).toBe(422)
    expect(body.errors).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  it('answers the command line like REST', async () => {
    const input = { symbol: 'SPY', template: 'put_vertical', short: true }
    const answer = await app.asOperator(strategyAnalysisOperation, input)
    const { body } = await analysed('template=put_vertical&short=true', 'SPY')

    expect(body).toEqual(answer)
  })
})
