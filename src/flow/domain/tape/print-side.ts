/**
 * Side of a print: the quote rule against the quote before it, or the tick test without a usable quote. Prices are
 * compared as integers of a hundredth of a cent, not as binary fractions.
 */

export const SIDES = ['above_ask', 'at_ask', 'mid', 'at_bid', 'below_bid'] as const

export type Side = (typeof SIDES)[number]

export const SIDE_LABELS: Readonly<Record<Side, string>> = {
  above_ask: 'Above Ask',
  at_ask: 'At Ask',
  mid: 'Mid',
  at_bid: 'At Bid',
  below_bid: 'Below Bid',
}

/** 1 bought, −1 sold, 0 neither. */
export type Direction = 1 | 0 | -1

/** Of a number that is not NaN. */
export function signOf(number: number): Direction {
  if (number === 0) return 0
  return number > 0 ? 1 : -1
}

/**
 * Quotes have ticks of one cent; price improvement and mean prices fall in between, so steps are a hundredth of a cent.
 */
export const STEPS_PER_USD = 10_000

/** Integer hundredths of a cent; NaN for an unknown price. */
export function priceSteps(price: number): number {
  return Math.round(price * STEPS_PER_USD)
}

/** Two-sided, neither locked nor crossed. A bid of 0 is no bid. */
export function isUsableQuote(bid: number, ask: number): boolean {
  return bid > 0 && bid < ask && ask < Number.POSITIVE_INFINITY
}

/**
 * `tick` is the sign of the price against the last different price of the contract, 0 without one. It decides for a
 * locked, crossed or one-sided quote.
 */
export function sideOf(price: number, bid: number, ask: number, tick: Direction): Side {
  const steps = priceSteps(price)
  const bidSteps = priceSteps(bid)
  const askSteps = priceSteps(ask)
  if (!isUsableQuote(bidSteps, askSteps)) return tick === 0 ? 'mid' : tick > 0 ? 'at_ask' : 'at_bid'
  if (steps > askSteps) return 'above_ask'
  if (steps === askSteps) return 'at_ask'
  if (steps > bidSteps) return 'mid'
  return steps === bidSteps ? 'at_bid' : 'below_bid'
}

export function directionOf(side: Side): Direction {
  if (side === 'mid') return 0
  return side === 'above_ask' || side === 'at_ask' ? 1 : -1
}
