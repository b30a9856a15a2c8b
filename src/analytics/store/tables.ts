export interface KeptOverviewRow {
  session_date: string
  basis: string
  /** JSON. */
  content: string
}

export interface AnalyticsTables {
  kept_overviews: KeptOverviewRow
}
