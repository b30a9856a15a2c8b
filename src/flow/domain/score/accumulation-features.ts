/**
 * What tells a trade that belongs to an accumulation from any other: how one-sided, steady and large the buying has been in
 * this session of its contract, and of the few strikes near it over which somebody may spread his orders. Buying is what
 * has an aggressive buyer, and what trades between bid and ask nearer to the ask. Only what is known at the print. The
 * volume that the tape reports is left out: it contains small trades that a tape need not list.
 */
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { isAccumulable, overOpenInterest, persistenceOf } from '../sums/accumulation.ts'
import { isOpenMarket } from '../tape/contract-row.ts'
import type { PendingRow } from '../tape/pending-row.ts'
import type { OrderTally, TalliedOrder } from './order-tally.ts'
import { EVIDENCE } from './rarity-features.ts'
import { type NearOrders, orderOf, placeInQuote, type SessionOrders } from './session-orders.ts'

/**
 * In the order in which the model takes them; NaN is unknown. Ratios and shares are logarithms.
 * @internal For tests of the model, which needs no names.
 */
export const ACCUMULATION_FEATURES = [
  /** See `persistenceOf`: of aggressive buyers and sellers. */
  'persistence',
  /** Geometric mean of the sizes of the buying over the usual size of a print of the contract. */
  'clip',
  /** Standard deviation of the logarithms of their sizes. */
  'clip_deviation',
  'minutes_since_first',
  'minutes_since_last',
  /** Times that somebody bought, at least two minutes apart. */
  'times',
  'over_open_interest',
  /** Net contracts over all contracts of the symbol in the rows so far. */
  'share_of_symbol',
  /** Signed distance from the middle of the quote, in half spreads. */
  'place_in_quote',
  'days_to_expiry',
  'absolute_delta',
  'days_to_earnings',
  /** The others are of the contract and the strikes near it together. Of faded rows: persistence by rows and by contracts, and their number. */
  'near_persistence',
  'near_size_persistence',
  'near_rows',
  'near_times',
  /** Strikes that were bought in the last two hours. */
  'near_strikes',
  'near_clip_deviation',
  /** Size of the row over the geometric mean of theirs. */
  'size_over_clip',
  /** Earlier faded rows of buying of a similar size, and their balance with those of selling over its standard deviation. */
  'similar_rows',
  'similar_persistence',
] as const

/** Less buying, the present row included, is no accumulation: the other factors judge single prints. */
const MIN_BUYING = 3
/** Floors of ratios, because what was sold on balance has no logarithm. */
const MIN_OVER = 1e-4
const MIN_SHARE = 1e-5
/** Keeps what has faded from counting as much as what is new. */
const HALF_A_ROW = 0.5

/**
 * Of a row without an aggressive seller in a contract that is typical for accumulation: writes buys and sells of the
 * contract and the strikes near it to the evidence, and with the third row of buying its features from
 * `FEATURES.accumulation` on. The other features must have been written.
 */
export function writeAccumulation(
  row: PendingRow,
  features: number[],
  evidence: number[],
  session: SessionOrders,
): void {
  const { contract, delta } = row
  const { orders, openInterest, dte } = contract
  if (!isOpenMarket(row) || row.direction < 0 || !isAccumulable({ delta, dte })) return
  const order = orderOf(row)
  const near = session.near(contract, order)
  const netSize = orders.netSize + order.aggressor * order.size
  const over = overOpenInterest(netSize, openInterest)
  evidence[EVIDENCE.buys] = near.buys
  evidence[EVIDENCE.sells] = near.sells
  evidence[EVIDENCE.overOpenInterest] = over
  if (near.buying < MIN_BUYING) return
  const usual = Math.log(evidence[EVIDENCE.usualSize] ?? Number.NaN)
  pushOwn(features, orders, order, usual)
  features.push(
    Math.log(Math.max(over, MIN_OVER)),
    Math.log(Math.max(netSize / (session.size + order.size), MIN_SHARE)),
    placeInQuote(row),
    dte,
    Math.abs(delta),
    evidence[EVIDENCE.daysToEarnings] ?? Number.NaN,
  )
  pushNear(features, near, Math.log(order.size))
}

function pushOwn(features: number[], orders: OrderTally, order: TalliedOrder, usual: number): void {
  const { aggressor, lean, size, executedAtMs } = order
  const isBuying = aggressor > 0 || lean > 0
  const buys = orders.buys + (aggressor > 0 ? 1 : 0)
  const logSize = isBuying ? Math.log(size) : 0
  const buying = orders.buying + (isBuying ? 1 : 0)
  const mean = (orders.logSizes + logSize) / buying
  const square = (orders.logSquares + logSize * logSize) / buying
  features.push(
    buys + orders.sells > 0 ? persistenceOf(buys, orders.sells) : 0,
    mean - usual,
    Math.sqrt(Math.max(square - mean * mean, 0)),
    (executedAtMs - orders.firstBuyingMs) / MINUTE_MS,
    (executedAtMs - orders.lastBuyingMs) / MINUTE_MS,
    orders.apart + (isBuying && orders.isApart(executedAtMs) ? 1 : 0),
  )
}

function pushNear(features: number[], near: NearOrders, logSize: number): void {
  const clip = near.logSizes / near.buying
  features.push(
    near.rows > 0 ? near.balance / Math.sqrt(near.rows) : 0,
    near.squares > 0 ? near.sizeBalance / Math.sqrt(near.squares) : 0,
    near.rows,
    near.apart,
    near.strikes,
    Math.sqrt(Math.max(near.logSquares / near.buying - clip * clip, 0)),
    logSize - clip,
    near.similarBuying,
    (near.similarBuying - near.similarSelling) / Math.sqrt(near.similarBuying + near.similarSelling + HALF_A_ROW),
  )
}
