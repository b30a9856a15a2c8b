import type { CashDividend } from '../../../pricing/american/cash-dividends.ts'

/** What the value of one option depends on. Prices are USD per share, rates continuous per year. */
export interface LegOption {
  readonly isCall: boolean
  readonly strike: number
  readonly isAmerican: boolean
  /** Years of 365 days. */
  readonly yearsToExpiry: number
  /** Of the strike, decimal; it is held when the price moves. */
  readonly volatility: number
  /** Of its expiration, at the money, decimal. */
  readonly atmIv: number
  readonly forward: number
  readonly rate: number
  readonly dividendYield: number
  /** Known by date until the expiration, ascending; the yield is what remains beside them. */
  readonly dividends: readonly CashDividend[]
}

/** One leg of a strategy with its price. */
export interface StrategyLeg {
  /** Contracts of an option, shares of the stock; positive when bought. */
  readonly quantity: number
  /** Shares per contract; 1 for the stock. */
  readonly multiplier: number
  /** Null for the stock. */
  readonly option: LegOption | null
  /** USD per share; NaN is unknown. */
  readonly bid: number
  readonly ask: number
  readonly price: number
}

/** Shares behind a leg, negative when sold. */
export function sharesOfLeg({ quantity, multiplier }: Pick<StrategyLeg, 'quantity' | 'multiplier'>): number {
  return quantity * multiplier
}

/** Years to the first expiration among the legs; infinite for the stock alone. */
export function firstExpiry(legs: readonly StrategyLeg[]): number {
  return Math.min(...legs.map(({ option }) => option?.yearsToExpiry ?? Number.POSITIVE_INFINITY))
}

/** Whether some leg lives on after the first expiration. */
export function hasLaterLegs(legs: readonly StrategyLeg[]): boolean {
  const first = firstExpiry(legs)
  return legs.some(({ option }) => option !== null && option.yearsToExpiry > first)
}

export interface StrategyCosts {
  /** USD, positive is paid, negative is received; NaN where a leg lacks the side that it needs. */
  readonly atPrices: number
  readonly atBid: number
  readonly atMid: number
  readonly atAsk: number
}

/**
 * Of the whole structure: `atAsk` buys every bought leg at the ask and sells every sold one at the bid, `atBid` the reverse,
 * which is what closing it at once returns; `atPrices` at the prices of the legs.
 */
export function strategyCosts(legs: readonly StrategyLeg[]): StrategyCosts {
  const sum = (priceOf: (leg: StrategyLeg) => number) =>
    legs.reduce((total, leg) => total + sharesOfLeg(leg) * priceOf(leg), 0)
  return {
    atPrices: sum(({ price }) => price),
    atBid: sum(({ quantity, bid, ask }) => (quantity > 0 ? bid : ask)),
    atMid: sum(({ bid, ask }) => 0.5 * (bid + ask)),
    atAsk: sum(({ quantity, bid, ask }) => (quantity > 0 ? ask : bid)),
  }
}

/** The price at which a leg is filled: the mid, and `fill` (0 to 1) of half the spread against the holder. */
export function fillPrice(quantity: number, bid: number, ask: number, fill: number): number {
  return 0.5 * (bid + ask) + (Math.sign(quantity) * fill * (ask - bid)) / 2
}
