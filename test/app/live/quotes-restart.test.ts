import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TapeKeeping, tapeKeeping } from '../../../src/app/live/tape-keeping.ts'
import { tapeKeeper } from '../../../src/flow/workers/tape-keeper.ts'
import type { AlpacaMarket } from '../../../src/market/sources/alpaca/index.ts'
import { type AlpacaBench, alpacaBench, OPTIONS, STOCKS } from '../../support/alpaca/alpaca-bench.ts'
import { type TestApp, testApp } from '../../support/app.ts'

const CALL = 'ZZZ261218C00100000'
const PUT = 'ZZZ261218P00100000'
const PATIENCE = { timeout: 5000 }

let app: TestApp
let live: AlpacaBench
let source: AlpacaMarket
let keeping: TapeKeeping | null

beforeEach(async () => {
  app = await testApp()
  live = await alpacaBench()
  await started()
  await live.streaming(OPTIONS, 'quotes')
  await vi.waitFor(() => expect(live.stream.subscribed(STOCKS).size).toBe(1), PATIENCE)
})

afterEach(async () => {
  await keeping?.[Symbol.asyncDispose]()
  await live[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** A process whose memory is new, on the same store; somebody looks at the tape. */
async function started(): Promise<void> {
  source = await live.open()
  const { store, clock } = live.live
  keeping = tapeKeeping({ ...app.parts, market: source, store, now: clock.now })
  await tape()
}

async function tape() {
  return await (await source.viewAt()).optionPrints('ZZZ')
}

async function told(): Promise<string[]> {
  const { prints } = await tape()
  return [...prints.executedAtMs].map((ms, row) => {
    const time = new Date(ms).toISOString().slice(14, 21)
    return `${time} ${prints.bid[row]} ${prints.ask[row]} ${prints.underlyingPrice[row]}`
  })
}

function trade(contract: string, t: string): void {
  live.trade(contract, { t: `2026-11-20T${t}Z`, p: 3.5, s: 2, x: 'C', c: 'I' }, 'both')
}

function quote(contract: string, t: string, bp: number, ap: number): void {
  live.stream.send(OPTIONS, {
    T: 'q',
    S: contract,
    t: `2026-11-20T${t}Z`,
    bx: 'C',
    bp,
    bs: 1,
    ax: 'C',
    ap,
    as: 1,
    c: 'A',
  })
}

function stock(t: string, p: number): void {
  live.stream.send(STOCKS, { T: 't', S: 'ZZZ', p, s: 100, x: 'V', i: 1, c: ['@'], z: 'C', t: `2026-11-20T${t}Z` })
}

it('has after a restart the market before each print, also of those that nobody had read', async () => {
  stock('16:00:26', 101.25)
  quote(CALL, '16:00:26', 3.4, 3.6)
  await live.stream.settled()
  trade(CALL, '16:00:27')
  trade(PUT, '16:00:28')
  // It is 16:00:30: the last of them would still wait for its quote.
  trade(CALL, '16:00:29.9')
  await live.stream.settled()
  await keeping?.[Symbol.asyncDispose]()
  live.trade(CALL, { t: '2026-11-20T16:00:40Z', p: 3.5, s: 2, x: 'C', c: 'I' }, 'pages')
  live.live.clock.advance(60_000)
  await started()

  expect(await told()).toEqual([
    '00:27.0 3.4 3.6 101.25',
    '00:28.0 NaN NaN 101.25',
    '00:29.9 3.4 3.6 101.25',
    '00:40.0 NaN NaN NaN',
  ])
  expect((await tape()).warnings).toContainEqual(
    expect.stringMatching(/bid and ask are known at at least 50 % .* the price of the underlying at at least 70 %/),
  )
})

it('is not kept from the quote before a print by being written down', async () => {
  const { store, clock } = live.live
  const parts = {
    store,
    source: source.name,
    readSession: async () => undefined,
    now: clock.now,
    heldOffExchange: () => [],
  }
  const keeper = tapeKeeper({ ...parts, heldTapes: () => source.heldTapes() })
  const stored = async () => [...((await store.tapeSegments.prints('ZZZ', '2026-11-20'))?.prints.bid ?? [])]
  const step = () => keeper.step(new AbortController().signal)
  trade(CALL, '16:00:29.9')
  await live.stream.settled()
  await step()
  expect(await stored()).toEqual([])
  // Told after the trade, made before it.
  quote(CALL, '16:00:29.8', 3.4, 3.6)
  await live.stream.settled()
  // Nothing more is traded, and nobody reads.
  clock.advance(5_000)
  await step()
  expect(await stored()).toEqual([3.4])
})
