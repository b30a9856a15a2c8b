/**
 * A short rendering of an answer as Markdown, for clients that read the whole as `structuredContent`: the key figures on
 * a line each, tables with the rows that fit. Generic, so that no tool has a rendering of its own to keep.
 */
import { z } from 'zod'
import type { Answer, ConciseTable } from '../../../catalogue/operation.ts'
import { shortNumbers } from './short-numbers.ts'

/** Of the estimated tokens of the JSON; the promise is 0.6 of the real ones. */
const SHARE = 0.57
/** A shorter answer stays JSON: only a few rows would be left of it. */
const MIN_TOKENS = 400
const IN_PART = 'In part: structuredContent has all of it.'
/** Rows that the main table has before anything else gets room. */
const FEWEST_ROWS = 5
/** Of the service and its paging, not of the market. */
const LEFT_OUT: ReadonlySet<string> = new Set(['source', 'next_cursor'])
const MAX_CELL = 60

const Members = z.record(z.string(), z.unknown())
const Records = z.array(Members).min(1)
/** Texts too long for a cell. */
const Sentences = z.array(z.string()).refine((texts) => texts.join('').length > MAX_CELL)
const Texts = z.array(z.string())
const INNER = [Sentences, Records, Members]
const Lists = z.array(z.array(z.unknown()))

interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}
type Block = string | Table

/**
 * `json` is the text of `body`. The rendering has at most 60 % of its tokens; an answer of fewer than 400 tokens stays
 * JSON. `keep` are the rows of the main table that matter most, as in the short form.
 */
export function markdownText(body: Answer, json: string, keep: ConciseTable['keep'] = 'first'): string {
  const tokens = tokensOf(json)
  if (tokens < MIN_TOKENS) return json
  const { warnings, ...data } = body
  const head = [...figuresOf('', data), ...firstSentences(warnings)]
  const main = tablesOf('', data)
  const inner = innerBlocks('', data)
  const whole = written([...head, ...main, ...inner], Number.POSITIVE_INFINITY, keep)
  const budget = Math.floor(tokens * SHARE)
  if (tokensOf(whole) <= budget) return whole
  return fitted({ head, main, inner, keep }, budget - tokensOf(IN_PART))
}

/** Close to what models count: words in pieces, digits by three, runs of signs. */
function tokensOf(text: string): number {
  return text.match(/\p{L}{1,7}|\d{1,3}|[^\s\p{L}\d]+/gu)?.length ?? 0
}

interface Parts {
  readonly head: readonly Block[]
  readonly main: readonly Block[]
  readonly inner: readonly Block[]
  readonly keep: ConciseTable['keep']
}

/** As many rows of each table as fit; where few rows do not fit either, without the longest of the inner parts. */
function fitted({ head, main, inner, keep }: Parts, budget: number): string {
  const text = (kept: readonly Block[], rows: number) => written([...head, ...main, ...kept], rows, keep)
  const fits = (kept: readonly Block[], rows: number) => tokensOf(text(kept, rows)) <= budget
  let kept = inner
  while (kept.length > 0 && !fits(kept, FEWEST_ROWS)) kept = withoutLongest(kept)
  let [low, high] = [1, Math.max(1, ...[...main, ...kept].map(rowsOf))]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(kept, middle)) low = middle
    else high = middle - 1
  }
  return `${cut(text(kept, low), budget)}\n${IN_PART}`
}

function rowsOf(block: Block): number {
  return typeof block === 'string' ? 0 : block.rows.length
}

function withoutLongest(blocks: readonly Block[]): readonly Block[] {
  const lengths = blocks.map((block) => written([block], FEWEST_ROWS, 'first').length)
  return blocks.toSpliced(lengths.indexOf(Math.max(...lengths)), 1)
}

/** After the last line that fits; a first line that is too long ends after a figure. */
function cut(text: string, budget: number): string {
  let kept = text
  for (const separator of ['\n', ', ']) {
    while (tokensOf(kept) > budget && kept.includes(separator)) kept = kept.slice(0, kept.lastIndexOf(separator))
  }
  return kept
}

/** The single values of an object on one line. */
function figuresOf(path: string, members: Answer): Block[] {
  const figures = Object.entries(members).flatMap(([name, value]) =>
    isLeftOut(name, value) || isInner(name, value) ? [] : `${name} ${cell(value)}`,
  )
  return figures.length > 0 ? [`${path === '' ? '' : `${path}: `}${figures.join(', ')}`] : []
}

/** The table that a short form writes as `columns` and `rows`. */
function tablesOf(title: string, { columns, rows }: Answer): Block[] {
  const names = Texts.safeParse(columns)
  const lists = Lists.safeParse(rows)
  if (!names.success || !lists.success || lists.data.length === 0) return []
  return [{ title, columns: names.data, rows: lists.data }]
}

function innerBlocks(path: string, members: Answer): Block[] {
  return Object.entries(members).flatMap(([name, value]) => {
    if (isLeftOut(name, value) || !isInner(name, value)) return []
    const title = path === '' ? name : `${path}.${name}`
    const sentences = Sentences.safeParse(value)
    if (sentences.success) return [`${title}: ${oneLine(sentences.data.join(' '))}`]
    const records = Records.safeParse(value)
    if (records.success) return [tableOf(title, records.data)]
    const { data: inner = {} } = Members.safeParse(value)
    return [...figuresOf(title, inner), ...tablesOf(title, inner), ...innerBlocks(title, inner)]
  })
}

function tableOf(title: string, records: readonly Answer[]): Table {
  const columns = Object.keys(records[0] ?? {})
  return { title, columns, rows: records.map((record) => columns.map((name) => record[name])) }
}

function isLeftOut(name: string, value: unknown): boolean {
  return LEFT_OUT.has(name) || value === null || (Array.isArray(value) && value.length === 0)
}

function isInner(name: string, value: unknown): boolean {
  return name === 'columns' || name === 'rows' || INNER.some((form) => form.safeParse(value).success)
}

/** What a warning says first; the rest is its advice. */
function firstSentences(warnings: unknown): string[] {
  return (Texts.safeParse(warnings).data ?? []).map(
    (text) => `- ${oneLine(text.split(/(?<=\.) (?=[A-Z])/)[0] ?? text)}`,
  )
}

function written(blocks: readonly Block[], maxRows: number, keep: ConciseTable['keep']): string {
  return blocks.map((block) => (typeof block === 'string' ? block : tableText(block, maxRows, keep))).join('\n')
}

function tableText({ title, columns, rows }: Table, maxRows: number, keep: ConciseTable['keep']): string {
  const shown = keptRows(rows, maxRows, title === '' ? keep : 'first').map((row) => lineOf(row.map(cell)))
  const head = [lineOf(columns), lineOf(columns.map(() => '-'))]
  return [...(title === '' ? [] : [`${title}:`]), ...head, ...shown].join('\n')
}

/** The rows nearest to the price are those in the middle of a short form. */
function keptRows<T>(rows: readonly T[], maxRows: number, keep: ConciseTable['keep']): readonly T[] {
  if (rows.length <= maxRows) return rows
  if (keep === 'last') return rows.slice(-maxRows)
  const start = keep === 'nearest' ? Math.floor((rows.length - maxRows) / 2) : 0
  return rows.slice(start, start + maxRows)
}

function lineOf(cells: readonly string[]): string {
  return `|${cells.join('|')}|`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = oneLine(typeof value === 'string' ? value : JSON.stringify(shortNumbers(value)))
  return text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL - 1)}…`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
}
