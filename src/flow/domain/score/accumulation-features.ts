/**
 * What tells a buy that belongs to an accumulation from any other: how one-sided, steady and large the buying of its
 * contract has been in this session, against the contract, its neighbours and the symbol. Only what is known at the
 * print. The volume that the tape reports is left out: it contains small trades that a tape need not list.
 */
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { isAccumulable, overOpenInterest, persistenceOf } from '../sums/accumulation.ts'
import { aggressorOf } from '../tape/contract-row.ts'
import type { PendingRow } from '../tape/pending-row.ts'
import { EVIDENCE, FACTORS, FEATURES } from './rarity-features.ts'
import type { SessionOrders } from './session-orders.ts'

/**
 * In the order in which the model takes them; NaN is unknown. Ratios and shares are logarithms.
 * @internal For tests of the model, which needs no names.
 */
export const ACCUMULATION_FEATURES = [
  /** See `persistenceOf`. */
  'persistence',
  /** Rows of the contract with neither an aggressive buyer nor a seller. */
  'other_rows',
  /** Geometric mean of the sizes of the buys over the usual size of a print of the contract. */
  'clip',
  /** Standard deviation of the logarithms of their sizes. */
  'clip_deviation',
  'minutes_since_first',
  'minutes_since_last',
  'over_open_interest',
  /** Net contracts over all contracts of the symbol in the rows so far. */
  'share_of_symbol',
  /** Distance from the middle of the quote, in half spreads. */
  'execution',
  'days_to_expiry',
  'absolute_delta',
  'days_to_earnings',
  /** The other calls, or puts, of the expiration: their persistence, and their net contracts as `share_of_symbol`. */
  'neighbour_persistence',
  'neighbour_share',
] as const

/** Fewer buys of a contract, the present one included, are no accumulation: the other factors judge single prints. */
const MIN_BUYS = 3
/** Floors of ratios, because what was sold on balance has no logarithm. */
const MIN_OVER = 1e-4
const MIN_SHARE = 1e-5

const EXECUTION = FEATURES.first + FACTORS.indexOf('execution')

/**
 * Writes buys and sells of the contract to the evidence if the row is a buy of a contract that is typical for accumulation,
 * and from the third buy on its features from `FEATURES.accumulation` on. The other features must have been written.
 */
export function writeAccumulation(
  row: PendingRow,
  features: number[],
  evidence: number[],
  session: SessionOrders,
): void {
  const { contract, delta, size } = row
  const { orders, identity } = contract
  const { openInterest, dte } = identity
  if (aggressorOf(row) !== 1 || !isAccumulable({ delta, dte })) return
  const buys = orders.buys + 1
  const netSize = orders.netSize + size
  const over = overOpenInterest({ netSize, openInterest })
  evidence[EVIDENCE.buys] = buys
  evidence[EVIDENCE.sells] = orders.sells
  evidence[EVIDENCE.overOpenInterest] = over
  if (buys < MIN_BUYS) return
  const logSize = Math.log(size)
  const meanLog = (orders.logSizes + logSize) / buys
  const square = (orders.logSquares + logSize * logSize) / buys
  const { buys: sideBuys, sells: sideSells, netSize: sideNet } = session.sideOf(identity)
  const neighbourBuys = Math.max(sideBuys - orders.buys, 0)
  const neighbourSells = Math.max(sideSells - orders.sells, 0)
  const listed = session.size + size
  features.push(
    persistenceOf(buys, orders.sells),
    orders.others,
    meanLog - Math.log(evidence[EVIDENCE.usualSize] ?? Number.NaN),
    Math.sqrt(Math.max(square - meanLog * meanLog, 0)),
    (row.executedAtMs - orders.firstBuyMs) / MINUTE_MS,
    (row.executedAtMs - orders.lastBuyMs) / MINUTE_MS,
    Math.log(Math.max(over, MIN_OVER)),
    Math.log(Math.max(netSize / listed, MIN_SHARE)),
    features[EXECUTION] ?? Number.NaN,
    dte,
    Math.abs(delta),
    evidence[EVIDENCE.daysToEarnings] ?? Number.NaN,
    neighbourBuys + neighbourSells > 0 ? persistenceOf(neighbourBuys, neighbourSells) : 0,
    Math.log(Math.max((sideNet - orders.netSize) / listed, MIN_SHARE)),
  )
}
