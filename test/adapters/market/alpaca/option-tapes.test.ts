import { afterEach, beforeEach, expect, it } from 'vitest'
import { tapeTrade } from '../../../../src/adapters/market/alpaca/option-session.ts'
import { optionTapes } from '../../../../src/adapters/market/alpaca/option-tapes.ts'
import { type AlpacaRest, alpacaRest } from '../../../../src/adapters/market/alpaca/rest.ts'
import { HealthLog } from '../../../../src/adapters/market/source-health.ts'
import { ChainBuilder } from '../../../../src/domain/market/chain-builder.ts'
import { ALPACA_KEYS, type AlpacaServer, alpacaServer } from '../../../support/alpaca-server.ts'
import { testClock } from '../../../support/clock.ts'
import { vendorClock } from '../../../support/vendor-clock.ts'

const CONTRACT = 'ZZZ261218C00100000'
const clock = testClock('2026-11-20T16:00:00.000Z')
const moment = { asOfMs: clock.now().getTime(), sessionDate: '2026-11-20' }
const chain = new ChainBuilder().build({ symbol: 'ZZZ', asOfMs: moment.asOfMs, underlyingPrice: 100 })
const traded = { contracts: [CONTRACT], knownAtMs: moment.asOfMs, chain }

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

it('keeps the tapes used last', async () => {
  const tapes = optionTapes(rest, { stocks: 'sip', options: 'opra' }, NOTHING_KEPT)
  for (let place = 0; place < 40; place++) await tapes.tape(`S${place}`, moment, { ...traded, contracts: [] }, true)
  expect([tapes.has('S7', '2026-11-20'), tapes.has('S8', '2026-11-20'), tapes.has('S39', '2026-11-20')]).toEqual([
    false,
    true,
    true,
  ])
})
