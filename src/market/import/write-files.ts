/**
 * Writes market data as files that the readers of this folder parse back to the same data, so that live data can be
 * archived, shared and replayed.
 */

import { orNull } from '../../lib/math/numbers.ts'
import { writeCsv } from '../../lib/text/write-csv.ts'
import type { CalendarEvent } from '../domain/calendar/calendar-event.ts'
import { newYorkInstant } from '../domain/calendar/new-york-time.ts'
import type { EarningsReport } from '../domain/earnings-report.ts'
import type { NewsItem } from '../domain/news-item.ts'
import type { OptionChain } from '../domain/options/chain.ts'
import type { OptionPrints } from '../domain/options/option-prints.ts'
import type { DailyBar } from '../domain/stocks/bar.ts'
import type { StockTrades } from '../domain/stocks/stock-trades.ts'

/** A JSON chain: every column, and the warnings, which say what the numbers do not. */
export function chainFile(chain: OptionChain): string {
  const { symbol, asOfMs, underlyingPrice, contracts, expirations, openInterestDate, warnings } = chain
  const quotes = contracts.optionSymbols.map((optionSymbol, row) => {
    const expiration = expirations[contracts.expirationIndex[row] ?? 0]
    const value = (column: Float64Array) => orNull(column[row] ?? Number.NaN)
    return {
      symbol: optionSymbol.replaceAll(' ', ''),
      bid: value(contracts.bid),
      ask: value(contracts.ask),
      bidSize: value(contracts.bidSize),
      askSize: value(contracts.askSize),
      last: value(contracts.last),
      volume: value(contracts.volume),
      openInterest: value(contracts.openInterest),
      iv: value(contracts.vendorIv),
      multiplier: value(contracts.multiplier),
      settlement: expiration?.settlement,
      style: expiration?.style,
    }
  })
  const updated = new Date(asOfMs).toISOString()
  const head = { symbol, updated, underlyingPrice: orNull(underlyingPrice), openInterestDate, warnings }
  return `${JSON.stringify({ ...head, quotes })}\n`
}

/** A table of prices. The file name contains the symbol. */
export function barsFile(bars: readonly DailyBar[]): string {
  return writeCsv(
    ['date', 'open', 'high', 'low', 'close', 'volume'],
    bars.map((bar) => ({ ...bar })),
  )
}

/** Ticks: milliseconds since midnight in New York, dollars, shares, exchange, conditions in hex, doubted or not. */
export function tradesFile(trades: StockTrades): string {
  const midnightMs = newYorkInstant(trades.sessionDate, 0)
  let text = ''
  for (let row = 0; row < trades.count; row++) {
    const fields = [
      Math.floor((trades.executedAtMs[row] ?? 0) - midnightMs),
      dollars(trades.price[row] ?? 0),
      Math.round(trades.size[row] ?? 0),
      String.fromCharCode(trades.exchange[row] ?? 0),
      (trades.conditions[row] ?? 0).toString(16),
      trades.suspicious[row] ?? 0,
    ]
    text += `${fields.join(',')}\n`
  }
  return text
}

/** `20261120_spy_trade_tick.csv`, which names symbol and date. */
export function tradesFileName({ symbol, sessionDate }: StockTrades): string {
  return `${sessionDate.replaceAll('-', '')}_${symbol.toLowerCase()}_trade_tick.csv`
}

export function printsFile(prints: OptionPrints): string {
  const columns = [
    'executed_at',
    'option_symbol',
    'price',
    'size',
    'bid',
    'ask',
    'underlying_price',
    'exchange',
    'condition',
  ]
  const rows = Array.from(prints.optionSymbols, (optionSymbol, row) => ({
    executed_at: new Date(prints.executedAtMs[row] ?? 0).toISOString(),
    option_symbol: optionSymbol.replaceAll(' ', ''),
    price: prints.price[row],
    size: prints.size[row],
    bid: prints.bid[row],
    ask: prints.ask[row],
    underlying_price: prints.underlyingPrice[row],
    exchange: prints.exchange.at(row),
    condition: prints.condition.at(row),
  }))
  return writeCsv(columns, rows)
}

/** Without the values of splits: the bars beside it are in the shares of the day of the recording already. */
export function eventsFile(events: readonly CalendarEvent[]): string {
  return listFile(
    events.map(({ id, kind, title, symbol, scheduledAt, knownAt, importance, status }) => ({
      id,
      kind,
      title,
      symbol,
      scheduled_at: scheduledAt,
      known_at: knownAt,
      importance,
      status,
    })),
  )
}

export function earningsFile(reports: readonly EarningsReport[]): string {
  return listFile(
    reports.map((report) => ({
      symbol: report.symbol,
      report_date: report.reportDate,
      fiscal_period: report.fiscalPeriod,
      timing: report.timing,
      eps_estimate: orNull(report.epsEstimate),
      eps_actual: orNull(report.epsActual),
      status: report.status,
      known_at: report.knownAt,
    })),
  )
}

export function newsFile(items: readonly NewsItem[]): string {
  return listFile(
    items.map(({ id, publishedAt, headline, summary, source, url, symbols, sentiment }) => ({
      id,
      published_at: publishedAt,
      headline,
      summary,
      source,
      url,
      symbols,
      sentiment,
    })),
  )
}

function listFile(data: readonly object[]): string {
  return `${JSON.stringify({ data }, null, 1)}\n`
}

/** With a decimal point, which distinguishes dollars from ten-thousandths. */
function dollars(price: number): string {
  return Number.isInteger(price) ? `${price}.0` : String(price)
}
