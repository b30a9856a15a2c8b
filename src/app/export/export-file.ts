import { z } from 'zod'
import type { CallerKind, HeavyWork } from '../../catalogue/context.ts'
import type { FileAnswer, FileBytes } from '../../catalogue/file-answer.ts'
import { WindowDate } from '../../catalogue/window-date.ts'
import { type FieldIssue, invalid } from '../../lib/errors.ts'
import { addDays, daysBetween } from '../../lib/time/civil-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { sessionDateAt } from '../../market/domain/calendar/trading-calendar.ts'
import type { AppContext } from '../context.ts'
import type { DataSet, ExportQuery } from './data-set.ts'
import { FORMATS, type FormatName } from './formats.ts'

const MEDIA_TYPES: Readonly<Record<FormatName, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

export const FILE_TYPES = Object.values(MEDIA_TYPES)

const MAX_SYMBOLS = 20

/** What every export takes. */
export const rangeShape = {
  symbols: z
    .array(UnderlyingSymbol)
    .max(MAX_SYMBOLS)
    .optional()
    .describe('Tickers, for example SPY,QQQ. Required except for ideas and the ledger.'),
  from: WindowDate.optional().describe('First New York date, YYYY-MM-DD; by default so that the range is short.'),
  to: WindowDate.optional().describe(
    'Last New York date, YYYY-MM-DD; by default the present session, for ideas and the ledger today.',
  ),
  format: z
    .enum(['csv', 'ndjson', 'parquet'])
    .default('csv')
    .describe('csv (RFC 4180 with a header), ndjson (one JSON object in each line) or parquet.'),
}

interface ExportRequest {
  readonly symbols?: readonly string[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly format: FormatName
}

/** Its first bytes are made before it returns, so that what fails at once is an error and not half a file. */
export async function exportFile(
  name: string,
  dataSet: DataSet,
  request: ExportRequest,
  context: AppContext,
): Promise<z.input<typeof FileAnswer>> {
  const { caller, heavyQuestions, now } = context
  const query = queryOf(dataSet, request, now().getTime())
  if (caller.kind !== 'command_line') requireBounded(dataSet, query, caller.kind)
  if (dataSet.needsSymbols) await requireKnown(query.symbols, context)
  const work = heavyQuestions?.begin(caller) ?? UNLIMITED
  const bytes = fileBytes(FORMATS[request.format](dataSet.columns, dataSet.parts(query, context, work)), work)
  await bytes.next()
  const days = query.from === query.to ? [query.to] : [query.from, query.to]
  const fileName = `${[name, ...query.symbols.slice(0, 3), ...days].join('-')}.${request.format}`
  return { media_type: MEDIA_TYPES[request.format], file_name: fileName, bytes }
}

function queryOf({ days, until }: DataSet, { symbols = [], from, to }: ExportRequest, nowMs: number): ExportQuery {
  const last = to ?? (until === 'session' ? sessionDateAt(nowMs) : newYorkDate(nowMs))
  const first = from ?? addDays(last, 1 - days)
  if (first > last) {
    const named = to === undefined ? `, which is ${last} by default` : ''
    throw invalid([{ path: 'from', message: `must not be after to${named}` }])
  }
  return { symbols: [...new Set(symbols)], from: first, to: last }
}

/** Throws the refusal of the source for the first symbol that it does not have. */
async function requireKnown(symbols: readonly string[], { market }: AppContext): Promise<void> {
  const listed = new Set((await market.listings()).map(({ symbol }) => symbol))
  const unknown = symbols.find((symbol) => !listed.has(symbol))
  if (unknown !== undefined) await (await market.viewAt()).quote(unknown)
}

function requireBounded({ needsSymbols, maxDays }: DataSet, { symbols, from, to }: ExportQuery, kind: CallerKind) {
  const found: FieldIssue[] = []
  if (needsSymbols && symbols.length === 0 && kind !== 'webhook_sender') {
    found.push({ path: 'symbols', message: `must name 1 to ${MAX_SYMBOLS} tickers, for example SPY,QQQ` })
  }
  if (daysBetween(from, to) >= maxDays) {
    found.push({
      path: 'from',
      message: `must be at most ${maxDays - 1} days before to: request a range after the other`,
    })
  }
  if (found.length > 0) throw invalid(found)
}

/**
 * Yields an empty part as soon as its first bytes are made, then all of them. Ends the work when the file is complete,
 * fails, or nobody reads on.
 */
async function* fileBytes(bytes: AsyncGenerator<Uint8Array>, work: HeavyWork): FileBytes {
  try {
    const first = await bytes.next()
    yield new Uint8Array()
    if (!first.done) yield first.value
    yield* bytes
  } finally {
    await bytes.return(undefined)
    work.end()
  }
}

const UNLIMITED: HeavyWork = { part: (_question, here) => here(), end() {} }
