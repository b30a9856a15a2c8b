import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previousTradingDay } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'

type Row = { id: string; executed_at: string; symbol: string; premium: number; outcome: Record<string, number | null> }

describe('a test of an alert on recent sessions', () => {
  let app: TestApp
  let account: TestAccount
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'F,KO,T' })
    account = await app.account('vega')
  })
  afterAll(() => app[Symbol.asyncDispose]())

  async function alert(criteria: object, cooldown = 0, source = 'option_flow'): Promise<string> {
    const payload = { name: 'Tested', source, criteria, cooldown_minutes: cooldown }
    const made = await app.request({ method: 'POST', url: '/api/v1/alerts', headers: account.key, payload })
    return made.json().id
  }
  async function backtest(id: string, sessions: number, headers = account.key) {
    const url = `/api/v1/alerts/${id}/backtest`
    const answer = await app.request({ method: 'POST', url, headers, payload: { sessions } })
    return { status: answer.statusCode, body: answer.json() }
  }
  async function flowOf(query: string): Promise<{ total: number; data: Row[] }> {
    return (await app.get(`/api/v1/flow?limit=500&${query}`, account.key)).json()
  }

  it('finds the prints that the same filters find, newest first', async () => {
    const { body } = await backtest(await alert({ symbols: ['F'], premium_min: 1_000 }), 1)
    const flow = await flowOf('symbol=F&min_premium=1000')

    expect(flow.total).toBeGreaterThan(3)
    expect(body).toMatchObject({ sessions: 1, matched: flow.total, fired: flow.total, suppressed: 0, warnings: [] })
    const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
    expect(ids(body.data)).toEqual(ids(flow.data.slice(0, 100)))
  })

  it('counts what the cooldown of the rule would keep back, per symbol', async () => {
    const criteria = { symbols: ['F', 'KO'], premium_min: 1_000 }
    const { body: all } = await backtest(await alert(criteria), 1)
    const { body } = await backtest(await alert(criteria, 30), 1)

    expect(body).toMatchObject({ matched: all.matched, suppressed: all.matched - body.fired })
    expect(body.fired).toBeLessThan(all.fired)
    for (const symbol of ['F', 'KO']) {
      const times = (body.data as Row[])
        .filter((row) => row.symbol === symbol)
        .map((row) => Date.parse(row.executed_at))
      const gaps = times.slice(1).map((time, place) => (times[place] ?? 0) - time)
      expect(gaps.every((gap) => gap >= 30 * 60_000)).toBe(true)
      expect(times.length).toBeGreaterThan(0)
    }
  })

  it('looks back over sessions, and knows the return at the next close of the past ones alone', async () => {
    const { body } = await backtest(await alert({ symbols: ['F'], premium_min: 1_000 }, 60), 3)
    const first = previousTradingDay(previousTradingDay(body.session_date))

    expect(body).toMatchObject({ sessions: 3, from: first, to: body.session_date })
    const [today, past] = [true, false].map((isToday) =>
      (body.data as Row[]).filter(({ executed_at: at }) => at.startsWith(body.session_date) === isToday),
    )
    expect(today?.every(({ outcome }) => outcome['return_pct_1d'] === null)).toBe(true)
    expect(past?.some(({ outcome }) => outcome['return_pct_1d'] !== null)).toBe(true)
    expect(body.returns.return_pct_30m).not.toBeNull()
  })

  it('bounds its work and says so', async () => {
    const { body } = await backtest(await alert({ premium_min: 50_000 }), 5)
    const tooMany = await backtest(await alert({}), 11)

    expect(body).toMatchObject({ sessions: 1, warnings: [expect.stringContaining('names no symbols')] })
    expect(tooMany).toMatchObject({ status: 422, body: { errors: [{ path: 'sessions' }] } })
  })

  it('is for rules on flow that are the caller’s own', async () => {
    const idea = await backtest(await alert({ symbols: ['F'] }, 0, 'trade_idea'), 1)
    const other = await app.account('vega')
    const foreign = await backtest(await alert({ symbols: ['F'] }), 1, other.key)

    expect(idea).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Only rules on option flow') } })
    expect(foreign.status).toBe(404)
  })

  it('raises nothing', async () => {
    const unread = (await app.get('/api/v1/notifications/unread_count', account.key)).json()

    expect(unread).toEqual({ unread_count: 0 })
  })
})
