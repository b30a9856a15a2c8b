/** `daily`: an expiration every trading day; `index`: the same, European, with AM-settled monthly contracts besides. */
export type ListingClass = 'index' | 'daily' | 'weekly' | 'monthly'

export type TickClass = 'penny' | 'penny_pilot' | 'standard'

/** What the simulation assumes of one symbol. Volatilities and yields are decimals per year. */
export interface Profile {
  readonly symbol: string
  readonly name: string | null
  readonly sector: string | null
  readonly kind: 'index' | 'fund' | 'stock'
  /** Name of the stream of its own noise; an index shares that of the fund that tracks it. */
  readonly stream: string
  /** Option root of the AM-settled monthly contracts, where there are any. */
  readonly amRoot: string | null
  readonly pmRoot: string
  /** USD, around which the price moves on the reference date. */
  readonly price: number
  readonly beta: number
  /** The sector factor that it moves with, and how much. */
  readonly factorSector: string | null
  readonly sectorLoading: number
  /** Of all its daily returns but those of earnings. */
  readonly volatility: number
  readonly dividendYield: number
  readonly listing: ListingClass
  readonly ticks: TickClass
  /** Contracts on an ordinary day. */
  readonly optionVolume: number
  /** Shares on an ordinary day, NaN for an index. */
  readonly shareVolume: number
  /** Slope and curvature of the smile (SSVI). */
  readonly rho: number
  readonly eta: number
  /** Standard deviation of the earnings move, 0 without earnings. */
  readonly earningsMove: number
}
