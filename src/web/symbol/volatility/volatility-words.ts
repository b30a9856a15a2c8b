/** Sentences that explain volatility figures. */
import { format } from '../../format.ts'

const STATES = {
  contango: 'Contango: later expirations have a higher implied volatility, as in quiet markets.',
  backwardation:
    'Backwardation: near expirations have a higher implied volatility, as before an event or in a sell-off.',
  flat: 'Flat: near and later expirations have about the same implied volatility.',
  unknown: 'The listed expirations are too near to determine the term structure.',
} as const

export function stateWords(state: keyof typeof STATES): string {
  return STATES[state]
}

/** `ivMinusRv` is a difference of decimals. */
export function premiumWords(ivMinusRv: number | null): string {
  if (ivMinusRv === null) return 'Realized volatility of the past month is unknown.'
  const points = pointsOf(ivMinusRv)
  if (ivMinusRv > 0) return `Implied volatility is ${points} points above the realized volatility of 30 sessions.`
  return `Implied volatility is ${points} points below the realized volatility of 30 sessions.`
}

export function rankWords(rank: number | null): string {
  if (rank === null) return 'Too few sessions of IV 30 for a rank.'
  if (rank >= 70) return 'Near the top of its one-year range: options are expensive.'
  if (rank <= 30) return 'Near the bottom of its one-year range: options are cheap.'
  return 'In the middle of its one-year range.'
}

export function skewWords(rr25: number | null): string {
  if (rr25 === null) return 'The quotes of the 25-delta options are too poor to determine the skew.'
  if (rr25 < 0) return `Puts carry a premium: 25-delta puts are ${pointsOf(rr25)} points above 25-delta calls.`
  return `Calls carry a premium: 25-delta calls are ${pointsOf(rr25)} points above 25-delta puts.`
}

export function wingWords(bf25: number | null): string {
  if (bf25 === null) return ''
  if (bf25 < 0) return `The wings are ${pointsOf(bf25)} points below at-the-money volatility.`
  return `The wings are ${pointsOf(bf25)} points above at-the-money volatility.`
}

function pointsOf(difference: number): string {
  return format.ratio(Math.abs(100 * difference), 1)
}
