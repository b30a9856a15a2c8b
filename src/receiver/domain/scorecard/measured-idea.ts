import type { PathExit } from './price-path.ts'

/** Sessions after that of the decision: the horizons of outcome studies. */
export const SCORE_HORIZONS = [1, 5, 20] as const
export type ScoreHorizon = (typeof SCORE_HORIZONS)[number]

/** Where the price at the decision comes from, the best first. */
export const ENTRY_BASES = ['minute', 'open', 'quote', 'idea'] as const
export type EntryBasis = (typeof ENTRY_BASES)[number]

/** What bars the way to the exits is known from. */
export const RESOLUTIONS = ['minute', 'daily', 'mixed'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** Why the outcome of an idea is not known although its horizon is over. */
export const UNPRICED_REASONS = ['no_bars', 'no_entry_price'] as const
export type UnpricedReason = (typeof UNPRICED_REASONS)[number]

/** What the price did after a decision, up to the close of the horizon. In the share scale of the decision. */
export interface MeasuredIdea {
  /** Price at the decision, USD per share: what a market order would have met. */
  readonly entryPrice: number
  readonly entryBasis: EntryBasis
  readonly entryMs: number
  /** Session at whose close the horizon ends. */
  readonly endDate: string
  readonly endPrice: number
  /** Whether the price traded at the entry that the idea names; null where it names none. */
  readonly entryTouched: boolean | null
  readonly exit: PathExit
  readonly exitPrice: number
  readonly exitMs: number
  readonly resolution: Resolution
  /** Return of the index fund from the decision to the close of the horizon, percent; null where unknown. */
  readonly marketReturnPct: number | null
}

export type IdeaMeasure =
  | { readonly isPriced: true; readonly outcome: MeasuredIdea }
  | { readonly isPriced: false; readonly reason: UnpricedReason }
