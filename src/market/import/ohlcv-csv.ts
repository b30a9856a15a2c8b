/**
 * Price tables with a heading row: a column date, datetime, time or timestamp, open, high, low, close and, where there
 * is one, volume. A time of day makes them minute bars. Prices must be as traded: adjusted ones belong to no date.
 */

import type { CsvRecord } from '../../lib/text/csv-reader.ts'
import { civilDate, isCivilDate } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from '../domain/calendar/new-york-time.ts'
import { dailyBarsOf, isBar, type MinuteRow, minuteDocuments, type PriceRow } from './bars.ts'
import { compactDate, symbolFrom } from './file-facts.ts'
import { FileRefused } from './file-refused.ts'
import type { ReadLog } from './read-log.ts'
import type { ImportFormat, ReadRequest } from './reading.ts'
import type { Source } from './source.ts'
import { eachRecord, firstRecords, headings, type Positions, requireColumns } from './table.ts'

const TIME_COLUMNS = ['datetime', 'timestamp', 'time', 'date']
const PRICE_COLUMNS = ['open', 'high', 'low', 'close']
const NAME_SYMBOL = /^([A-Za-z][A-Za-z0-9.]{0,9}?)(?:[_ -].*)?\.csv$/
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/
const MS_PER_MINUTE = 60_000
/** A larger gap is overnight and says nothing about the bar interval. */
const LONGEST_BAR_MS = 5 * 60 * MS_PER_MINUTE

export const ohlcvCsv: ImportFormat = {
  name: 'ohlcv_csv',
  kind: 'bars',
  title: 'a table of prices',
  usesName: true,
  recognises: (source) => source.type === 'text' && looksLikePrices(firstRecords(source.head)[0]),
  async read(source, request, log) {
    const symbol = symbolFrom(nameSymbol(source), request, log)
    const minutes: MinuteRow[] = []
    const days: (PriceRow & { date: string })[] = []
    let positions: Positions | null = null
    await eachRecord(source, (record) => {
      if (!positions) {
        positions = headings(record.fields)
        requireColumns(positions, PRICE_COLUMNS)
        noteUnused(positions, log)
      } else takeRow(record, positions, { minutes, days, request, log })
    })
    if (minutes.length === 0) return [{ type: 'daily_bars', symbol, bars: dailyBarsOf(days, log), derived: false }]
    if (days.length > 0) throw new FileRefused('Some rows have a time of day and others do not.')
    requireMinutes(minutes)
    return minuteDocuments(symbol, minutes, log)
  },
}

interface Taking {
  readonly minutes: MinuteRow[]
  readonly days: (PriceRow & { date: string })[]
  readonly request: ReadRequest
  readonly log: ReadLog
}

function takeRow({ row, fields }: CsvRecord, positions: Positions, { minutes, days, request, log }: Taking): void {
  const cell = (column: string) => fields[positions.get(column) ?? -1] ?? ''
  const number = (column: string) => log.number(row, column, cell(column))
  const timeColumn = timeColumnOf(positions)
  const text = cell(timeColumn).trim()
  const bar = {
    row,
    open: number('open'),
    high: number('high'),
    low: number('low'),
    close: number('close'),
    volume: number('volume'),
  }
  const date = dateOf(text)
  const startMs = date === null ? instantOf(text, log) : null
  if (date === null && startMs === null) {
    log.refuseRow(row, timeColumn, text, 'not a date or an instant')
    return
  }
  if (!isBar(bar, log)) return
  if (startMs !== null) minutes.push({ ...bar, startMs })
  else if (date !== null && (request.date ?? date) === date) days.push({ ...bar, date })
}

function looksLikePrices(heading: CsvRecord | undefined): boolean {
  if (!heading) return false
  const positions = headings(heading.fields)
  return (
    TIME_COLUMNS.some((name) => positions.has(name)) && PRICE_COLUMNS.filter((name) => positions.has(name)).length >= 2
  )
}

function timeColumnOf(positions: Positions): string {
  return TIME_COLUMNS.find((name) => positions.has(name)) ?? 'date'
}

function nameSymbol(source: Source): string | undefined {
  return source.type === 'text' ? NAME_SYMBOL.exec(source.name)?.[1] : undefined
}

function noteUnused(positions: Positions, log: ReadLog): void {
  const used = new Set([...PRICE_COLUMNS, 'volume', timeColumnOf(positions)])
  const unused = [...positions.keys()].filter((name) => !used.has(name))
  if (unused.length > 0) log.note(`Columns left aside: ${unused.join(', ')}.`)
}

/** ISO, compact, or with slashes in the American order, as the exchanges publish their index histories. */
function dateOf(text: string): string | null {
  if (isCivilDate(text)) return text
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (!slashed) return compactDate(text)
  const [, month, day, year] = slashed
  const date = civilDate(Number(year), Number(month), Number(day))
  return Number(date.slice(5, 7)) === Number(month) ? date : null
}

function instantOf(text: string, log: ReadLog): number | null {
  const match = DATE_TIME.exec(text)
  const [, date = '', hour = '', minute = '', second = '00', zone] = match ?? []
  if (!match || !isCivilDate(date) || Number(hour) > 23 || Number(minute) > 59) return null
  if (zone !== undefined) return Date.parse(`${date}T${hour}:${minute}:${second}${zone === 'Z' ? 'Z' : offset(zone)}`)
  log.note('The times name no time zone: New York was assumed.')
  return newYorkInstant(date, Number(hour) * 60 + Number(minute)) + Number(second) * 1000
}

function offset(zone: string): string {
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
}

/** Bars of five minutes would pass for minutes with gaps. Files may begin with the latest bar. */
function requireMinutes(bars: readonly MinuteRow[]): void {
  const starts = Float64Array.from(bars, ({ startMs }) => startMs).sort()
  let shortest = LONGEST_BAR_MS
  let before = Number.NEGATIVE_INFINITY
  for (const start of starts) {
    if (start % MS_PER_MINUTE !== 0) throw new FileRefused('The bars do not start at whole minutes.')
    if (start > before) shortest = Math.min(shortest, start - before)
    before = start
  }
  if (shortest > MS_PER_MINUTE && shortest < LONGEST_BAR_MS) {
    const minutes = shortest / MS_PER_MINUTE
    throw new FileRefused(`The bars are ${minutes} minutes long; bars of one minute and of one day can be imported.`)
  }
}
