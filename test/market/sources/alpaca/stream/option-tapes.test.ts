import { afterEach, beforeEach, expect, it } from 'vitest'
import { ChainBuilder } from '../../../../../src/market/domain/options/chain-builder.ts'
import { noPrints, type TapePrints } from '../../../../../src/market/domain/options/option-tape.ts'
import { tapeTrade } from '../../../../../src/market/sources/alpaca/rest/option-session.ts'
import { type AlpacaRest, alpacaRest } from '../../../../../src/market/sources/alpaca/rest/rest.ts'
import { optionTapes } from '../../../../../src/market/sources/alpaca/stream/option-tapes.ts'
import { HealthLog } from '../../../../../src/market/sources/source-health.ts'
import type { KeptTape } from '../../../../../src/market/sources/stored-past.ts'
import { ALPACA_KEYS, type AlpacaServer, alpacaServer } from '../../../../support/alpaca/alpaca-server.ts'
import { vendorClock } from '../../../../support/alpaca/vendor-clock.ts'
import { testClock } from '../../../../support/clock.ts'
import { countingTurns } from '../../../../support/turns.ts'

const CONTRACT = 'ZZZ261218C00100000'
const UNKNOWN = [Number.NaN, Number.NaN, Number.NaN, Number.NaN]
const OCC = 'ZZZ   261218C00100000'
const clock = testClock('2026-11-20T16:00:00.000Z')
const moment = { asOfMs: clock.now().getTime(), sessionDate: '2026-11-20' }
const chain = new ChainBuilder().build({ symbol: 'ZZZ', asOfMs: moment.asOfMs, underlyingPrice: 100 })
const traded = { contracts: [CONTRACT], knownAtMs: moment.asOfMs, chain, without: [] }

const NOTHING_KEPT = { prints: async () => null, offExchange: async () => null }

let server: AlpacaServer
let rest: AlpacaRest

beforeEach(async () => {
  server = await alpacaServer(clock)
  const access = { dataUrl: server.url, tradingUrl: server.url, ...ALPACA_KEYS, timeoutMs: 2000 }
  rest = alpacaRest(access, vendorClock(clock), new HealthLog('Alpaca'))
})

afterEach(async () => {
  await rest.close()
  await server[Symbol.asyncDispose]()
})

it('puts trades of a stream that come while pages are read behind those of the pages', async () => {
  const row = (t: string, s: number) => ({ t, p: 3.5, s, x: 'C', c: 'I' })
  server.optionTrades.set(CONTRACT, [row('2026-11-20T15:00:00Z', 1), row('2026-11-20T15:59:58Z', 2)])
  const tapes = optionTapes(rest, { stocks: 'sip', options: 'opra' }, NOTHING_KEPT)
  const asked = tapes.tape('ZZZ', moment, traded, true)
  for (const streamed of [row('2026-11-20T15:59:58Z', 2), row('2026-11-20T15:59:59Z', 3)]) {
    const trade = tapeTrade(CONTRACT, streamed)
    expect.assert(trade)
    tapes.addStreamed('ZZZ', trade)
  }
  await asked
  const { prints } = await tapes.tape('ZZZ', moment, traded, true)
  expect([[...prints.size], [...prints.volume]]).toEqual([
    [1, 2, 3],
    [1, 3, 6],
  ])
})

it('puts nothing before what was kept, though that could not be read at first', async () => {
  const row = (t: string, s: number) => ({ t, p: 3.5, s, x: 'C', c: 'I' })
  server.optionTrades.set(CONTRACT, [row('2026-11-20T15:59:57Z', 1), row('2026-11-20T15:59:58Z', 2)])
  let kept: KeptTape | undefined
  const past = {
    ...NOTHING_KEPT,
    async prints() {
      if (!kept) throw new Error('the store does not answer')
      return kept
    },
  }
  const tapes = optionTapes(rest, { stocks: 'sip', options: 'opra' }, past)
  const ask = async () => (await tapes.tape('ZZZ', moment, traded, true)).prints
  const stream = (...rows: ReturnType<typeof row>[]) => {
    for (const each of rows) {
      const streamed = tapeTrade(CONTRACT, each)
      expect.assert(streamed)
      tapes.addStreamed('ZZZ', streamed)
    }
  }
  const asked = ask()
  stream(row('2026-11-20T15:59:58.500Z', 3), row('2026-11-20T15:59:59.100Z', 4))
  await expect(asked).rejects.toThrow('the store does not answer')
  stream(row('2026-11-20T15:59:59.200Z', 5), row('2026-11-20T15:59:59.900Z', 6))
  expect(tapes.held()).toEqual([])
  kept = { prints: keptPrints(1, 2), wholeUntilMs: moment.asOfMs - 2_000 }
  const prints = await ask()
  expect([[...prints.size], [...prints.bid], [...prints.ask], [...prints.underlyingPrice]]).toEqual([
    [1, 2, 3, 4, 5, 6],
    [3.4, ...UNKNOWN, Number.NaN],
    [3.6, 3.7, ...UNKNOWN],
    [Number.NaN, 100, ...UNKNOWN],
  ])
})

it('reads what came since a tape was kept, though a stream carries it now', async () => {
  server.optionTrades.set(CONTRACT, [{ t: '2026-11-20T15:59:59Z', p: 3.5, s: 3, x: 'C', c: 'I' }])
  const kept = { prints: keptPrints(1, 2), wholeUntilMs: moment.asOfMs - 2_000 }
  const tapes = optionTapes(rest, { stocks: 'sip', options: 'opra' }, { ...NOTHING_KEPT, prints: async () => kept })
  expect(await tapes.finishedTape('ZZZ', moment)).toBeNull()
  const { prints } = await tapes.tape('ZZZ', moment, traded, true)
  expect([...prints.size]).toEqual([1, 2, 3])
})

it('serves other requests while it restores a large tape, and keeps the places of all its trades', async () => {
  const count = 50_000
  const [first] = [moment.asOfMs - 60_000]
  const numbers = (of: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => of(row))
  const prints: TapePrints = {
    ...keptPrints(1, 2),
    count,
    executedAtMs: numbers((row) => first + row),
    optionSymbols: Array.from({ length: count }, () => OCC),
    exchange: Array.from({ length: count }, () => 'C'),
    condition: Array.from({ length: count }, () => 'I'),
    size: numbers((row) => 1 + (row % 7)),
    price: numbers(() => 3.5),
    volume: numbers((row) => row + 1),
    bid: numbers(() => Number.NaN),
    ask: numbers(() => Number.NaN),
    underlyingPrice: numbers(() => 100),
    openInterest: numbers(() => 5),
  }
  const kept = { prints, wholeUntilMs: moment.asOfMs }
  const tapes = optionTapes(rest, { stocks: 'sip', options: 'opra' }, { ...NOTHING_KEPT, prints: async () => kept })

  const asked = tapes.storedTape('ZZZ', moment)
  await new Promise((resolve) => setImmediate(resolve))
  const half = tapes.held()
  const { result, turns } = await countingTurns(asked)

  expect(half).toEqual([])
  expect(turns).toBeGreaterThan(5)
  expect(result.prints).toMatchObject({ count, size: prints.size, volume: prints.volume })
})

/** Two prints of 15:59:57 and :58, of which something else is known each. */
function keptPrints(...sizes: readonly [number, number]): TapePrints {
  return {
    ...noPrints('ZZZ', '2026-11-20'),
    count: 2,
    executedAtMs: Float64Array.of(moment.asOfMs - 3_000, moment.asOfMs - 2_000),
    optionSymbols: [OCC, OCC],
    price: Float64Array.of(3.5, 3.5),
    size: Float64Array.from(sizes),
    bid: Float64Array.of(3.4, Number.NaN),
    ask: Float64Array.of(3.6, 3.7),
    underlyingPrice: Float64Array.of(Number.NaN, 100),
    exchange: ['C', 'C'],
    condition: ['I', 'I'],
    volume: Float64Array.of(1, 3),
    openInterest: Float64Array.of(5, 5),
  }
}

it('keeps the tapes used last', async () => {
  const tapes = optionTapes(rest, { stocks: 'sip', options: 'opra' }, NOTHING_KEPT)
  for (let place = 0; place < 40; place++) await tapes.tape(`S${place}`, moment, { ...traded, contracts: [] }, true)
  expect([tapes.has('S7', '2026-11-20'), tapes.has('S8', '2026-11-20'), tapes.has('S39', '2026-11-20')]).toEqual([
    false,
    true,
    true,
  ])
})
