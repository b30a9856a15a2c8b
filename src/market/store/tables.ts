/** Rows of the market data. Instants are TEXT, NULL numbers unknown, `content` packed columns. */
export interface MarketChainRow {
  id: string
  symbol: string
  name: string | null
  session_date: string
  as_of: string
  underlying_price: number | null
  contract_count: number
  encoding: number
  warnings: string
  content: string
}

export interface MarketChainPartRow {
  symbol: string
  as_of: string
  file_sha256: string
  format: string
  stamp: string
  content: string | null
}

/** Figures of the chain `chain_id`, NULL for unknown; units in the migration. */
export interface DailyMetricsRow {
  chain_id: string
  method: number
  underlying_price: number | null
  iv30: number | null
  iv60: number | null
  iv90: number | null
  rr25: number | null
  net_gex: number | null
  call_wall: number | null
  put_wall: number | null
  gamma_flip: number | null
  put_call_ratio_volume: number | null
  put_call_ratio_open_interest: number | null
  max_pain: number | null
  total_open_interest: number | null
}

export interface MarketSessionRow {
  id: string
  kind: string
  symbol: string
  session_date: string
  row_count: number
  encoding: number
  content: string
}

/** Of processes that wait; PostgreSQL alone. */
export interface LiveQuestionRow {
  digest: string
  question: string
  urgency: number
  /** Unix milliseconds. */
  until_ms: number
}

/** PostgreSQL alone. */
export interface LiveAnswerRow {
  digest: string
  version: string
  /** Unix milliseconds. */
  checked_ms: number
  content: Buffer
}

export interface DailyBarRow {
  symbol: string
  bar_date: string
  open_price: number
  high_price: number
  low_price: number
  close_price: number
  volume: number | null
  is_derived: number
}

export interface CorporateActionRow {
  symbol: string
  kind: string
  ex_date: string
  action_value: number
  known_at: string
}

export interface TickerPeriodRow {
  symbol: string
  ticker: string
  from_date: string
  to_date: string
}

export interface InterestRateRow {
  rate_date: string
  tenor: string
  rate_percent: number
  known_at: string
}

export interface EarningsReportRow {
  symbol: string
  fiscal_period: string
  known_at: string
  report_date: string
  timing: string
  eps_estimate: number | null
  eps_actual: number | null
  status: string
}

export interface CalendarEventRow {
  id: string
  known_at: string
  kind: string
  title: string
  symbol: string | null
  scheduled_at: string
  importance: string
  status: string
}

export interface NewsItemRow {
  id: string
  published_at: string
  headline: string
  summary: string | null
  source: string | null
  url: string | null
  sentiment: string | null
}

export interface NewsSymbolRow {
  symbol: string
  news_id: string
  published_at: string
}

export interface ImportRow {
  file_sha256: string
  kind: string
  symbol: string
  trading_date: string
  source_name: string
  file_name: string
  format: string
  taken: number
  refused: number
  imported_at: string
}

export interface MarketTables {
  market_chains: MarketChainRow
  market_chain_parts: MarketChainPartRow
  daily_metrics: DailyMetricsRow
  market_sessions: MarketSessionRow
  daily_bars: DailyBarRow
  corporate_actions: CorporateActionRow
  ticker_periods: TickerPeriodRow
  interest_rates: InterestRateRow
  live_answers: LiveAnswerRow
  live_questions: LiveQuestionRow
  earnings_reports: EarningsReportRow
  calendar_events: CalendarEventRow
  news_items: NewsItemRow
  news_symbols: NewsSymbolRow
  imports: ImportRow
}
