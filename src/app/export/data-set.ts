/** A table that leaves the service as a file: its columns, and its rows in parts of bounded size. */
import type { HeavyWork } from '../../catalogue/context.ts'
import type { AppContext } from '../context.ts'

/** A `date` is YYYY-MM-DD, an `instant` ISO 8601 UTC. */
export type ColumnKind = 'text' | 'number' | 'date' | 'instant' | 'flag'

export type Columns = Readonly<Record<string, ColumnKind>>

export type ExportRow = Readonly<Record<string, unknown>>

export interface ExportQuery {
  /** Empty: all that the source has, or all of a list. */
  readonly symbols: readonly string[]
  /** New York trading dates, both included. */
  readonly from: string
  readonly to: string
}

export type ExportParts = Pick<AppContext, 'market' | 'analysisOf' | 'flowSessions' | 'store'>

export interface DataSet {
  /** What a row is, in a sentence. */
  readonly summary: string
  readonly columns: Columns
  /** Days up to today where no `from` is given. */
  readonly days: number
  /** The last day where no `to` is given: that of the market, or the New York date of now. */
  readonly until: 'session' | 'today'
  /** Days that an account may request at once. */
  readonly maxDays: number
  /** Whether an account must name the symbols, because each costs a question to the source. */
  readonly needsSymbols: boolean
  /** Unknown values are null. What the source does not have is left out. Parts of past sessions are made as `work`. */
  parts(query: ExportQuery, parts: ExportParts, work: HeavyWork): AsyncIterable<readonly ExportRow[]>
}
