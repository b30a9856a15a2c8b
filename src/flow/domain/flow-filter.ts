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

type Test = (row: FlowRow) => boolean

/** The filters that are given, as one test; null if every row passes. A tape has many rows, and most filters are missing. */
export function flowMatcher(filters: FlowFilters): Test | null {
  const tests = [...kindTests(filters), ...listTests(filters), ...boundTests(filters)]
  const [only] = tests
  if (!only) return null
  return tests.length === 1 ? only : (row) => tests.every((test) => test(row))
}

/** Whether rows of an underlying can pass. */
export function admitsSymbol({ symbol: only, symbols, excludedSymbols }: FlowFilters, symbol: string): boolean {
  return (
    (only === undefined || symbol === only) &&
    (symbols === undefined || symbols.includes(symbol)) &&
    (excludedSymbols === undefined || !excludedSymbols.includes(symbol))
  )
}

/** The filters on rows of an underlying that is admitted. */
export function withoutSymbols(filters: FlowFilters): FlowFilters {
  return { ...filters, symbol: undefined, symbols: undefined, excludedSymbols: undefined }
}

function* kindTests({ optionSymbol, optionType, side, tradeType, sentiment, alertType }: FlowFilters): Iterable<Test> {
  if (optionSymbol !== undefined) yield (row) => row.optionSymbol === optionSymbol
  if (optionType !== undefined) yield (row) => row.optionType === optionType
  if (side !== undefined) yield (row) => row.side === side
  if (tradeType !== undefined) yield (row) => row.tradeType === tradeType
  if (sentiment !== undefined) yield (row) => row.sentiment === sentiment
  if (alertType !== undefined) yield (row) => row.alertTypes.includes(alertType)
}

function* listTests(filters: FlowFilters): Iterable<Test> {
  const { symbol, symbols, excludedSymbols, sides } = filters
  if (symbol !== undefined || symbols !== undefined || excludedSymbols !== undefined) {
    yield (row) => admitsSymbol(filters, row.symbol)
  }
  if (sides !== undefined) yield (row) => sides.includes(row.side)
}

function* boundTests(filters: FlowFilters): Iterable<Test> {
  const { minPremium, maxPremium, minSize, minUnusualScore, minVolumeOiRatio, dteMin, dteMax, sinceMs, untilMs } =
    filters
  if (minPremium !== undefined) yield (row) => row.premium >= minPremium
  if (maxPremium !== undefined) yield (row) => row.premium <= maxPremium
  if (minSize !== undefined) yield (row) => row.size >= minSize
  if (minUnusualScore !== undefined) yield (row) => row.unusualScore >= minUnusualScore
  if (minVolumeOiRatio !== undefined) yield (row) => volumeOiRatio(row) >= minVolumeOiRatio
  if (dteMin !== undefined) yield (row) => row.dte >= dteMin
  if (dteMax !== undefined) yield (row) => row.dte <= dteMax
  if (sinceMs !== undefined) yield (row) => row.executedAtMs >= sinceMs
  if (untilMs !== undefined) yield (row) => row.executedAtMs < untilMs
}
