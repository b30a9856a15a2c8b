import { afterEach, expect, it } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../support/app.ts'

const SUNDAY = '2026-11-22T17:00:00.000Z'
const FRIDAY = '2026-11-20'
const NOTICE = /always open \(MARKET_ALWAYS_OPEN=true\)/

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

interface Asked {
  readonly app: TestApp
  readonly reader: TestAccount
  ask(path: string): Promise<Record<string, unknown> & { readonly warnings: readonly string[] }>
}

async function onSunday(settings: Record<string, string> = {}): Promise<Asked> {
  const app = resources.use(await testApp({ MARKET_SYMBOLS: 'SPY', ...settings }))
  app.clock.set(SUNDAY)
  const reader = await app.account('vega')
  return { app, reader, ask: async (path) => (await app.get(`/api/v1${path}`, reader.key)).json() }
}

it('on a Sunday the simulated market is closed, and quotes stand still at the last close of the price history', async () => {
  const { app, ask } = await onSunday()
  const [quote, history] = [await ask('/stocks/SPY/quote'), await ask('/stocks/SPY/price_history?days=5')]
  app.clock.advance(600_000)
  const later = await ask('/stocks/SPY/quote')

  expect(quote).toMatchObject({ market_session: 'closed', session_date: FRIDAY, as_of: `${FRIDAY}T21:00:00.000Z` })
  expect((history['data'] as { date: string; close: number }[]).at(-1)).toMatchObject({
    date: FRIDAY,
    close: quote['price'],
  })
  expect(later).toEqual(quote)
})

it('on a Sunday the days to an expiration are counted from the close that IV time is counted from', async () => {
  const { ask } = await onSunday()
  const term = await ask('/stocks/SPY/iv_term_structure')
  const points = term['points'] as readonly {
    expiration_date: string
    dte: number
    expected_move: number
    atm_iv: number
  }[]
  const monday = points.find((point) => point.expiration_date === '2026-11-23')
  expect.assert(monday)
  const { underlying_price: price } = await ask('/stocks/SPY/gamma_exposure')
  // expected_move is S × atm_iv × √T: three days from Friday's close to Monday's.
  const years = (monday.expected_move / (Number(price) * monday.atm_iv)) ** 2

  expect([term['session_date'], monday.dte]).toEqual([FRIDAY, 3])
  expect(years * 365).toBeCloseTo(3, 1)
})

it('with MARKET_ALWAYS_OPEN the instructions, the readiness and every answer say that it is', async () => {
  const { app, reader, ask } = await onSunday({ MARKET_ALWAYS_OPEN: 'true' })
  const instructions = await app.request({
    method: 'POST',
    url: '/mcp',
    headers: { ...reader.key, host: '127.0.0.1:3000', accept: 'application/json, text/event-stream' },
    payload: {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
  })
  const ready = (await app.get('/health/ready')).json() as { checks: { name: string; detail: string }[] }

  expect(instructions.body).toMatch(NOTICE)
  expect(ready.checks.some(({ detail }) => NOTICE.test(detail))).toBe(true)
  for (const path of ['/stocks/SPY/quote', '/stocks/SPY/gamma_exposure', '/stocks/SPY/price_history', '/events']) {
    expect((await ask(path)).warnings[0]).toMatch(NOTICE)
  }
})
