import { z } from 'zod'
import type { Answer, Concise, ConciseTable, ListCut } from '../../../catalogue/operation.ts'
import { positionOf, rowOrder } from './row-order.ts'
import { shortNumbers } from './short-numbers.ts'

type Row = Readonly<Record<string, unknown>>

export interface ShortOptions {
  readonly form: 'concise' | 'detailed'
  /** Columns that the caller selected instead of the default ones. */
  readonly columns: readonly string[] | undefined
  /** Maximum rows of the main list. */
  readonly maxRows: number
  /** Whether the caller set the number of rows. */
  readonly limited: boolean
  /** Sentences to add to the warnings. */
  readonly notes: readonly string[]
}

export interface ShortForm {
  readonly body: Answer
  /** Rows of the main list that are in the body. */
  readonly rows: number
  readonly rowBytes: number
}

/** Writes an answer in the requested form. Its warnings list what is left out. */
export function shortForm(answer: Answer, concise: Concise, options: ShortOptions): ShortForm {
  const { table } = concise
  const all = table ? rowsOf(answer, table.list) : []
  const kept = table ? keptRows(all, table, options.maxRows, answer) : []
  const cuts = options.form === 'concise' ? Object.entries(concise.lists ?? {}) : []
  const left = [...leftRows(answer, table, kept.length, all.length, options), ...leftItems(answer, cuts)]
  const warnings = [
    ...(Array.isArray(answer['warnings']) ? answer['warnings'] : []),
    ...options.notes,
    ...(left.length > 0 ? [`Shown: ${left.join('; ')}. ${hintOf(answer, concise, options)}`] : []),
  ]
  const whole: Answer = { ...answer, warnings }
  const main = table ? { [table.list]: kept } : {}
  if (options.form === 'detailed') return { body: { ...whole, ...main }, rows: kept.length, rowBytes: bytesOf(kept) }
  const rest = (concise.omitted ?? []).reduce(without, table ? without(whole, table.list) : whole)
  const columns = table ? columnsAndRows(shortRows(shortCells(kept, table)), options.columns ?? table.columns) : {}
  const body = { ...shortHead(withCutLists(rest, cuts)), ...columns }
  return { body, rows: kept.length, rowBytes: bytesOf(columns) }
}

/** How to request less, which then is complete, or more of the same. */
function hintOf({ next_cursor: cursor }: Answer, { narrow }: Concise, { form }: ShortOptions): string {
  const wider = typeof cursor === 'string' ? 'All fields' : 'More'
  return `To narrow, ${narrow}.${form === 'concise' ? ` ${wider}: response_format detailed.` : ''}`
}

/** With `next_cursor` the operation has paged already; then `total`, if present, counts all pages. */
function leftRows(
  answer: Answer,
  table: ConciseTable | undefined,
  kept: number,
  all: number,
  { limited }: ShortOptions,
): string[] {
  if (!table) return []
  const { next_cursor: cursor, total } = answer
  if (typeof cursor === 'string') {
    const of = typeof total === 'number' ? ` of ${total}` : ''
    return [`${kept}${of} rows, the next by cursor${limited ? '' : ', more at once by limit'}`]
  }
  if (kept === all) return []
  const which = { first: 'first', last: 'last', nearest: 'nearest to the price' }[table.keep ?? 'first']
  return [`${kept} of ${all} rows, the ${which}`]
}

function leftItems(answer: Answer, cuts: readonly (readonly [string, ListCut])[]): string[] {
  return cuts.flatMap(([name, cut]) => {
    const all = rowsOf(answer, name)
    const kept = cutRows(all, cut).length
    return kept === all.length ? [] : [`${kept} of ${all.length} in ${name}`]
  })
}

function withCutLists(answer: Answer, cuts: readonly (readonly [string, ListCut])[]): Answer {
  return cuts.reduce((whole, [path, cut]) => {
    if (!Array.isArray(memberAt(whole, path))) return whole
    const kept = cutRows(rowsOf(whole, path), cut)
    return withMember(whole, path, cut.columns ? columnsAndRows(shortRows(kept), cut.columns) : kept)
  }, answer)
}

function cutRows(
  rows: readonly Row[],
  { maxItems: maxRows = Number.POSITIVE_INFINITY, every = 1 }: ListCut,
): readonly Row[] {
  return rows.filter((_row, index) => index % every === 0).slice(0, maxRows)
}

function keptRows(rows: readonly Row[], { keep }: ConciseTable, maxRows: number, answer: Answer): readonly Row[] {
  if (rows.length <= maxRows) return rows
  const position = positionOf(Object.keys(rows[0] ?? {})) ?? ''
  const order = rowOrder(
    rows.map((row) => row[position]),
    keep,
    answer,
  )
  const kept = new Set(order.slice(0, maxRows))
  return rows.filter((_row, index) => kept.has(index))
}

/** Writes columns with the same value in all rows once, as constants, unless that concerns all columns. */
function columnsAndRows(rows: readonly Row[], names: readonly string[]): Answer {
  const same = names.filter((name) => rows.length > 1 && rows.every((row) => row[name] === rows[0]?.[name]))
  const lifted = same.length < names.length ? same : []
  const constants = Object.fromEntries(lifted.map((name) => [name, rows[0]?.[name] ?? null]))
  const columns = names.filter((name) => !lifted.includes(name))
  return {
    ...(lifted.length > 0 && { constants }),
    columns,
    rows: rows.map((row) => columns.map((name) => row[name] ?? null)),
  }
}

function rowsOf(answer: Answer, path: string): readonly Row[] {
  const list = memberAt(answer, path)
  return Array.isArray(list) ? list : []
}

function shortCells(rows: readonly Row[], { cells = {} }: ConciseTable): readonly Row[] {
  const shorter = Object.entries(cells)
  if (shorter.length === 0) return rows
  return rows.map((row) => {
    // The caller may have chosen other fields.
    const present = shorter.filter(([name]) => name in row)
    return { ...row, ...Object.fromEntries(present.map(([name, cell]) => [name, cell(row[name])])) }
  })
}

function shortRows(rows: readonly Row[]): readonly Row[] {
  return rows.map(shortHead)
}

function shortHead(answer: Answer): Answer {
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, shortNumbers(value)]))
}

const Members = z.record(z.string(), z.unknown()).catch({})

/** Members of members by a path with dots, as in `term_structure.points`; undefined where there is none. */
function memberAt(answer: Answer, path: string): unknown {
  const { name, inner } = stepOf(path)
  return inner === undefined ? answer[name] : memberAt(Members.parse(answer[name]), inner)
}

function withMember(answer: Answer, path: string, value: unknown): Answer {
  const { name, inner } = stepOf(path)
  return { ...answer, [name]: inner === undefined ? value : withMember(Members.parse(answer[name]), inner, value) }
}

function without(answer: Answer, path: string): Answer {
  const { name, inner } = stepOf(path)
  if (inner !== undefined) {
    return memberAt(answer, path) === undefined
      ? answer
      : { ...answer, [name]: without(Members.parse(answer[name]), inner) }
  }
  return Object.fromEntries(Object.entries(answer).filter(([key]) => key !== name))
}

function stepOf(path: string): { readonly name: string; readonly inner: string | undefined } {
  const [name = '', ...inner] = path.split('.')
  return { name, inner: inner.length > 0 ? inner.join('.') : undefined }
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
