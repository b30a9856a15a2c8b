/** The chain of a board at one moment: one quote for every contract, all from one surface. */

import { mix } from '../../../../lib/math/seeded-random.ts'
import type { Steps } from '../../../../lib/steps.ts'
import { at } from '../../../../pricing/column.ts'
import type { OptionChain } from '../../../domain/options/chain.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import { lastTrades } from '../tape/last-trades.ts'
import type { Moment, World } from '../world.ts'
import type { Board } from './board.ts'
import { emptyQuote, expirationTerms, quoteStrike, quotingTerms } from './quoting.ts'
import { sliceOf } from './surface.ts'

/** Quoted sizes change this often. */
const SIZES_LAST_MS = 5000
const ROWS_A_STEP = 2000

interface Quotes {
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly vendorIv: Float64Array
}

export function* quotedChain(world: World, path: SymbolPath, board: Board, moment: Moment): Steps<OptionChain> {
  const { layout, activity } = board
  const { count } = layout.contracts
  const quotes = {
    bid: new Float64Array(count),
    ask: new Float64Array(count),
    vendorIv: new Float64Array(count),
  }
  const state = world.stateAt(path, moment)
  const terms = quotingTerms(path.profile, state.spot)
  const quote = emptyQuote()
  for (let expiration = 0; expiration < layout.expirations.length; expiration++) {
    const slice = sliceOf(path.profile, state, layout.expirations[expiration]?.settlesAtMs ?? Number.NaN)
    const shared = expirationTerms(slice, board.exercise[expiration] ?? null)
    const end = board.starts[expiration + 1] ?? count
    const first = board.starts[expiration] ?? count
    if (Math.floor(end / ROWS_A_STEP) > Math.floor(first / ROWS_A_STEP)) yield
    for (let row = first; row < end; row += 2) {
      quoteStrike(terms, shared, at(layout.contracts.strike, row), at(board.logStrikes, row), quote)
      write(quotes, row, quote.callBid, quote.callAsk, quote.volatility)
      write(quotes, row + 1, quote.putBid, quote.putAsk, quote.volatility)
    }
  }
  const trades = yield* lastTrades(world, path, board, moment)
  return {
    ...layout,
    asOfMs: moment.asOfMs,
    sessionDate: moment.sessionDate,
    underlyingPrice: state.spot,
    contracts: {
      ...layout.contracts,
      ...quotes,
      ...trades,
      ...sizes(board, quotes, moment.asOfMs),
      openInterest: activity.openInterest,
    },
  }
}

/** A contract without a bid has no volatility of its own, as in the files of vendors. */
function write({ bid, ask, vendorIv }: Quotes, row: number, itsBid: number, itsAsk: number, volatility: number): void {
  bid[row] = itsBid
  ask[row] = itsAsk
  vendorIv[row] = itsBid > 0 ? ((volatility * 1e4 + 0.5) | 0) / 1e4 : Number.NaN
}

function sizes({ activity }: Board, { bid }: Quotes, asOfMs: number) {
  const count = bid.length
  const bidSize = new Float64Array(count)
  const askSize = new Float64Array(count)
  const period = Math.floor(asOfMs / SIZES_LAST_MS)
  for (let row = 0; row < count; row++) {
    const bits = mix(activity.streams[row] ?? 0, period)
    bidSize[row] = at(bid, row) > 0 ? sizeOf(bits & 0xffff) : 0
    askSize[row] = sizeOf(bits >>> 16)
  }
  return { bidSize, askSize }
}

/** 1 to 300 contracts, small ones far more often. */
function sizeOf(bits: number): number {
  const share = bits / 65_536
  return 1 + ((300 * share * share * share) | 0)
}
