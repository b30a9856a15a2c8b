export interface KeptOverviewRow {
  session_date: string
  basis: string
  /** JSON. */
  content: string
}

export interface HeldVolatilitiesRow {
  session_date: string
  symbol: string
  as_of: string
  /** JSON. */
  content: string
}

export interface KeptScreenRow {
  /** A date, or present. */
  screen: string
  basis: string
  /** JSON. */
  content: string
}

export interface AnalyticsTables {
  held_volatilities: HeldVolatilitiesRow
  kept_overviews: KeptOverviewRow
  kept_screens: KeptScreenRow
}
