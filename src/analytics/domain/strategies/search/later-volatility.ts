/**
 * Volatility that an option has left at the target date. The variance until then is spent, that of a report before it too:
 * what is left at the money is σ²T less the variance to the date, and every strike keeps its ratio to it. With the present
 * volatility instead, calendars over a report would seem to earn what nobody pays.
 */
export interface Spent {
  /** Years to the target date, σ²T at the money until then, and the forward of that date. */
  readonly years: number
  readonly variance: number
  readonly forward: number
}

interface Dated {
  readonly yearsToExpiry: number
  /** At the money now, decimal. */
  readonly atmIv: number
}

/** Where quotes let variance fall with time, this share of the present volatility is left. */
const SMALLEST = 0.3

/** Factor of the present volatility; 1 for an option that ends by the date. */
export function laterRatio({ yearsToExpiry, atmIv }: Dated, { years, variance }: Omit<Spent, 'forward'>): number {
  if (!(yearsToExpiry > years)) return 1
  const left = (atmIv * atmIv * yearsToExpiry - variance) / (yearsToExpiry - years)
  return Math.sqrt(Math.max(left / (atmIv * atmIv), SMALLEST * SMALLEST))
}
