/**
 * Contracts that expire on the day of the chain. Prices cluster at strikes with much open interest on expiration days, by a
 * small amount (S. Ni, N. Pearson, A. Poteshman, Journal of Financial Economics 78, 2005).
 */
import { at } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import type { ZeroDte } from '../../contract/exposure-matrix.ts'
import { selectedRows } from '../chain/expiration-filter.ts'
import { chainDistribution } from '../distribution/chain-distribution.ts'
import { lognormalDistribution } from '../distribution/price-distribution.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { movedChain } from '../valuation/moved-chain.ts'
import { exposures } from './exposures.ts'
import { exposuresByStrike, type StrikeExposures } from './grouped-exposures.ts'

const HOURS_A_YEAR = 24 * 365
const HOURS_A_DAY = 24
const HOUR_MS = 3_600_000
const TODAY = { dteMin: 0, dteMax: 0 }
const STILL = { pricePct: 0, ivPoints: 0, skewPoints: 0, termScaling: 'none' } as const

/** The expiration of the day, the close rather than the open; undefined where nothing expires later on that day. */
export function expirationOfToday({ expirations }: ValuedChain): ValuedExpiration | undefined {
  return expirations.findLast(({ expired, dte }) => !expired && dte === 0)
}

/** `alone` values the expiration of the day by itself. Null where nothing expires later on that day. */
export function zeroDte(valued: ValuedChain, alone: ValuedChain | null): ZeroDte | null {
  const own = expirationOfToday(valued)
  if (!own || !alone) return null
  const today = selectedRows(valued, TODAY)
  const all = exposures(valued, selectedRows(valued, {}))
  const { netGex, callGex, putGex } = exposures(valued, today)
  const byStrike = exposuresByStrike(valued, today)
  const move = own.referencePrice * own.atmIv * Math.sqrt(own.yearsToExpiry)
  const pin = pinStrike(byStrike, own.referencePrice, move)
  return {
    share_of_gamma_pct: orNull((100 * (callGex - putGex)) / (all.callGex - all.putGex)),
    net_gex: orNull(netGex),
    hours_left: orNull(own.yearsToExpiry * HOURS_A_YEAR),
    remaining_move: orNull(move),
    remaining_move_pct: orNull((100 * move) / own.referencePrice),
    pin_strike: orNull(pin),
    pin_probability: orNull(pinProbability(valued, own, byStrike, pin)),
    hours: hoursOf(alone, own),
  }
}

/** NaN where the largest gamma is that of puts that dealers are short: it pushes the price away. */
function pinStrike({ strikes, callGex, putGex }: StrikeExposures, price: number, move: number): number {
  let best = -1
  const gross = (index: number) => at(callGex, index) - at(putGex, index)
  for (let index = 0; index < strikes.length; index++) {
    if (Math.abs(at(strikes, index) - price) <= move && (best < 0 || gross(index) > gross(best))) best = index
  }
  return best >= 0 && at(callGex, best) + at(putGex, best) > 0 ? at(strikes, best) : Number.NaN
}

function pinProbability(valued: ValuedChain, own: ValuedExpiration, { strikes }: StrikeExposures, pin: number): number {
  const place = strikes.indexOf(pin)
  const found = place < 0 ? null : chainDistribution(valued, own.expirationDate, own.yearsToExpiry)
  if (!found) return Number.NaN
  const [low, high] = [at(strikes, place - 1), at(strikes, place + 1)]
  const { below } = found.distribution
  return below(0.5 * (pin + (high || pin))) - below(0.5 * (pin + (low || pin)))
}

/** At every full hour before settlement. `today` is the valued chain of that expiration alone. */
function hoursOf(today: ValuedChain, own: ValuedExpiration): ZeroDte['hours'] {
  const { asOfMs } = today.chain
  const first = Math.floor(asOfMs / HOUR_MS) + 1
  const hours: ZeroDte['hours'] = []
  for (let timeMs = first * HOUR_MS; timeMs < own.settlesAtMs; timeMs += HOUR_MS) {
    const passed = (timeMs - asOfMs) / HOUR_MS
    const moved = movedChain(today, { ...STILL, days: passed / HOURS_A_DAY })
    const left = own.yearsToExpiry - passed / HOURS_A_YEAR
    const later = lognormalDistribution(own.forward, own.atmIv * Math.sqrt(left))
    const { netGex } = exposures(moved, selectedRows(moved, {}))
    const straddle = own.discountFactor * (later.call(own.forward) + later.put(own.forward))
    hours.push({ time: new Date(timeMs).toISOString(), straddle: orNull(straddle), net_gex: orNull(netGex) })
  }
  return hours
}
