/** The lines above a Cboe quote table: name and price of the underlying, and the stamp. */

import type { CsvRecord } from '../../../lib/text/csv-reader.ts'
import { newYorkDate } from '../../domain/calendar/new-york-time.ts'
import { quoteInstantAt, sessionOn } from '../../domain/calendar/trading-calendar.ts'
import { requireDate } from '../file-facts.ts'
import { FileRefused } from '../file-refused.ts'
import type { ReadLog } from '../read-log.ts'
import type { ReadRequest } from '../reading.ts'
import { parseStamp } from '../stamp.ts'

/** "SPDR S&P 500 ETF Trust,Last: 557.37,Change: -4.71" */
export function titleOf(header: readonly CsvRecord[]): { name: string | null; last: number } {
  const fields = header.find((record) => record.fields.some(isLast))?.fields ?? []
  const place = fields.findIndex(isLast)
  if (place < 0) return { name: null, last: Number.NaN }
  const last = priceIn(fields.slice(place))
  const name = place === 0 ? '' : (fields[0] ?? '').trim()
  return { name: name === '' ? null : name, last: last > 0 ? last : Number.NaN }
}

function isLast(field: string): boolean {
  return /^\s*last:/i.test(field)
}

/** Unquoted, a thousands separator splits the price: "Last: 6", "532.10". */
function priceIn([first = '', ...rest]: readonly string[]): number {
  const end = rest.findIndex((field) => !/^\d{3}(\.\d+)?$/.test(field))
  const text = [first, ...rest.slice(0, end < 0 ? undefined : end)].join('')
  return Number(text.slice(text.indexOf(':') + 1).replaceAll(/[$,\s]/g, '') || Number.NaN)
}

/** The instant of the date line, else the close of the given date. */
export function stampOf(header: readonly CsvRecord[], request: ReadRequest, log: ReadLog): number {
  for (const { fields } of header) {
    // Unquoted, the comma of the date splits it: all fields before "Bid:" belong to it.
    const start = fields.findIndex((field) => /^\s*(date|fecha|datum|data|日付)\s*:/i.test(field))
    if (start < 0) continue
    const end = fields.findIndex((field, index) => index > start && /^\s*\p{L}+\s*:/u.test(field))
    const line = fields.slice(start, end < 0 ? undefined : end).join(',')
    const stamp = parseStamp(line.slice(line.indexOf(':') + 1))
    if (!stamp) break
    if (!stamp.zoned) log.note('The date line names no time zone: New York was assumed.')
    requireDate(newYorkDate(quoteInstantAt(stamp.ms)), request)
    return stamp.ms
  }
  const session = request.date === undefined ? null : sessionOn(request.date)
  if (!session) throw new FileRefused('The date line is not readable: give the trading date with --date.')
  log.note('The date line is not readable: the close of the given date is used.')
  return session.closeMs
}
