/** Shares of a contract. */
const MULTIPLIER = 100

export interface HeldLeg {
  readonly quantity: number
  readonly kind: 'call' | 'put' | 'stock'
  /** USD per share; 0 for the stock. */
  readonly strike: number
  /** What was paid or received, USD per share. */
  readonly price: number
}

/** USD of the whole position when all options expire at a price of the underlying. */
export function profitAtExpiration(legs: readonly HeldLeg[], price: number): number {
  return legs.reduce((total, leg) => {
    if (leg.kind === 'stock') return total + leg.quantity * (price - leg.price)
    const intrinsic = Math.max(leg.kind === 'call' ? price - leg.strike : leg.strike - price, 0)
    return total + MULTIPLIER * leg.quantity * (intrinsic - leg.price)
  }, 0)
}
