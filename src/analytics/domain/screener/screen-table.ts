/** All symbols of a session with a typed column for each field, and the rows that pass filters. */
import { at } from '../../../lib/math/columns.ts'
import {
  byNumberField,
  byTextField,
  isNumberField,
  type NumberField,
  type ScreenField,
  type TextField,
} from './screen-fields.ts'
import type { Operator, ScreenFilter } from './screen-filter.ts'

/** The name of the table of the present session, beside those of past dates. */
export const PRESENT_SCREEN = 'present'

export interface ScreenTable {
  readonly symbols: readonly string[]
  /** Epoch milliseconds of the chain or quote of each row. */
  readonly asOfMs: Float64Array
  /** NaN is unknown. */
  readonly numbers: Readonly<Record<NumberField, Float64Array>>
  /** Null is unknown. */
  readonly texts: Readonly<Record<TextField, readonly (string | null)[]>>
}

/** One symbol: NaN and null are unknown. */
export interface ScreenFigures {
  readonly symbol: string
  readonly asOfMs: number
  readonly numbers: Readonly<Record<NumberField, number>>
  readonly texts: Readonly<Record<TextField, string | null>>
}

/** In alphabetical order of symbols. */
export function screenTable(rows: readonly ScreenFigures[]): ScreenTable {
  const sorted = rows.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
  return {
    symbols: sorted.map(({ symbol }) => symbol),
    asOfMs: Float64Array.from(sorted, ({ asOfMs }) => asOfMs),
    numbers: byNumberField((name) => Float64Array.from(sorted, ({ numbers }) => numbers[name])),
    texts: byTextField((name) => sorted.map(({ texts }) => texts[name])),
  }
}

/** Rows that pass all filters, ascending. An unknown value passes nothing, not even !=. */
export function passingRows(table: ScreenTable, filters: readonly ScreenFilter[]): number[] {
  const passes = new Uint8Array(table.symbols.length).fill(1)
  for (const filter of filters) {
    if ('text' in filter) keepNames(table, filter, passes)
    else keepNumbers(table, filter, passes)
  }
  const rows: number[] = []
  for (let row = 0; row < passes.length; row++) if (passes[row] === 1) rows.push(row)
  return rows
}

function keepNumbers(
  { numbers }: ScreenTable,
  { field, operator, factor, other }: Exclude<ScreenFilter, { text: TextField }>,
  passes: Uint8Array,
): void {
  const column = numbers[field]
  const against = other === null ? null : numbers[other]
  for (let row = 0; row < passes.length; row++) {
    const bound = against === null ? factor : factor * at(against, row)
    if (!compares(at(column, row), operator, bound)) passes[row] = 0
  }
}

/** False where either is unknown. */
function compares(value: number, operator: Operator, bound: number): boolean {
  switch (operator) {
    case '>=':
      return value >= bound
    case '<=':
      return value <= bound
    case '>':
      return value > bound
    case '<':
      return value < bound
    case '=':
      return value === bound
    case '!=':
      return value < bound || value > bound
  }
}

function keepNames(
  { texts }: ScreenTable,
  { text, operator, name }: Extract<ScreenFilter, { text: TextField }>,
  passes: Uint8Array,
): void {
  for (const [row, value] of texts[text].entries()) {
    if (value === null || (value === name) !== (operator === '=')) passes[row] = 0
  }
}

export interface SortOrder {
  /** The symbol where left out. */
  readonly field?: ScreenField | undefined
  readonly isDescending: boolean
}

/** Unknown values last, equal ones by symbol. */
export function sortedRows(table: ScreenTable, rows: readonly number[], order: SortOrder): number[] {
  const key = sortKey(table, order)
  return rows.toSorted((a, b) => key(a, b) || a - b)
}

function sortKey({ numbers, texts }: ScreenTable, { field, isDescending }: SortOrder) {
  const sign = isDescending ? -1 : 1
  if (field === undefined) return (a: number, b: number) => sign * (a - b)
  if (isNumberField(field)) {
    const column = numbers[field]
    return (a: number, b: number) => {
      const [left, right] = [at(column, a), at(column, b)]
      if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right))
      return sign * (left - right)
    }
  }
  const names = texts[field]
  return (a: number, b: number) => {
    const [left, right] = [names[a] ?? null, names[b] ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return left === right ? 0 : sign * (left < right ? -1 : 1)
  }
}

export const QUANTILES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1] as const

/** Of the known values; empty without any. */
export function quantilesOf(column: Float64Array): number[] {
  const known = column.filter((value) => !Number.isNaN(value)).sort()
  if (known.length === 0) return []
  return QUANTILES.map((share) => at(known, Math.round(share * (known.length - 1))))
}
