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

export interface ExposureSnapshotRow {
  symbol: string
  session_date: string
  /** Whole minutes since 1970. */
  first_minute: number
  minute_count: number
  /** Minutes between two of the row. */
  step: number
  encoding: number
  /** Packed columns. */
  content: string
}

export interface ImpliedQuantilesRow {
  market: string
  symbol: string
  session_date: string
  days: number
  method: number
  target_date: string | null
  price: number | null
  forward: number | null
  deviation: number | null
  /** JSON. */
  quantiles: string | null
}

export interface AnalyticsTables {
  implied_quantiles: ImpliedQuantilesRow
  exposure_snapshots: ExposureSnapshotRow
  held_volatilities: HeldVolatilitiesRow
  kept_overviews: KeptOverviewRow
  kept_screens: KeptScreenRow
}
