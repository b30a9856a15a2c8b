import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { sessionKeeper } from '../../../../src/app/live/keep-sessions.ts'
import type { AlpacaMarket } from '../../../../src/market/sources/alpaca/index.ts'
import { type AlpacaBench, alpacaBench, MINUTE, OPTIONS, STOCKS } from '../../../support/alpaca/alpaca-bench.ts'
import { itConformsToMarketSource } from '../source-conformance.ts'

const CALL = 'ZZZ261218C00100000'
const PUT = 'ZZZ261218P00100000'
const PATIENCE = { timeout: 5000 }

let live: AlpacaBench
let source: AlpacaMarket
let ids = 0

beforeEach(async () => {
  live = await alpacaBench('2026-11-19T21:30:00.000Z')
  source = await live.open()
  await keptSession()
  live.live.clock.set('2026-11-20T16:00:00.000Z')
  await looked()
  await live.streaming(OPTIONS, 'quotes')
  await vi.waitFor(() => expect(live.stream.subscribed(STOCKS).size).toBe(1), PATIENCE)
  await streamed('16:00', 2)
})

afterEach(() => live[Symbol.asyncDispose]())

async function keptSession(): Promise<void> {
  const { store, clock, newId } = live.live
  const failed = (error: unknown) => {
    throw error
  }
  const keeper = sessionKeeper({
    market: source,
    store,
    now: clock.now,
    newId,
    readFlow: null,
    onFailure: failed,
    onUnvalued: failed,
  })
  while (await keeper.keepNext(new AbortController().signal));
}

async function looked() {
  const view = await source.viewAt()
  await view.offExchangeTrades('ZZZ', 1)
  return await view.optionPrints('ZZZ')
}

/** A quote, a trade at it and one without, and a trade of the stock, in the first seconds of a minute. */
async function streamed(minute: string, count: number): Promise<void> {
  const at = (second: number) => `2026-11-20T${minute}:0${second}.123456789Z`
  const stock = { T: 't', S: 'ZZZ', p: 101.25, s: 300, c: ['@'], z: 'C' }
  live.stream.send(STOCKS, { ...stock, t: at(1), x: 'V', i: ++ids }, { ...stock, t: at(1), x: 'D', i: ++ids })
  live.stream.send(OPTIONS, { T: 'q', S: CALL, t: at(2), bx: 'C', bp: 3.4, bs: 1, ax: 'C', ap: 3.6, as: 1, c: 'A' })
  live.trade(CALL, { t: at(3), p: 3.6, s: 2, x: 'C', c: 'I' }, 'both')
  live.trade(PUT, { t: at(4), p: 2.1, s: 1, x: 'N', c: 'S' }, 'both')
  await vi.waitFor(async () => expect((await looked()).prints.count).toBe(count), PATIENCE)
}

describe('with streams of trades and quotes', () => {
  itConformsToMarketSource(() => ({
    source,
    symbol: 'ZZZ',
    unknownSymbol: 'WHAT',
    pastDate: '2026-11-19',
    emptyDate: '2026-11-18',
    async laterInSession() {
      live.live.clock.advance(MINUTE)
      await streamed('16:01', 4)
      const { prints } = await looked()
      expect([...prints.bid]).toEqual([3.4, Number.NaN, 3.4, Number.NaN])
      return await source.viewAt()
    },
  }))
})
