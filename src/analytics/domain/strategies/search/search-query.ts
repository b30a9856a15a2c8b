/** The input of a search of strategies, and its usual limits. */
export const DIRECTIONS = ['bullish', 'bearish', 'neutral', 'volatile'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const PREFERENCES = ['balanced', 'return', 'probability'] as const
export type Preference = (typeof PREFERENCES)[number]

/** Structures of limited loss. */
export const SEARCHED_TEMPLATES = [
  'long_call',
  'long_put',
  'call_vertical',
  'put_vertical',
  'straddle',
  'strangle',
  'butterfly',
  'iron_butterfly',
  'iron_condor',
  'calendar',
  'diagonal',
] as const
export type SearchedTemplate = (typeof SEARCHED_TEMPLATES)[number]

/** Share of the risk that is staked in the growth that ranks, by preference. */
export const STAKES: Readonly<Record<Preference, number>> = { balanced: 0.25, return: 0.5, probability: 0.1 }

/** Share of half the spread that is paid, in and out. */
export const SEARCH_FILL = 0.5
/** Calendar days after the target date up to which legs may expire. */
export const USUAL_DAYS_AFTER = 45
/** Most loss as a share of the price of 100 shares. */
export const USUAL_LOSS_SHARE = 0.02

export interface SearchQuery {
  /** Mean of the price at the target date, USD; null where the direction gives it. */
  readonly targetPrice: number | null
  readonly direction: Direction
  readonly targetDate: string
  /** To the target date. */
  readonly targetYears: number
  /** USD of one unit, positive. */
  readonly maxLoss: number
  /** Volatility points that are added by the target date. */
  readonly ivPoints: number
  readonly templates: readonly SearchedTemplate[]
  readonly prefer: Preference
  /** Calendar days from now. */
  readonly dteMax: number
  readonly minOpenInterest: number
  /** Bid to ask, percent of the mid. */
  readonly maxSpreadPct: number
  readonly limit: number
}
