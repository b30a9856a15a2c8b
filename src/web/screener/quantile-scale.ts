/** A slider over all symbols: its steps are shares of them, so that outliers take no room. */
import { QUANTILES } from '../../analytics/domain/screener/screen-table.ts'

export const STEPS = 100

/**
 * The value at a step of the slider, linear between quantiles, to three digits. At its ends to two digits outside of all
 * symbols, so that a bound there leaves none out by its rounding or by the next small move of a figure.
 */
export function valueAt(values: readonly number[], step: number): number {
  if (step <= 0) return outside(values[0] ?? 0, -1)
  if (step >= STEPS) return outside(values.at(-1) ?? 0, 1)
  const share = step / STEPS
  const after = QUANTILES.findIndex((each) => each >= share)
  const [from, to] = [QUANTILES[after - 1] ?? 0, QUANTILES[after] ?? 1]
  const [low, high] = [values[Math.max(after - 1, 0)] ?? 0, values[after] ?? values.at(-1) ?? 0]
  const value = to === from ? high : low + ((high - low) * (share - from)) / (to - from)
  return Number(value.toPrecision(3))
}

function outside(value: number, sign: -1 | 1): number {
  const near = Number(value.toPrecision(2))
  if (sign * (near - value) >= 0) return near
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)
  return Number((near + sign * unit).toPrecision(2))
}

/** The step of a value; values beyond all symbols are at an end. */
export function placeOf(values: readonly number[], value: number): number {
  const after = values.findIndex((each) => each >= value)
  if (after < 0) return STEPS
  const [low, high] = [values[after - 1], values[after]]
  const [from, to] = [QUANTILES[after - 1], QUANTILES[after] ?? 1]
  if (low === undefined || high === undefined || from === undefined) return 0
  const share = high === low ? to : from + ((to - from) * (value - low)) / (high - low)
  return Math.round(STEPS * share)
}
