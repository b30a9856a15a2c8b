import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BASIC_PLAN } from '../../support/vendors/alpaca/grants.ts'
import type { AlpacaVendor } from '../../support/vendors/alpaca/server.ts'
import { type AlpacaService, alpacaService, smallWorld } from '../../support/vendors/alpaca/service.ts'
import type { Frame } from '../../support/vendors/alpaca/streams.ts'
import type { AlpacaWorld } from '../../support/vendors/alpaca/world.ts'
import { occSymbol } from '../../support/vendors/listed-contracts.ts'

const OPTIONS = '/v1beta1/opra'
const STOCKS = '/v2/sip'
const NOON = Date.parse('2026-11-20T17:59:00Z')
const CALL = occSymbol('SPY', '2026-11-27', 'call', 680)

let resources: AsyncDisposableStack
let vendor: AlpacaVendor
let app: AlpacaService['app']
let ask: AlpacaService['ask']
/** What the list of contracts says, until the last evening is published. */
let published: Partial<AlpacaWorld>

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  const small = smallWorld()
  published = {}
  const world: AlpacaWorld = {
    ...small,
    get openInterestDate() {
      return published.openInterestDate ?? '2026-11-19'
    },
    get contracts() {
      return published.contracts ?? small.contracts
    },
  }
  world.stockTrades.set('SPY', [
    { t: NOON - 60_000, i: 1, p: 680, s: 1_000, x: 'D', c: ['@'], z: 'B' },
    { t: NOON - 50_000, i: 2, p: 680, s: 1_000, x: 'V', c: ['@'], z: 'B' },
  ])
  ;({ vendor, app, ask } = await alpacaService(resources, { world }))
})
afterEach(() => resources.disposeAsync())

/** Until an answer is as expected: a message of a stream takes its time. */
async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  await vi.waitFor(async () => expect(await read()).toEqual(expected), { timeout: 5_000, interval: 60 })
}

describe('the stream of options', () => {
  const print = (after: number, more: Partial<Frame>): Frame => ({
    ...{ T: 't', S: CALL, t: NOON + after, p: 9.5, s: 10, x: 'C', c: 'I' },
    ...more,
  })
  const sizes = async () => ((await ask('/flow?symbol=SPY')).body['data'] as { size: number }[]).map(({ size }) => size)

  it.each(['A', 'C', 'E', 'G'])('takes a trade back by a message with condition %s, in msgpack', async (c) => {
    expect(await sizes()).toEqual([])
    await vendor.stream.subscribed(OPTIONS, ({ trades = [] }) => trades.includes(CALL))
    vendor.stream.publish(OPTIONS, print(0, {}), print(1, { S: CALL.replace('00680000', '00673000'), s: 40 }))
    await eventually(sizes, [40, 10])
    vendor.stream.publish(OPTIONS, print(2, { c }))
    await eventually(sizes, [40])
  })

  it('has the open interest of the last evening from when it is published, in a session that began without it', async () => {
    const { contracts } = smallWorld()
    published = { contracts, openInterestDate: '2026-11-18' }
    const OTHER = CALL.replace('00680000', '00673000')
    const rows = async () =>
      ((await ask('/flow?symbol=SPY')).body['data'] as { size: number; open_interest: number }[])
        .map(({ size, open_interest: interest }) => [size, interest])
        .sort(([a = 0], [b = 0]) => a - b)
    expect(await rows()).toEqual([])
    await vendor.stream.subscribed(OPTIONS, ({ trades = [] }) => trades.includes(CALL))
    vendor.stream.publish(OPTIONS, print(0, { s: 10 }))
    await eventually(rows, [[10, 110]])

    published = { contracts: contracts.map((it) => ({ ...it, openInterest: it.openInterest + 500 })) }
    app.clock.advance(16 * 60_000)
    await ask('/flow?symbol=SPY')
    vendor.stream.publish(OPTIONS, print(60_000, { s: 20 }), print(60_001, { S: OTHER, s: 30 }))
    await eventually(rows, [
      [10, 110],
      [20, 610],
      [30, 610],
    ])
  })
})

it('the stream of options is not opened with the feed indicative, which alters its prints: they come from pages alone', async () => {
  await using free = new AsyncDisposableStack()
  const world = smallWorld()
  world.optionTrades.set(CALL, [{ t: NOON - 20 * 60_000, p: 9.5, s: 10, x: 'C', c: 'I' }])
  const service = await alpacaService(free, { world, grants: BASIC_PLAN, feeds: 'iex,indicative' })
  const { body } = await service.ask('/flow?symbol=SPY')
  await service.vendor.stream.subscribed('/v2/iex', ({ trades = [] }) => trades.includes('SPY'))

  expect((body['data'] as { size: number }[]).map(({ size }) => size)).toEqual([10])
  expect(service.vendor.stream.connected).toEqual(['/v2/iex'])
})

describe('the stream of stocks', () => {
  const trade = (i: number, x: string, s: number): Frame => ({
    ...{ T: 't', S: 'SPY', i, x, p: 681, s, c: ['@'], t: NOON + i, z: 'B' },
  })
  const cancel = (i: number, x: string, s: number): Frame => ({ ...trade(i, x, s), T: 'x', a: 'C' })
  const share = async () => (await ask('/dark_pool_levels?symbol=SPY&days=1')).body['off_exchange_share_pct']

  it('takes back trades that came, are to come, or never came, each once', async () => {
    expect(await share()).toBe(50)
    await vendor.stream.subscribed(STOCKS, ({ cancelErrors = [] }) => cancelErrors.includes('SPY'))
    // Id 12 is canceled before it comes, 11 twice, 99 never comes.
    vendor.stream.publish(STOCKS, trade(11, 'V', 500), cancel(12, 'D', 9_000), cancel(99, 'V', 900))
    vendor.stream.publish(STOCKS, cancel(11, 'V', 500), cancel(11, 'V', 500), trade(12, 'D', 9_000))
    vendor.stream.publish(STOCKS, trade(13, 'D', 2_000))
    await eventually(share, 75)
    vendor.stream.publish(STOCKS, { ...cancel(2, 'V', 1_000), p: 680 }, cancel(13, 'D', 2_000))
    await eventually(share, 100)
  })

  it('replaces a trade by its correction, whichever comes first', async () => {
    expect(await share()).toBe(50)
    await vendor.stream.subscribed(STOCKS, ({ corrections = [] }) => corrections.includes('SPY'))
    const correction = { oi: 21, op: 681, os: 6_000, oc: ['@'], ci: 22, cp: 681.5, cs: 2_000, cc: ['@'] }
    vendor.stream.publish(STOCKS, { T: 'c', S: 'SPY', x: 'V', ...correction, t: NOON + 30, z: 'B' })
    vendor.stream.publish(STOCKS, trade(21, 'V', 6_000))
    await eventually(share, 25)
  })
})
