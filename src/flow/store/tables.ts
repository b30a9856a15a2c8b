/** Tables of tapes and flow. Instants are epoch milliseconds, premiums whole cents; NULL is unknown. */
export interface TapeSegmentRow {
  kind: string
  symbol: string
  session_date: string
  first_row: number
  row_count: number
  whole_until: number | null
  total_volume: number | null
  encoding: number
  content: string
}

export interface FlowRowRow {
  symbol: string
  session_date: string
  sequence: number
  executed_at: number
  option_symbol: string
  dte: number
  side: string
  size: number
  premium_cents: number | null
  trade_type: string
  sentiment: string
  aggressor: number
  unusual_score: number
  alert_types: string
  detail: string
}

/** Sums of rows: volumes in contracts, premiums in cents. */
export interface FlowSumColumns {
  row_count: number
  call_volume: number
  put_volume: number
  call_premium: number
  put_premium: number
  calls_bought: number
  calls_sold: number
  puts_bought: number
  puts_sold: number
  bullish_premium: number
  bearish_premium: number
  neutral_premium: number
}

export interface FlowMinuteRow extends FlowSumColumns {
  symbol: string
  session_date: string
  minute_ms: number
  underlying_price: number | null
  price_open: number | null
  price_high: number | null
  price_low: number | null
  hedge: number | null
}

export interface FlowDayRow extends FlowSumColumns {
  session_date: string
  symbol: string
  source: string
  warnings: string
  is_whole: number
  as_of: number
  first_at: number
  last_at: number
}

export interface FlowOutcomeRow {
  source: string
  symbol: string
  alert_type: string
  session_date: string
  horizon: number
  content: string
}

export interface FlowTables {
  tape_segments: TapeSegmentRow
  flow_rows: FlowRowRow
  flow_minutes: FlowMinuteRow
  flow_days: FlowDayRow
  flow_outcomes: FlowOutcomeRow
}
