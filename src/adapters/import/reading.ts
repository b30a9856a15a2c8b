/**
 * What every reader of a file format takes and gives. A reader looks at one file, keeps nothing outside itself and
 * writes nothing: the documents that it returns are stored together or not at all.
 */
import type { DailyBar } from '../../domain/market/bar.ts'
import type { CalendarEvent } from '../../domain/market/calendar-event.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import type { CorporateAction, TickerPeriod } from '../../domain/market/corporate-action.ts'
import type { EarningsReport } from '../../domain/market/earnings-report.ts'
import type { MinuteBars, MinuteQuotes } from '../../domain/market/minute-bars.ts'
import type { NewsItem } from '../../domain/market/news-item.ts'
import type { OptionPrints } from '../../domain/market/option-prints.ts'
import type { StockTrades } from '../../domain/market/stock-trades.ts'
import type { ReadLog } from './read-log.ts'
import type { Source } from './source.ts'

export const IMPORT_KINDS = ['chain', 'bars', 'trades', 'prints', 'earnings', 'events', 'news'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export type ImportedDocument =
  | {
      readonly type: 'chain'
      /** The instant that the file names, before it is moved to the last close. */
      readonly stampMs: number
      /** Name of the underlying, where the file has it. */
      readonly name: string | null
      readonly chain: OptionChain
    }
  | {
      readonly type: 'daily_bars'
      readonly symbol: string
      readonly bars: readonly DailyBar[]
      readonly derived: boolean
    }
  | { readonly type: 'minute_bars'; readonly table: MinuteBars }
  | { readonly type: 'minute_quotes'; readonly table: MinuteQuotes }
  | { readonly type: 'trades'; readonly table: StockTrades }
  | { readonly type: 'prints'; readonly table: OptionPrints }
  | { readonly type: 'corporate_actions'; readonly actions: readonly CorporateAction[] }
  | { readonly type: 'ticker_periods'; readonly symbol: string; readonly periods: readonly TickerPeriod[] }
  | { readonly type: 'earnings'; readonly reports: readonly EarningsReport[] }
  | { readonly type: 'events'; readonly events: readonly CalendarEvent[] }
  | { readonly type: 'news'; readonly items: readonly NewsItem[] }

/** What the person who imports has said about the file. */
export interface ReadRequest {
  readonly symbol?: string | undefined
  /** New York trading date. */
  readonly date?: string | undefined
  readonly nowMs: number
}

export interface ImportFormat {
  readonly name: string
  readonly kind: ImportKind
  /** For sentences: "a Cboe quote table". */
  readonly title: string
  /** Whether symbol or date may come from the file's name: the same bytes under another name are then another import. */
  readonly usesName: boolean
  /** By the content, and by the name only where the content alone does not tell. */
  recognises(source: Source): boolean
  read(source: Source, request: ReadRequest, log: ReadLog): Promise<readonly ImportedDocument[]>
}

/** The whole file is refused. The message is a sentence for the report. */
export class FileRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FileRefused'
  }
}
