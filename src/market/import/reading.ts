/**
 * Interface of the readers of file formats. A reader parses one file and has no side effects; its documents are stored
 * atomically.
 */

import type { CalendarEvent } from '../domain/calendar/calendar-event.ts'
import type { EarningsReport } from '../domain/earnings-report.ts'
import type { PublishedRate } from '../domain/interest-rates.ts'
import type { NewsItem } from '../domain/news-item.ts'
import type { OptionChain } from '../domain/options/chain.ts'
import type { OptionPrints } from '../domain/options/option-prints.ts'
import type { DailyBar } from '../domain/stocks/bar.ts'
import type { CorporateAction, TickerPeriod } from '../domain/stocks/corporate-action.ts'
import type { MinuteBars, MinuteQuotes } from '../domain/stocks/minute-bars.ts'
import type { StockTrades } from '../domain/stocks/stock-trades.ts'
import type { ReadLog } from './read-log.ts'
import type { Source } from './source.ts'

export const IMPORT_KINDS = ['chain', 'bars', 'trades', 'prints', 'earnings', 'events', 'news', 'rates'] as const
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
  | { readonly type: 'rates'; readonly rates: readonly PublishedRate[] }

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
  /** By the content; by the name only if the content is ambiguous. */
  recognises(source: Source): boolean
  read(source: Source, request: ReadRequest, log: ReadLog): Promise<readonly ImportedDocument[]>
}
