/** Filters on rows of flow. */
import type { OptionType } from '../../market/domain/options/chain.ts'
import { type FlowRow, type Sentiment, type TradeType, volumeOiRatio } from './flow-row.ts'
import type { AlertType } from './score/alert-rules.ts'
import type { Side } from './tape/print-side.ts'

/** Bounds are inclusive, except `untilMs`. A missing filter passes every row. */
export interface FlowFilters {
  readonly symbol?: string | undefined
  /** Any of these; none passes where it is empty. */
  readonly symbols?: readonly string[] | undefined
  readonly excludedSymbols?: readonly string[] | undefined
  /** One contract, by its OCC identity. */
  readonly optionSymbol?: string | undefined
  readonly optionType?: OptionType | undefined
  readonly side?: Side | undefined
  /** Any of these. */
  readonly sides?: readonly Side[] | undefined
  readonly tradeType?: TradeType | undefined
  readonly sentiment?: Sentiment | undefined
  readonly alertType?: AlertType | undefined
  /** USD; a row of unknown premium does not pass. */
  readonly minPremium?: number | undefined
  readonly maxPremium?: number | undefined
  /** Contracts. */
  readonly minSize?: number | undefined
  /** 0 to 100. */
  readonly minUnusualScore?: number | undefined
  /** Contracts of the session over open interest; a row of unknown open interest does not pass. */
  readonly minVolumeOiRatio?: number | undefined
  /** Calendar days. */
  readonly dteMin?: number | undefined
  readonly dteMax?: number | undefined
  readonly sinceMs?: number | undefined
  readonly untilMs?: number | undefined
}

export function matchesFlow(row: FlowRow, filters: FlowFilters): boolean {
  return isOfKind(row, filters) && isOfMany(row, filters) && isWithin(row, filters)
}

function isOfKind(row: FlowRow, filters: FlowFilters): boolean {
  const { symbol, optionSymbol, optionType, side, tradeType, sentiment, alertType } = filters
  return (
    (symbol === undefined || row.symbol === symbol) &&
    (optionSymbol === undefined || row.optionSymbol === optionSymbol) &&
    (optionType === undefined || row.optionType === optionType) &&
    (side === undefined || row.side === side) &&
    (tradeType === undefined || row.tradeType === tradeType) &&
    (sentiment === undefined || row.sentiment === sentiment) &&
    (alertType === undefined || row.alertTypes.includes(alertType))
  )
}

function isOfMany({ symbol, side }: FlowRow, { symbols, excludedSymbols, sides }: FlowFilters): boolean {
  return (
    (symbols === undefined || symbols.includes(symbol)) &&
    (excludedSymbols === undefined || !excludedSymbols.includes(symbol)) &&
    (sides === undefined || sides.includes(side))
  )
}

function isWithin(row: FlowRow, filters: FlowFilters): boolean {
  const { minPremium, maxPremium, minSize, minUnusualScore, minVolumeOiRatio, dteMin, dteMax, sinceMs, untilMs } =
    filters
  return (
    isBetween(row.premium, minPremium, maxPremium) &&
    isBetween(row.dte, dteMin, dteMax) &&
    isBetween(row.size, minSize, undefined) &&
    isBetween(row.unusualScore, minUnusualScore, undefined) &&
    (minVolumeOiRatio === undefined || volumeOiRatio(row) >= minVolumeOiRatio) &&
    isBetween(row.executedAtMs, sinceMs, undefined) &&
    (untilMs === undefined || row.executedAtMs < untilMs)
  )
}

function isBetween(value: number, min: number | undefined, max: number | undefined): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max)
}
