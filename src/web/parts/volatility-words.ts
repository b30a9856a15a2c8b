/** What the figures of volatility say, in sentences. */
import { format } from '../format.ts'

const STATES = {
  contango: 'Contango: later expirations cost more, as in quiet times.',
  backwardation: 'Backwardation: the near expirations cost more than the later ones, as before an event or in a fall.',
  flat: 'Flat: near and later expirations cost about the same.',
  unknown: 'The listed expirations do not reach far enough to tell.',
} as const

export function stateWords(state: keyof typeof STATES): string {
  return STATES[state]
}

/** `ivMinusRv` is a difference of decimals. */
export function premiumWords(ivMinusRv: number | null): string {
  if (ivMinusRv === null) return 'How options compare with the past month is not known.'
  const points = pointsOf(ivMinusRv)
  if (ivMinusRv > 0) return `Options cost ${points} points more than the price moved over 30 sessions.`
  return `Options cost ${points} points less than the price moved over 30 sessions.`
}

export function rankWords(rank: number | null): string {
  if (rank === null) return 'There are too few sessions of IV 30 for a rank.'
  if (rank >= 70) return 'Near the top of its year: options are dear.'
  if (rank <= 30) return 'Near the bottom of its year: options are cheap.'
  return 'In the middle of its year.'
}

export function skewWords(rr25: number | null): string {
  if (rr25 === null) return 'The 25-delta options are not quoted well enough to tell.'
  if (rr25 < 0) return `Puts cost ${pointsOf(rr25)} points more than calls as far out: protection is paid for.`
  return `Calls cost ${pointsOf(rr25)} points more than puts as far out: a rise is paid for.`
}

export function wingWords(bf25: number | null): string {
  if (bf25 === null) return ''
  if (bf25 < 0) return `Both wings cost ${pointsOf(bf25)} points less than the middle.`
  return `Both wings cost ${pointsOf(bf25)} points more than the middle.`
}

function pointsOf(difference: number): string {
  return format.ratio(Math.abs(100 * difference), 1)
}
