/** Cash dividends on known dates in the escrowed model: the spot less their present value is lognormal. */

import { at } from '../column.ts'

/** A cash dividend between now and expiry. */
export interface CashDividend {
  /** Years to the ex-date. */
  readonly years: number
  /** USD per share. */
  readonly amount: number
}

export interface ContractTerms {
  readonly isCall: boolean
  readonly yearsToExpiry: number
  readonly rate: number
  /** Continuous yield beside the dividends. */
  readonly dividendYield: number
  /** In order of time. */
  readonly dividends: readonly CashDividend[]
}

/** Value at `time`, in years, of the dividends after it. USD per share. */
export function escrowAt({ dividends, rate }: ContractTerms, time: number): number {
  let sum = 0
  for (const { years, amount } of dividends) {
    if (years > time) sum += amount * Math.exp(-rate * (years - time))
  }
  return sum
}

/**
 * The moments after `time` at which a contract that is certain to be exercised may be: at once, just before and after each
 * ex-date, and at expiry. Three numbers each: factors of the spot and of the strike, and USD of dividends received, all
 * discounted to `time`.
 */
export function exerciseMoments(terms: ContractTerms, time: number): Float64Array {
  const { rate, dividendYield, yearsToExpiry, dividends } = terms
  const moments = [1, 1, escrowAt(terms, time)]
  for (const { years, amount } of [...dividends, { years: yearsToExpiry, amount: 0 }]) {
    if (years <= time) continue
    const [grown, discount] = [Math.exp(-dividendYield * (years - time)), Math.exp(-rate * (years - time))]
    const escrow = discount * escrowAt(terms, years)
    moments.push(grown, discount, escrow, grown, discount, escrow + discount * amount)
  }
  return Float64Array.from(moments)
}

/** The best of some moments, at least 0, per unit of strike; `spot` is in strikes, `perUsd` strikes per USD. */
export function bestExercise(moments: Float64Array, isCall: boolean, spot: number, perUsd: number): number {
  let best = 0
  for (let k = 0; k < moments.length; k += 3) {
    const gain = spot * at(moments, k) - at(moments, k + 1) + perUsd * at(moments, k + 2)
    best = Math.max(best, isCall ? gain : -gain)
  }
  return best
}

/**
 * Whether exercise of a call of a strike in USD certainly never pays: each dividend is less than the interest on the strike
 * until the next one or expiry (R. Merton 1973). False for other rights and where that is not enough to know.
 */
export function neverPays(
  { isCall, rate, dividendYield, yearsToExpiry, dividends }: ContractTerms,
  strike: number,
): boolean {
  if (!isCall || rate < 0 || dividendYield > 0) return false
  return dividends.every(({ years, amount }, index) => {
    const next = dividends[index + 1]?.years ?? yearsToExpiry
    return amount <= strike * (1 - Math.exp(-rate * (next - years)))
  })
}
