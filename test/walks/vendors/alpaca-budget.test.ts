import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import { type AlpacaMarket, alpacaMarket } from '../../../src/market/sources/alpaca/index.ts'
import { type Urgency, withUrgency } from '../../../src/market/sources/urgency.ts'
import type { VendorClock } from '../../../src/market/sources/vendor-client.ts'
import { liveBench } from '../../support/alpaca/live-bench.ts'
import { BASIC_PLAN } from '../../support/vendors/alpaca/grants.ts'
import { PAPER_KEYS } from '../../support/vendors/alpaca/hosts.ts'
import { type AlpacaVendor, alpacaVendor } from '../../support/vendors/alpaca/server.ts'
import { alpacaWorld } from '../../support/vendors/alpaca/world.ts'

/** Friday, 13:00 in New York. */
const START = '2026-11-20T18:00:00.000Z'
const SYMBOLS = 'AAA BBB CCC DDD EEE FFF GGG HHH III JJJ KKK LLL'.split(' ')
/** Time that the vendor takes for an answer. */
const ANSWER_MS = 150
/** More than one window of the limit. */
const MINUTES = 1.5

interface Sleeper {
  readonly atMs: number
  readonly wake: () => void
}

/**
 * Time that stands still while requests are on their way, and then moves on to whoever sleeps for the shortest time: the
 * minutes of a rate limit pass at once, and every wait has its true length.
 */
class VirtualTime {
  readonly startMs = Date.parse(START)
  nowMs = this.startMs
  #sleepers: Sleeper[] = []
  #onTheirWay = 0
  readonly #sent = () => void this.#onTheirWay++
  readonly #ended = () => void this.#onTheirWay--

  constructor() {
    subscribe('undici:request:create', this.#sent)
    subscribe('undici:request:trailers', this.#ended)
    subscribe('undici:request:error', this.#ended)
  }

  [Symbol.dispose](): void {
    unsubscribe('undici:request:create', this.#sent)
    unsubscribe('undici:request:trailers', this.#ended)
    unsubscribe('undici:request:error', this.#ended)
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ atMs: this.nowMs + ms, wake }))
  }

  /** The vendor has a request: it is on its way no more until it is answered. */
  async answering(): Promise<void> {
    this.#onTheirWay--
    await this.sleep(ANSWER_MS)
    this.#onTheirWay++
  }

  /** Until the work is done. */
  async run(work: Promise<unknown>): Promise<void> {
    let isDone = false
    const done = work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await settled()
      if (this.#onTheirWay === 0) this.#advance()
    }
    await done
  }

  #advance(): void {
    this.#sleepers.sort((a, b) => a.atMs - b.atMs)
    const next = this.#sleepers.shift()
    if (!next) return
    this.nowMs = Math.max(this.nowMs, next.atMs)
    next.wake()
  }
}

/** Whatever goes on without waiting for anybody has gone on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate)
}

let resources: AsyncDisposableStack
let time: VirtualTime
let vendor: AlpacaVendor
let market: AlpacaMarket

beforeEach(async () => {
  // Loading it takes real time, in which nobody sleeps.
  await import('undici')
  resources = new AsyncDisposableStack()
  time = resources.use(new VirtualTime())
  const now = () => new Date(time.nowMs)
  const strikes = [95, 100, 105]
  const expirations = ['2026-12-18']
  const world = alpacaWorld({
    now,
    stocks: Object.fromEntries(SYMBOLS.map((symbol) => [symbol, 100])),
    roots: SYMBOLS.map((symbol) => ({ root: symbol, underlying: symbol, spot: 100, expirations, strikes })),
  })
  for (const { symbol } of world.contracts) {
    world.optionTrades.set(symbol, [{ t: time.nowMs - MINUTE_MS, p: 1, s: 1, x: 'C', c: 'I' }])
  }
  vendor = resources.use(await alpacaVendor({ world, grants: BASIC_PLAN, delay: () => time.answering() }))
  const { past } = resources.use(await liveBench(START))
  const clock: VendorClock = {
    nowMs: () => time.nowMs,
    monotonicMs: () => time.nowMs,
    random: () => 0.5,
    patience: () => time.sleep(4_000),
    shortPatience: () => time.sleep(1_000),
    deadline: () => time.sleep(20_000),
    sleep: (ms) => time.sleep(ms),
  }
  market = resources.use(
    alpacaMarket({
      access: {
        dataUrl: vendor.data.url,
        tradingUrl: vendor.paper.url,
        keyId: PAPER_KEYS.id,
        secret: PAPER_KEYS.secret,
      },
      feeds: { stocks: 'iex', options: 'indicative' },
      streamUrl: null,
      symbols: SYMBOLS,
      past,
      clock,
    }),
  )
})
afterEach(() => resources.disposeAsync())

/** All that is known of every symbol, again and again: more than the limit allows. What fails has its next turn. */
async function goAround(urgency: Urgency, untilMs: number): Promise<void> {
  const view = await market.viewAt()
  const look = async (symbol: string) => {
    while (time.nowMs < untilMs) {
      const news = view.news({ symbol, since: '2026-11-01T00:00:00.000Z', limit: 1 })
      await Promise.allSettled([view.chain(symbol), view.quote(symbol), view.optionPrints(symbol), news])
      await time.sleep(1_000)
    }
  }
  await withUrgency(urgency, () => Promise.all(SYMBOLS.map(look)))
}

/** The wait of a person who asks for a chain and a quote every three seconds. */
async function waitsOfPerson(untilMs: number): Promise<number[]> {
  const waits: number[] = []
  for (let place = 0; time.nowMs < untilMs; place++) {
    const view = await market.viewAt()
    const symbol = SYMBOLS[place % SYMBOLS.length] ?? ''
    const fromMs = time.nowMs
    await withUrgency('question', () => Promise.all([view.chain(symbol), view.quote(symbol)]))
    waits.push(time.nowMs - fromMs)
    await time.sleep(3_000)
  }
  return waits
}

describe('twelve symbols on 200 requests a minute', () => {
  it('leave a person who asks meanwhile an answer within two seconds', async () => {
    const untilMs = time.startMs + MINUTES * MINUTE_MS
    const waits: number[] = []
    const person = waitsOfPerson(untilMs).then((measured) => waits.push(...measured))
    await time.run(Promise.all([goAround('background', untilMs), goAround('watched', untilMs), person]))

    const refused = vendor.data.statuses.filter((status) => status === 429)
    const perMinute = vendor.data.requests.length / MINUTES
    expect(waits.length).toBeGreaterThan(15)
    expect(waits.sort((a, b) => a - b)[Math.floor(0.95 * waits.length)]).toBeLessThanOrEqual(2_000)
    expect(refused).toEqual([])
    expect(perMinute).toBeGreaterThan(100)
  })
})
