import { afterEach, beforeEach, expect, it } from 'vitest'
import { testClock } from '../../support/clock.ts'
import { type AlpacaService, alpacaService, smallWorld } from '../../support/vendors/alpaca/service.ts'
import type { RootSpec } from '../../support/vendors/listed-contracts.ts'

/** Thursday; the contracts of the day settled at 16:00, those of Friday do so 23 hours and 45 minutes after 16:15. */
const DAY = '2026-11-19'
const NEXT = '2026-11-20'
const YEARS_AT_1615 = 23.75 / (365 * 24)
const VOLATILITY = 0.2

const strikes = Array.from({ length: 41 }, (_, place) => 6_700 + 5 * place)
const spx: RootSpec = { root: 'SPXW', underlying: 'SPX', isIndex: true, spot: 6_800, expirations: [], strikes }

let resources: AsyncDisposableStack
let service: AlpacaService
const vendorTime = testClock(`${DAY}T20:00:00.000Z`)

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  vendorTime.set(`${DAY}T20:00:00.000Z`)
  const world = smallWorld({
    now: vendorTime.now,
    roots: [
      { ...spx, expirations: [DAY], years: 1e-5 },
      { ...spx, expirations: [NEXT], years: YEARS_AT_1615 },
      { ...spx, root: 'SPY', underlying: 'SPY', isIndex: false, spot: 680, expirations: [DAY, NEXT] },
      { ...spx, root: 'AAPL', underlying: 'AAPL', isIndex: false, spot: 6_800, expirations: [NEXT] },
    ],
  })
  service = await alpacaService(resources, { world })
})
afterEach(() => resources.disposeAsync())

async function at(instant: string, path: string) {
  vendorTime.set(instant)
  service.app.clock.set(instant)
  return (await service.ask(path)).body
}

it('dates quotes of an index by its own close, so that implied volatility is right at 16:15 and in the evening', async () => {
  for (const instant of [`${DAY}T21:15:00.000Z`, `${NEXT}T01:00:00.000Z`]) {
    const body = await at(instant, '/stocks/SPX/iv_term_structure')
    const points = body['points'] as readonly { expiration_date: string; atm_iv: number }[]

    // The quote of the vendor is half a second old.
    expect(Date.parse(String(body['as_of']))).toBeGreaterThan(Date.parse(`${DAY}T21:14:59.000Z`))
    expect(Date.parse(String(body['as_of']))).toBeLessThanOrEqual(Date.parse(`${DAY}T21:15:00.000Z`))
    expect(points.map((point) => point.expiration_date)).toEqual([NEXT])
    // Dated 16:00, it would be a tenth of a point too low.
    expect(points[0]?.atm_iv).toBeGreaterThan(VOLATILITY - 0.0002)
    expect(points[0]?.atm_iv).toBeLessThan(VOLATILITY + 0.0002)
  }
})

it.each(['SPX', 'SPY'])(
  'counts what settled at 16:00 in no sum of %s, though its class trades until 16:15',
  async (symbol) => {
    const path = `/stocks/${symbol}/gamma_exposure?dte_max=0`
    const before = await at(`${DAY}T20:59:00.000Z`, path)
    const after = await at(`${DAY}T21:05:00.000Z`, path)
    const next = await at(`${DAY}T21:05:00.000Z`, `/stocks/${symbol}/gamma_exposure?dte_max=1`)

    const strikesIn = (body: Record<string, unknown>) => (body['data'] as readonly unknown[]).length
    expect(strikesIn(before)).toBeGreaterThan(0)
    expect(strikesIn(after)).toBe(0)
    expect(strikesIn(next)).toBeGreaterThan(0)
  },
)

it('dates quotes of a stock by 16:00, when its options stop', async () => {
  const body = await at(`${DAY}T21:10:00.000Z`, '/stocks/AAPL/iv_term_structure')

  expect(body['as_of']).toBe(`${DAY}T21:00:00.000Z`)
})
