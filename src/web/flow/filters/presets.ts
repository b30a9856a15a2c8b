import type { FlowQuery } from './flow-query.ts'

interface Preset {
  readonly title: string
  /** What it keeps, in words. */
  readonly note: string
  readonly query: FlowQuery
}

/** Filters that many traders begin with. */
export const PRESETS: readonly Preset[] = [
  { title: 'Large premium', note: 'USD 1M or more', query: { min_premium: 1_000_000 } },
  { title: 'Sweeps', note: 'Sweeps of USD 100K or more', query: { trade_type: 'sweep', min_premium: 100_000 } },
  { title: '0DTE', note: 'Contracts that expire today', query: { dte_max: 0 } },
  {
    title: 'Opening',
    note: 'More contracts traded than were open, USD 25K or more',
    query: { min_premium: 25_000, min_volume_oi_ratio: 1 },
  },
  { title: 'Near earnings', note: 'Symbols that report within a week', query: { earnings_within: 7 } },
  {
    title: 'Aggressive',
    note: 'Bought at the ask or above, score 80 or more',
    query: { sides: ['above_ask', 'at_ask'], min_unusual_score: 80 },
  },
]
