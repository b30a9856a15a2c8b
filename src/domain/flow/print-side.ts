/**
 * Where a print executed against the quote in force before it: the quote rule, and the tick test where the quote cannot
 * tell. Prices are compared as whole hundredths of a cent, never as binary fractions.
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

/**
 * A tick of the quotes is a cent; price improvement and mean prices fall between them, so a hundredth of one is counted.
 */
export const STEPS_PER_USD = 10_000

/** Whole hundredths of a cent; NaN for an unknown price. */
export function priceSteps(price: number): number {
  return Math.round(price * STEPS_PER_USD)
}

/** Whether bid and ask can tell a side: both there, the bid below the ask. A bid of 0 is nobody's. */
export function isTellingQuote(bid: number, ask: number): boolean {
  return bid > 0 && bid < ask && ask < Number.POSITIVE_INFINITY
}

/**
 * `tick` is the sign of the price against the last different price of the contract, 0 when there is none. It decides for
 * a locked, crossed or one-sided quote.
 */
export function sideOf(price: number, bid: number, ask: number, tick: Direction): Side {
  const steps = priceSteps(price)
  const bidSteps = priceSteps(bid)
  const askSteps = priceSteps(ask)
  if (!isTellingQuote(bidSteps, askSteps)) return tick === 0 ? 'mid' : tick > 0 ? 'at_ask' : 'at_bid'
  if (steps > askSteps) return 'above_ask'
  if (steps === askSteps) return 'at_ask'
  if (steps > bidSteps) return 'mid'
  return steps === bidSteps ? 'at_bid' : 'below_bid'
}

export function directionOf(side: Side): Direction {
  if (side === 'mid') return 0
  return side === 'above_ask' || side === 'at_ask' ? 1 : -1
}
