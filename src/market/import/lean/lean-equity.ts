/**
 * Lean files of stocks, ETFs and indices: daily bars, minute bars and minute quotes of a day, every trade of a day.
 * Prices are ten-thousandths of a dollar, for indices dollars: a file with a decimal point is in dollars.
 */

import type { CsvRecord } from '../../../lib/text/csv-reader.ts'
import { newYorkInstant } from '../../domain/calendar/new-york-time.ts'
import type { MinuteQuotes } from '../../domain/stocks/minute-bars.ts'
import type { StockTrades } from '../../domain/stocks/stock-trades.ts'
import { dailyBarsOf, isBar, type MinuteRow, minuteDocuments, type PriceRow } from '../bars.ts'
import { compactDate, dateFrom, symbolFrom } from '../file-facts.ts'
import type { ReadLog } from '../read-log.ts'
import type { ImportedDocument, ImportFormat, ReadRequest } from '../reading.ts'
import type { Source } from '../source.ts'
import { eachRecord } from '../table.ts'
import { LEAN_SCALE, type LeanEquityName, leanEquityName } from './lean-names.ts'

const DAILY_ROW = /^\d{8} \d{2}:\d{2},[\d.]+,[\d.]+,[\d.]+,[\d.]+,\d/
const MINUTE_ROW = /^\d{1,8},[\d.]+,[\d.]+,[\d.]+,[\d.]+,[\d.]+\r?(\n|$)/
const QUOTE_ROW = /^\d{1,8},[\d.]*(,[\d.]*){9}\r?(\n|$)/
const TICK_ROW = /^\d{1,8},[\d.]+,\d+,[A-Z]?,[\dA-Fa-f]*,[01]/

export const leanDaily: ImportFormat = {
  name: 'lean_equity_daily',
  kind: 'bars',
  title: 'a Lean file of daily bars',
  usesName: true,
  recognises: (source) => source.type === 'text' && DAILY_ROW.test(source.head),
  async read(source, request, log) {
    const rows: (PriceRow & { date: string })[] = []
    const scale = new Scale()
    const name = leanName(source)
    const symbol = symbolFrom(name?.symbol, request, log)
    await eachRecord(source, ({ row, fields }) => {
      const date = compactDate((fields[0] ?? '').slice(0, 8))
      const bar = priceRow(row, fields, scale, log)
      if (date === null) log.refuseRow(row, 'time', fields[0] ?? '', 'not a date that exists')
      else if (isBar(bar, log) && (request.date ?? date) === date) rows.push({ ...bar, date })
    })
    const bars = dailyBarsOf(
      rows.map((bar) => scale.dollars(bar)),
      log,
    )
    return [{ type: 'daily_bars', symbol, bars, derived: false }]
  },
}

export const leanMinuteTrades: ImportFormat = {
  name: 'lean_equity_minute',
  kind: 'bars',
  title: 'a Lean file of minute bars',
  usesName: true,
  recognises: (source) =>
    source.type === 'text' && MINUTE_ROW.test(source.head) && (leanName(source)?.resolution ?? 'minute') === 'minute',
  async read(source, request, log) {
    const { symbol, midnightMs } = dayFacts(source, request, log)
    const rows: MinuteRow[] = []
    const scale = new Scale()
    await eachRecord(source, ({ row, fields }) => {
      const time = log.number(row, 'time', fields[0] ?? '')
      const bar = priceRow(row, fields, scale, log)
      if (Number.isNaN(time)) log.refuseRow(row, 'time', fields[0] ?? '', 'not milliseconds since midnight')
      else if (isBar(bar, log)) rows.push({ ...bar, startMs: midnightMs + time })
    })
    return minuteDocuments(
      symbol,
      rows.map((bar) => scale.dollars(bar)),
      log,
    )
  },
}

export const leanMinuteQuotes: ImportFormat = {
  name: 'lean_equity_minute_quotes',
  kind: 'bars',
  title: 'a Lean file of minute quotes',
  usesName: true,
  recognises: (source) => source.type === 'text' && QUOTE_ROW.test(source.head),
  read: readMinuteQuotes,
}

export const leanTicks: ImportFormat = {
  name: 'lean_equity_tick',
  kind: 'trades',
  title: 'a Lean file of trades',
  usesName: true,
  recognises: (source) => source.type === 'text' && TICK_ROW.test(source.head),
  read: readTicks,
}

async function readMinuteQuotes(
  source: Source,
  request: ReadRequest,
  log: ReadLog,
): Promise<readonly ImportedDocument[]> {
  const { symbol, date, midnightMs } = dayFacts(source, request, log)
  const scale = new Scale()
  const startMs: number[] = []
  const bid: number[] = []
  const ask: number[] = []
  const bidSize: number[] = []
  const askSize: number[] = []
  await eachRecord(source, ({ row, fields }) => {
    const number = (column: string, place: number) => log.number(row, column, fields[place] ?? '')
    const time = number('time', 0)
    if (Number.isNaN(time)) return log.refuseRow(row, 'time', fields[0] ?? '', 'not milliseconds since midnight')
    const bidClose = scale.read(fields[4], number('bid_close', 4))
    const askClose = scale.read(fields[9], number('ask_close', 9))
    const crossed = log.isCrossed(row, bidClose, askClose)
    startMs.push(midnightMs + time)
    bid.push(crossed ? Number.NaN : bidClose)
    ask.push(crossed ? Number.NaN : askClose)
    bidSize.push(number('bid_size', 5))
    askSize.push(number('ask_size', 10))
  })
  log.taken += startMs.length
  const table: MinuteQuotes = {
    symbol,
    sessionDate: date,
    count: startMs.length,
    startMs: Float64Array.from(startMs),
    bid: scale.column(bid),
    ask: scale.column(ask),
    bidSize: Float64Array.from(bidSize),
    askSize: Float64Array.from(askSize),
  }
  return [{ type: 'minute_quotes', table }]
}

async function readTicks(source: Source, request: ReadRequest, log: ReadLog): Promise<readonly ImportedDocument[]> {
  const { symbol, date, midnightMs } = dayFacts(source, request, log)
  const scale = new Scale()
  const times: number[] = []
  const prices: number[] = []
  const sizes: number[] = []
  const exchanges: number[] = []
  const conditions: number[] = []
  const suspicious: number[] = []
  await eachRecord(source, ({ row, fields }) => {
    const [timeText = '', priceText = '', sizeText = '', exchange = '', mask = '', doubt = ''] = fields
    const time = log.number(row, 'time', timeText)
    const price = scale.read(priceText, log.number(row, 'price', priceText))
    const size = log.number(row, 'size', sizeText)
    if (!(time >= 0 && price > 0 && size > 0)) {
      return log.refuseRow(row, 'price', fields.join(','), 'a trade has a time, a price and a size above 0')
    }
    times.push(midnightMs + time)
    prices.push(price)
    sizes.push(size)
    exchanges.push(exchange.charCodeAt(0) || 0)
    conditions.push(Number.parseInt(mask || '0', 16))
    suspicious.push(doubt === '1' ? 1 : 0)
  })
  log.taken += times.length
  const table: StockTrades = {
    symbol,
    sessionDate: date,
    count: times.length,
    executedAtMs: Float64Array.from(times),
    price: scale.column(prices),
    size: Float64Array.from(sizes),
    exchange: Uint8Array.from(exchanges),
    conditions: Uint32Array.from(conditions),
    suspicious: Uint8Array.from(suspicious),
  }
  return [{ type: 'trades', table }]
}

/** Learns from the prices of a file in which unit they are; one decimal point anywhere means dollars. */
class Scale {
  #divisor = LEAN_SCALE

  read(text: string | undefined, value: number): number {
    if (text?.includes('.')) this.#divisor = 1
    return value
  }

  column(values: readonly number[]): Float64Array {
    return Float64Array.from(values, (value) => value / this.#divisor)
  }

  dollars<Row extends PriceRow>(bar: Row): Row {
    const divisor = this.#divisor
    const { open, high, low, close } = bar
    return { ...bar, open: open / divisor, high: high / divisor, low: low / divisor, close: close / divisor }
  }
}

function priceRow(row: number, fields: CsvRecord['fields'], scale: Scale, log: ReadLog): PriceRow {
  const price = (column: string, place: number) =>
    scale.read(fields[place], log.number(row, column, fields[place] ?? ''))
  return {
    row,
    open: price('open', 1),
    high: price('high', 2),
    low: price('low', 3),
    close: price('close', 4),
    volume: log.number(row, 'volume', fields[5] ?? ''),
  }
}

function leanName(source: Source): LeanEquityName | null {
  return source.type === 'text' ? leanEquityName(source.name) : null
}

function dayFacts(
  source: Source,
  request: ReadRequest,
  log: ReadLog,
): { symbol: string; date: string; midnightMs: number } {
  const name = leanName(source)
  const symbol = symbolFrom(name?.date ? name.symbol : undefined, request, log)
  const date = dateFrom(name?.date?.replaceAll('-', ''), request, log)
  return { symbol, date, midnightMs: newYorkInstant(date, 0) }
}
