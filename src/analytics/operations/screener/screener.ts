import { z } from 'zod'
import { NextRowCursor, RowCursor } from '../../../catalogue/row-page.ts'
import { invalid } from '../../../lib/errors.ts'
import { at } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { readCursor, writeCursor } from '../../../lib/text/cursor.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../../market/operations/analytics.ts'
import { envelope, envelopedMarket } from '../../../market/operations/envelope.ts'
import { unknownSymbols } from '../../../market/operations/unknown-symbols.ts'
import { FieldRange, ScreenRow } from '../../contract/screener/screener.ts'
import {
  isNumberField,
  NUMBER_FIELD_NAMES,
  SCREEN_FIELDS,
  type ScreenField,
  TEXT_FIELD_NAMES,
} from '../../domain/screener/screen-fields.ts'
import { MAX_FILTERS, readFilter, type ScreenFilter, unknownField } from '../../domain/screener/screen-filter.ts'
import { PRESET_NAMES, SCREEN_PRESETS, type ScreenPreset, USUAL_FIELDS } from '../../domain/screener/screen-presets.ts'
import {
  passingRows,
  quantilesOf,
  type ScreenTable,
  type SortOrder,
  sortedRows,
} from '../../domain/screener/screen-table.ts'
import { defineOperation } from '../context.ts'

const MAX_SYMBOLS = 50
const fieldName = z
  .string()
  .max(40)
  .overwrite((name) => name.trim())

const Input = z.object({
  filters: z
    .array(z.string().max(120))
    .max(MAX_FILTERS)
    .optional()
    .describe('All must hold: iv_rank >= 70, iv30 > 1.2 * rv30, gamma_regime = negative.'),
  symbols: z.array(UnderlyingSymbol).min(1).max(MAX_SYMBOLS).optional().describe('Only these, to compare them.'),
  preset: z.enum(PRESET_NAMES).optional().describe('Filters, sort and fields, where none are given.'),
  sort: fieldName.optional().describe('A field; -field for the highest first.'),
  fields: z
    .array(fieldName)
    .min(1)
    .max(SCREEN_FIELDS.length)
    .optional()
    .describe(`Of: ${SCREEN_FIELDS.join(', ')}.`),
  quantiles: z.boolean().optional().describe('Adds the quantiles of each field over all symbols.'),
  limit: z.int().min(1).max(200).default(50).describe('Maximum number of rows.'),
  cursor: RowCursor,
  date: TradingDate.optional(),
})

export const screenerOperation = defineOperation({
  name: 'screener',
  title: 'Screener',
  description:
    'All symbols that pass filters, sorted, a row each: IV rank, IV less realized, skew, term slope, gamma regime, distance to walls and flip, put/call, net premium, unusual prints, days to earnings, liquidity. With symbols it compares those.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/screener', errors: ['not_found'] },
  input: Input,
  output: envelopedMarket(
    z.object({
      data: z.array(ScreenRow).describe('In the order of sort, unknown values last; by symbol without one.'),
      total: z.int().min(0).max(100_000).describe('Symbols that pass, on all pages.'),
      screened: z.int().min(0).max(100_000).describe('Symbols that were compared.'),
      unknown_symbols: z.array(z.string()).describe('Of symbols: those without figures of this session.'),
      quantiles: z.array(FieldRange).optional().describe('Only where quantiles is given; without unknown fields.'),
      next_cursor: NextRowCursor,
    }),
  ),
  example: { filters: ['price > 0'], sort: '-iv30', limit: 2 },
  concise: {
    view: '15 rows of 9 fields.',
    narrow: 'give filters, fields or symbols',
    table: { list: 'data', columns: ['symbol', ...USUAL_FIELDS], chosenBy: 'fields', identity: 'symbol', maxRows: 15 },
    focus: async ({ preset, fields }) =>
      preset && !fields
        ? { input: { fields: [...SCREEN_PRESETS[preset].fields] }, note: 'The fields of the preset.' }
        : null,
    widenedBy: ['fields', 'symbols'],
  },
  tool: { unlisted: ['quantiles'] },
  async run(input, context) {
    const query = queryOf(input)
    const { view, dated, table } = await context.screenTables.at(input.date, context)
    const wanted = input.symbols && new Set<string>(input.symbols)
    const passing = passingRows(table, query.filters)
    const rows = wanted ? passing.filter((row) => wanted.has(table.symbols[row] ?? '')) : passing
    const page = pageOf(table, sortedRows(table, rows, query.order), query.order, input)
    const fields = input.fields === undefined ? (query.preset?.fields ?? SCREEN_FIELDS) : query.fields
    const unknown = (input.symbols ?? []).filter((symbol) => !table.symbols.includes(symbol))
    const warnings = [
      ...(unknown.length > 0 ? [`Without figures of this session: ${unknown.join(', ')}.`] : []),
      ...(await unknownSymbols(context.market, unknown)),
      ...(isUncounted(table, input) ? [UNCOUNTED] : []),
    ]
    return {
      ...envelope(view, { ...dated, warnings: [...dated.warnings, ...warnings] }),
      data: page.rows.map((row) => rowOf(table, row, fields)),
      total: rows.length,
      screened: wanted ? wanted.size : table.symbols.length,
      unknown_symbols: unknown,
      ...(input.quantiles === true && { quantiles: rangesOf(table) }),
      next_cursor: page.nextCursor,
    }
  },
})

const UNCOUNTED =
  'unusual_count is null: prints of past sessions are not counted, those of the present one from a minute after the first question on.'

/** Whether the request names the count of unusual prints, which no symbol has yet. */
function isUncounted(
  { numbers }: ScreenTable,
  { filters = [], sort = '', fields = [] }: z.output<typeof Input>,
): boolean {
  const isNamed = [...filters, sort, ...fields].some((text) => text.includes('unusual_count'))
  return isNamed && numbers.unusual_count.every(Number.isNaN)
}

interface Query {
  readonly preset: ScreenPreset | undefined
  readonly filters: readonly ScreenFilter[]
  readonly order: SortOrder
  readonly fields: readonly ScreenField[]
}

/** Refuses every filter and field that is not one, naming the nearest that is. */
function queryOf(input: z.output<typeof Input>): Query {
  const preset: ScreenPreset | undefined = input.preset && SCREEN_PRESETS[input.preset]
  const read = (input.filters ?? preset?.filters ?? []).map(readFilter)
  const sort = input.sort ?? preset?.sort ?? ''
  const order = orderOf(sort)
  const fields = (input.fields ?? []).map(fieldOf)
  const issues = [
    ...read.flatMap((filter, index) =>
      typeof filter === 'string' ? [{ path: `filters.${index}`, message: filter }] : [],
    ),
    ...(order ? [] : [{ path: 'sort', message: unknownField(sort.replace(/^-/, '')) }]),
    ...fields.flatMap((field, index) =>
      field ? [] : [{ path: `fields.${index}`, message: unknownField(input.fields?.[index] ?? '') }],
    ),
  ]
  if (issues.length > 0 || !order) throw invalid(issues)
  return {
    preset,
    filters: read.filter((filter) => typeof filter !== 'string'),
    order,
    fields: fields.filter((field) => field !== null),
  }
}

function fieldOf(name: string): ScreenField | null {
  return SCREEN_FIELDS.find((field) => field === name) ?? null
}

/** Null for a field that is not there. */
function orderOf(sort: string): SortOrder | null {
  if (sort === '') return { isDescending: false }
  const isDescending = sort.startsWith('-')
  const field = fieldOf(isDescending ? sort.slice(1) : sort)
  return field && { field, isDescending }
}

function rowOf(
  { symbols, asOfMs, numbers, texts }: ScreenTable,
  row: number,
  fields: readonly ScreenField[],
): ScreenRow {
  const wanted = new Set<string>(fields)
  return {
    symbol: symbols[row] ?? '',
    row_as_of: new Date(at(asOfMs, row)).toISOString(),
    ...Object.fromEntries(
      NUMBER_FIELD_NAMES.filter((name) => wanted.has(name)).map((name) => [name, orNull(at(numbers[name], row))]),
    ),
    ...Object.fromEntries(
      TEXT_FIELD_NAMES.filter((name) => wanted.has(name)).map((name) => [name, texts[name][row] ?? null]),
    ),
  }
}

function rangesOf({ numbers }: ScreenTable): z.infer<typeof FieldRange>[] {
  return NUMBER_FIELD_NAMES.map((field) => ({ field, values: quantilesOf(numbers[field]) })).filter(
    ({ values }) => values.length > 0,
  )
}

interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The cursor holds the symbol and the sorted value of the last row, so a page continues after it when values change. */
function pageOf(table: ScreenTable, rows: readonly number[], order: SortOrder, { limit, cursor }: PageRequest) {
  const start = cursor === undefined ? 0 : startAfter(table, rows, order, cursor)
  const page = rows.slice(start, start + limit)
  const last = page.at(-1)
  const hasMore = start + page.length < rows.length
  return {
    rows: page,
    nextCursor:
      hasMore && last !== undefined ? writeCursor([table.symbols[last] ?? '', valueText(table, last, order)]) : null,
  }
}

function startAfter(table: ScreenTable, rows: readonly number[], order: SortOrder, cursor: string): number {
  const parts = readCursor(cursor, 2)
  if (!parts) throw invalid([{ path: 'cursor', message: 'must be the next_cursor of an earlier answer' }])
  const [symbol = '', value = ''] = parts
  const own = rows.findIndex((row) => table.symbols[row] === symbol)
  if (own >= 0 && valueText(table, rows[own] ?? -1, order) === value) return own + 1
  const { field, isDescending } = order
  if (field === undefined || !isNumberField(field)) return own + 1
  const bound = Number(value)
  const after = rows.findIndex((row) => {
    const number = at(table.numbers[field], row)
    return !(isDescending ? number >= bound : number <= bound)
  })
  return after < 0 ? rows.length : after
}

function valueText({ numbers, texts }: ScreenTable, row: number, { field }: SortOrder): string {
  if (field === undefined) return ''
  return isNumberField(field) ? String(at(numbers[field], row)) : (texts[field][row] ?? '')
}
