/** Append-only tapes of live sources, packed in segments; a finished session is joined into one segment. */

import { sql } from 'kysely'
import { inTurns } from '../../lib/node/in-turns.ts'
import { type Column, packColumns, unpackInTurns } from '../../lib/node/packed-columns.ts'
import type { Steps } from '../../lib/steps.ts'
import { CodedTexts, type PrintTexts } from '../../market/domain/options/coded-texts.ts'
import { noPrints, type TapePrints } from '../../market/domain/options/option-tape.ts'
import type { SessionTrades, StockTrades } from '../../market/domain/stocks/stock-trades.ts'
import type { Connection } from '../../store/connection.ts'
import type { FlowTables, TapeSegmentRow } from './tables.ts'

export interface KeptTape {
  readonly prints: TapePrints
  /** The tape is complete up to this instant; NaN while unknown. */
  readonly wholeUntilMs: number
}

export interface TapeHead {
  readonly rows: number
  /** First rows of the segments, in order. */
  readonly starts: readonly number[]
}

export interface TapeSegment {
  readonly firstRow: number
  readonly prints: TapePrints
}

export interface TapeEnd {
  /** All stored rows; 0 where there are fewer than those asked from. */
  readonly rows: number
  readonly segments: readonly TapeSegment[]
}

const ENCODING = 1
const PRINTS = 'option_prints'
const OFF_EXCHANGE = 'off_exchange'

export function tapeSegments({ db }: Connection<FlowTables>) {
  const of = segmentsIn(db)

  return {
    packPrints,
    packOffExchange,

    /** Null if none are stored. */
    async prints(symbol: string, sessionDate: string): Promise<KeptTape | null> {
      const rows = await of(PRINTS, symbol, sessionDate)
        .select(['content', 'whole_until'])
        .orderBy('first_row')
        .execute()
      if (rows.length === 0) return null
      const parts: PrintColumns[] = []
      for (const { content } of rows) parts.push((await unpackInTurns(content)).columns as unknown as PrintColumns)
      return { prints: await inTurns(joined(symbol, sessionDate, parts)), wholeUntilMs: latest(rows) }
    },

    beyond: (symbol: string, sessionDate: string, row: number) => beyond({ symbol, sessionDate, row }, of),

    async head(symbol: string, sessionDate: string): Promise<TapeHead> {
      const rows = await of(PRINTS, symbol, sessionDate)
        .select(['first_row', 'row_count'])
        .orderBy('first_row')
        .execute()
      return {
        rows: rows.reduce((sum, { row_count }) => sum + row_count, 0),
        starts: rows.map(({ first_row }) => first_row),
      }
    },

    /** Replaces all stored prints from the first row of the segment on. */
    async put(segment: TapeSegmentRow): Promise<void> {
      await db
        .deleteFrom('tape_segments')
        .where('kind', '=', segment.kind)
        .where('symbol', '=', segment.symbol)
        .where('session_date', '=', segment.session_date)
        .where('first_row', '>=', segment.first_row)
        .execute()
      await db.insertInto('tape_segments').values(segment).execute()
    },

    /** Null if the session is not stored. */
    async offExchange(symbol: string, sessionDate: string): Promise<SessionTrades | null> {
      const row = await of(OFF_EXCHANGE, symbol, sessionDate)
        .select(['content', 'row_count', 'total_volume'])
        .executeTakeFirst()
      if (!row) return null
      const columns = (await unpackInTurns(row.content)).columns as unknown as Omit<
        StockTrades,
        'symbol' | 'sessionDate' | 'count'
      >
      return {
        trades: { symbol, sessionDate, count: row.row_count, ...columns },
        volume: row.total_volume ?? Number.NaN,
      }
    },
  }
}

function segmentsIn(db: Connection<FlowTables>['db']) {
  return (kind: string, symbol: string, sessionDate: string) =>
    db
      .selectFrom('tape_segments')
      .where('kind', '=', kind)
      .where('symbol', '=', symbol)
      .where('session_date', '=', sessionDate)
}

/**
 * Stored prints from a row on, in segments that may begin before it, and the number of stored rows. A segment is joined
 * with earlier ones as the tape grows, so its first row says little.
 */
async function beyond(
  { symbol, sessionDate, row }: { readonly symbol: string; readonly sessionDate: string; readonly row: number },
  of: ReturnType<typeof segmentsIn>,
): Promise<TapeEnd> {
  // One statement sees one state. The last segment is read in any case, for the end of the tape.
  const rows = await of(PRINTS, symbol, sessionDate)
    .select((select) => [
      'first_row',
      'row_count',
      select.case().when(sql<boolean>`first_row + row_count > ${row}`).then(select.ref('content')).end().as('content'),
    ])
    .where(sql<boolean>`first_row + row_count >= ${row}`)
    .orderBy('first_row')
    .execute()
  const last = rows.at(-1)
  const segments = await unpackedSegments(symbol, sessionDate, rows)
  return { rows: last ? last.first_row + last.row_count : 0, segments }
}

/** The prints of a tape from `firstRow` on as a segment. */
function packPrints({ prints, wholeUntilMs }: KeptTape, firstRow: number): TapeSegmentRow {
  const { symbol, sessionDate, count, ...all } = prints
  const columns: Record<string, Column> = {}
  for (const [name, column] of Object.entries(all)) {
    const part = column.slice(firstRow, count)
    columns[name] = part instanceof CodedTexts ? [...part] : part
  }
  return {
    kind: PRINTS,
    symbol,
    session_date: sessionDate,
    first_row: firstRow,
    row_count: count - firstRow,
    whole_until: Number.isNaN(wholeUntilMs) ? null : wholeUntilMs,
    total_volume: null,
    encoding: ENCODING,
    content: packColumns({ meta: null, columns }),
  }
}

/** A finished session of a stock as a segment. */
function packOffExchange({ trades, volume }: SessionTrades): TapeSegmentRow {
  const { symbol, sessionDate, count, ...columns } = trades
  return {
    kind: OFF_EXCHANGE,
    symbol,
    session_date: sessionDate,
    first_row: 0,
    row_count: count,
    whole_until: null,
    total_volume: Number.isNaN(volume) ? null : volume,
    encoding: ENCODING,
    content: packColumns({ meta: null, columns }),
  }
}

async function unpackedSegments(
  symbol: string,
  sessionDate: string,
  rows: readonly { readonly first_row: number; readonly content: string | null }[],
): Promise<TapeSegment[]> {
  const segments: TapeSegment[] = []
  for (const { first_row: firstRow, content } of rows) {
    if (content === null) continue
    const columns = (await unpackInTurns(content)).columns as unknown as PrintColumns
    const prints = { ...noPrints(symbol, sessionDate), count: columns.price.length, ...columns }
    segments.push({ firstRow, prints })
  }
  return segments
}

type PrintColumns = Omit<TapePrints, 'symbol' | 'sessionDate' | 'count'>

function* joined(symbol: string, sessionDate: string, parts: readonly PrintColumns[]): Steps<TapePrints> {
  const [first] = parts
  if (first && parts.length === 1) return { symbol, sessionDate, count: first.price.length, ...first }
  const count = parts.reduce((sum, { price }) => sum + price.length, 0)
  const numbers = (of: (part: PrintColumns) => Float64Array) => {
    const whole = new Float64Array(count)
    let place = 0
    for (const part of parts) {
      whole.set(of(part), place)
      place += part.price.length
    }
    return whole
  }
  const optionSymbols = yield* texts(parts, (part) => part.optionSymbols)
  const exchange = yield* texts(parts, (part) => part.exchange)
  const condition = yield* texts(parts, (part) => part.condition)
  return {
    ...noPrints(symbol, sessionDate),
    count,
    optionSymbols,
    exchange,
    condition,
    executedAtMs: numbers((part) => part.executedAtMs),
    price: numbers((part) => part.price),
    size: numbers((part) => part.size),
    bid: numbers((part) => part.bid),
    ask: numbers((part) => part.ask),
    underlyingPrice: numbers((part) => part.underlyingPrice),
    volume: numbers((part) => part.volume),
    openInterest: numbers((part) => part.openInterest),
  }
}

function* texts(parts: readonly PrintColumns[], of: (part: PrintColumns) => PrintTexts): Steps<readonly string[]> {
  const whole: string[] = []
  for (const part of parts) {
    for (const text of of(part)) whole.push(text)
    yield
  }
  return whole
}

function latest(rows: readonly { readonly whole_until: number | null }[]): number {
  return rows.reduce(
    (last, { whole_until }) => (whole_until === null || whole_until < last ? last : whole_until),
    Number.NaN,
  )
}
