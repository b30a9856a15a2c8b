import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previousTradingDay } from '../../../../src/market/domain/calendar/trading-calendar.ts'
import { type TestAccount, type TestApp, testApp } from '../../../support/app.ts'

type Session = { date: string; is_known: boolean; mid: number | null; delta: number | null; open_interest: number }

describe('the history of a contract', () => {
  let app: TestApp
  let account: TestAccount
  let contract: string
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'F' })
    account = await app.account('vega')
    const chain = await get('stocks/F/options?dte_min=60&dte_max=120&strikes_around_atm=0&option_type=call')
    contract = chain.data[0].option_symbol
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const get = async (path: string) => (await app.get(`/api/v1/${path}`, account.key)).json()
  const history = (optionSymbol: string, query = '') =>
    get(`stocks/F/options/${encodeURIComponent(optionSymbol)}/history?${query}`)

  it('has one row a session, each equal to the chain of that session', async () => {
    const { data, option_symbol: found, session_date: today } = await history(contract, 'sessions=4')
    const [, before] = (data as Session[]).toReversed()
    const past = await get(`stocks/F/options?date=${before?.date}&dte_min=60&dte_max=125&option_type=call`)
    const row = past.data.find((it: { option_symbol: string }) => it.option_symbol === contract)

    expect(found).toBe(contract)
    expect(data.map((it: Session) => it.date).at(-1)).toBe(today)
    expect(before?.date).toBe(previousTradingDay(today))
    expect(data).toHaveLength(4)
    expect(before).toMatchObject({
      is_known: true,
      mid: row.mid,
      open_interest: row.open_interest,
      implied_volatility: row.implied_volatility,
      delta: row.delta,
      vega: row.vega,
    })
  })

  it('takes the contract without padding, and a past session', async () => {
    const { data, session_date: today } = await history(contract, 'sessions=3')
    const date = previousTradingDay(today)
    const past = await history(contract.replaceAll(' ', ''), `sessions=2&date=${date}`)

    expect(past.data.at(-1)).toMatchObject({ date, mid: data.at(-2).mid })
  })

  it('is a gap of nulls for a contract that no chain lists, and refuses what names none', async () => {
    const { data } = await history('F261218C09999000', 'sessions=3')
    const wrong = await app.get('/api/v1/stocks/F/options/calls/history', account.key)

    expect(data).toMatchObject([{ is_known: false, mid: null, delta: null, open_interest: null }])
    expect(wrong.statusCode).toBe(422)
  })
})
