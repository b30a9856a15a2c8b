/** Gamma exposure at a kept minute of a session: what was kept, and null for the rest. */
import { at } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { significant } from '../../../lib/math/significant.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import type { GammaExposure } from '../../contract/gamma-exposure.ts'
import { EXPOSURE_DIGITS } from './exposure-history.ts'
import type { ExposureMinutes } from './exposure-snapshot.ts'
import { GAMMA_CONVENTION, regimeOf } from './gamma-exposure.ts'
import { MATRIX_UNITS, type MatrixGreek } from './matrix-greek.ts'

type MinuteGreek = Exclude<MatrixGreek, 'open_interest_change'>

interface MinuteQuery {
  readonly greek: MinuteGreek
  /** Strikes on each side of the price. */
  readonly strikesAround: number
}

/** `row` is the place of the minute. */
export function gammaAtMinute(
  { minutes, totals, strikes, byStrike }: ExposureMinutes,
  row: number,
  { greek, strikesAround }: MinuteQuery,
): GammaExposure {
  const price = at(totals.price, row)
  const listed = Array.from(strikes, (strike, place) => ({
    strike,
    value: at(byStrike[greek], row * strikes.length + place),
  })).filter(({ value }) => !Number.isNaN(value))
  const above = listed.findIndex(({ strike }) => strike > price)
  const middle = above < 0 ? listed.length : above
  const near = listed.slice(Math.max(middle - strikesAround, 0), middle + strikesAround)
  return {
    unit: 'usd_per_1pct_move',
    convention: GAMMA_CONVENTION,
    underlying_price: orNull(price),
    net_gex: orNull(at(totals.netGex, row)),
    call_gex: null,
    put_gex: null,
    gamma_flip: orNull(at(totals.gammaFlip, row)),
    gamma_regime: regimeOf(at(totals.netGex, row)),
    call_wall: orNull(at(totals.callWall, row)),
    put_wall: orNull(at(totals.putWall, row)),
    data: [],
    profile: [],
    minute: {
      time: new Date((minutes[row] ?? Number.NaN) * MINUTE_MS).toISOString(),
      greek,
      unit: MATRIX_UNITS[greek],
      strikes: near.map(({ strike }) => strike),
      values: near.map(({ value }) => significant(value, EXPOSURE_DIGITS)),
    },
  }
}

/** The place of the minute that is nearest to one; -1 without any. */
export function nearestMinute({ minutes }: ExposureMinutes, minute: number): number {
  return minutes.reduce(
    (best, own, row) => (best < 0 || Math.abs(own - minute) < Math.abs((minutes[best] ?? 0) - minute) ? row : best),
    -1,
  )
}
