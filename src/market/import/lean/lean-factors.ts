/**
 * Lean factor files (`last date, price factor, split factor, reference price`) and map files (`last date, ticker,
 * exchange`). The factors of a row apply up to and including its date, so a change of the split factor is a split, and
 * a change of the price factor a dividend, on the next trading day. The announcement date is not in the file: they are
 * known from the open of the ex-date.
 */

import { addDays } from '../../../lib/time/civil-date.ts'
import type { CalendarEvent } from '../../domain/calendar/calendar-event.ts'
import { nextTradingDay, sessionOn } from '../../domain/calendar/trading-calendar.ts'
import type { CorporateAction, TickerPeriod } from '../../domain/stocks/corporate-action.ts'
import { compactDate, symbolFrom } from '../file-facts.ts'
import { FileRefused } from '../file-refused.ts'
import type { ReadLog } from '../read-log.ts'
import type { ImportedDocument, ImportFormat, ReadRequest } from '../reading.ts'
import type { Source } from '../source.ts'
import { eachRecord } from '../table.ts'

interface Factors {
  readonly date: string
  readonly price: number
  readonly split: number
  readonly reference: number
}

const NAME = /^([a-z][a-z0-9.]*)\.csv$/i
const FACTOR_ROW = /^\d{8},[\d.]+,[\d.]+,[\d.]+\r?(\n|$)/
const MAP_ROW = /^\d{8},[a-z][a-z0-9.]*,[A-Za-z]*\r?(\n|$)/i
/** The factors have seven digits; smaller steps are their rounding. */
const ROUNDING = 1e-6

export const leanFactors: ImportFormat = {
  name: 'lean_factors',
  kind: 'events',
  title: 'a Lean factor file',
  usesName: true,
  recognises: (source) => source.type === 'text' && FACTOR_ROW.test(source.head),
  async read(source, request, log) {
    const symbol = symbolFrom(nameSymbol(source), request, log)
    const rows = await factorRows(source, log)
    const actions = rows.flatMap((row, index) => changesAfter(symbol, row, rows[index + 1]))
    log.taken += actions.length
    log.note('The file has no announcement dates of splits and dividends: they count as known from the ex-date.')
    return [
      { type: 'corporate_actions', actions },
      { type: 'events', events: actions.map(eventOf) },
    ]
  },
}

export const leanMap: ImportFormat = {
  name: 'lean_map',
  kind: 'events',
  title: 'a Lean map file',
  usesName: true,
  recognises: (source) => source.type === 'text' && MAP_ROW.test(source.head),
  read: readMap,
}

async function factorRows(source: Source, log: ReadLog): Promise<Factors[]> {
  const rows: Factors[] = []
  await eachRecord(source, ({ row, fields }) => {
    const [dateText = '', price = '', split = '', reference = ''] = fields
    const date = compactDate(dateText)
    const factors = { price: log.number(row, 'price factor', price), split: log.number(row, 'split factor', split) }
    if (date !== null && factors.price > 0 && factors.split > 0) {
      rows.push({ date, ...factors, reference: log.number(row, 'reference price', reference) })
    } else log.refuseRow(row, 'date', fields.join(','), 'a row has a date and two factors above 0')
  })
  if (rows.length === 0) throw new FileRefused('No row of the file could be read.')
  return rows.sort((a, b) => (a.date < b.date ? -1 : 1))
}

function changesAfter(symbol: string, row: Factors, next: Factors | undefined): CorporateAction[] {
  if (!next) return []
  const exDate = nextTradingDay(row.date)
  const knownAt = new Date(sessionOn(exDate)?.openMs ?? Number.NaN).toISOString()
  const actions: CorporateAction[] = []
  const ratio = next.split / row.split
  if (Math.abs(ratio - 1) > 1e-5) actions.push({ symbol, kind: 'split', exDate, value: cleanRatio(ratio), knownAt })
  const paid = 1 - row.price / next.price
  const amount = Math.round(paid * row.reference * 1000) / 1000
  if (paid > ROUNDING && amount > 0) actions.push({ symbol, kind: 'dividend', exDate, value: amount, knownAt })
  return actions
}

/** 7.0000014 is 7, 1.4999996 is 3 for 2; what is close to no such fraction (a spin-off) stays as it is. */
function cleanRatio(ratio: number): number {
  for (let old = 1; old <= 20; old++) {
    const fresh = Math.round(ratio * old)
    if (fresh > 0 && Math.abs(ratio - fresh / old) < ratio * 1e-5) return fresh / old
  }
  return ratio
}

function eventOf({ symbol, kind, exDate, value, knownAt }: CorporateAction): CalendarEvent {
  const title = kind === 'split' ? `${symbol} split ${value} for 1` : `${symbol} dividend of ${value} USD`
  const importance = kind === 'split' ? 'high' : 'low'
  return {
    id: `${kind}:${symbol}:${exDate}`,
    kind,
    title,
    symbol,
    scheduledAt: knownAt,
    knownAt,
    importance,
    status: 'confirmed',
  }
}

async function readMap(source: Source, request: ReadRequest, log: ReadLog): Promise<readonly ImportedDocument[]> {
  const symbol = symbolFrom(nameSymbol(source), request, log)
  const periods: TickerPeriod[] = []
  let from: string | null = null
  await eachRecord(source, ({ row, fields }) => {
    const to = compactDate(fields[0] ?? '')
    const ticker = (fields[1] ?? '').toUpperCase()
    if (to === null) {
      log.refuseRow(row, 'date', fields[0] ?? '', 'not a date that exists')
      return
    }
    // The first row is the first day of trading: its ticker applies from that day.
    if (from !== null) periods.push({ symbol, ticker, from, to })
    from = from === null ? to : addDays(to, 1)
  })
  log.taken += periods.length
  if (periods.length === 0) throw new FileRefused('The file names no period.')
  return [{ type: 'ticker_periods', symbol, periods: joined(periods) }]
}

/** Rows that only change the exchange are one period. */
function joined(periods: readonly TickerPeriod[]): TickerPeriod[] {
  const whole: TickerPeriod[] = []
  for (const period of periods) {
    const before = whole.at(-1)
    if (before?.ticker === period.ticker) whole[whole.length - 1] = { ...before, to: period.to }
    else whole.push(period)
  }
  return whole
}

function nameSymbol(source: Source): string | undefined {
  return source.type === 'text' ? NAME.exec(source.name)?.[1] : undefined
}
