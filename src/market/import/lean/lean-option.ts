/**
 * Lean archives of option bars, one file per contract: trades, quotes or open interest, daily for a year or by the
 * minute for a day. Both give closing chains: the last quote at the close, volume and last trade of the session, open
 * interest. An archive has only some fields of each contract; the store merges the archives of one session.
 */

import type { CsvRecord } from '../../../lib/text/csv-reader.ts'
import { newYorkInstant } from '../../domain/calendar/new-york-time.ts'
import { sessionOn, type TradingSession } from '../../domain/calendar/trading-calendar.ts'
import { ChainReading } from '../chain-reading.ts'
import { compactDate } from '../file-facts.ts'
import { FileRefused } from '../file-refused.ts'
import type { ReadLog } from '../read-log.ts'
import type { ImportedDocument, ImportFormat, ReadRequest } from '../reading.ts'
import type { Source } from '../source.ts'
import { recordsIn } from '../table.ts'
import { LEAN_SCALE, type LeanOptionName, leanOptionName } from './lean-names.ts'

interface ContractDay {
  readonly row: number
  readonly bid?: number
  readonly ask?: number
  readonly bidSize?: number
  readonly askSize?: number
  readonly last?: number
  readonly volume?: number
  readonly openInterest?: number
}

const WIDTH = { trade: 6, quote: 11, openinterest: 2 } as const

export const leanOption: ImportFormat = {
  name: 'lean_option',
  kind: 'chain',
  title: 'a Lean archive of option bars',
  usesName: false,
  recognises: (source) => leanOptionName(source.type === 'text' ? source.name : (source.entries[0] ?? '')) !== null,
  read,
}

async function read(source: Source, request: ReadRequest, log: ReadLog): Promise<readonly ImportedDocument[]> {
  const readings = new Map<string, ChainReading>()
  const texts = source.type === 'text' ? singleText(source) : source.texts()
  for await (const { name, text } of texts) {
    log.enter(name)
    const contract = leanOptionName(name)
    if (!contract) {
      log.refuseRow(0, 'file name', name, 'not the name of an option in a Lean archive')
      continue
    }
    for (const [date, day] of daysOf(contract, text, log)) {
      if (request.date !== undefined && date !== request.date) continue
      const reading = readings.get(date) ?? new ChainReading(request, log)
      readings.set(date, reading)
      reading.add(day.row, 'file name', { ...contract, ...day })
    }
  }
  if (readings.size === 0) throw new FileRefused('The archive has no data of the requested date.')
  return [...readings].sort(byDate).flatMap(([date, reading]) => closingChain(date, reading))
}

async function* singleText(source: Extract<Source, { type: 'text' }>): AsyncGenerator<{ name: string; text: string }> {
  let text = ''
  for await (const piece of source.pieces()) text += piece
  yield { name: source.name, text }
}

function byDate([a]: [string, ChainReading], [b]: [string, ChainReading]): number {
  return a < b ? -1 : 1
}

/** A session without a usable contract has no chain. */
function closingChain(date: string, reading: ChainReading): ImportedDocument[] {
  const session = sessionOn(date)
  if (!session || reading.count === 0) return []
  const facts = { stampMs: session.closeMs, name: null, underlyingPrice: Number.NaN }
  return [reading.finish(facts)]
}

function daysOf(contract: LeanOptionName, text: string, log: ReadLog): ReadonlyMap<string, ContractDay> {
  const complete = recordsIn(text).filter((record) => isComplete(record, contract, log))
  if (contract.resolution === 'daily') return datedDays(contract, complete, log)
  const session = contract.date === null ? null : sessionOn(contract.date)
  if (!session) {
    log.refuseRow(1, 'file name', String(contract.date), 'not a trading day')
    return new Map()
  }
  const day = sessionOf(contract, complete, closeAfterMidnight(session), log)
  return new Map(day ? [[session.date, day]] : [])
}

function datedDays(contract: LeanOptionName, records: readonly CsvRecord[], log: ReadLog): Map<string, ContractDay> {
  const days = new Map<string, ContractDay>()
  for (const record of records) {
    const date = tradingDateOf(record, log)
    if (date === null) continue
    if (days.has(date)) log.refuseRow(record.row, 'time', date, 'an earlier row is of the same day')
    else days.set(date, dayOf(contract, record, log))
  }
  return days
}

function isComplete({ row, fields }: CsvRecord, { tick }: LeanOptionName, log: ReadLog): boolean {
  if (fields.length >= WIDTH[tick]) return true
  log.refuseRow(row, 'time', fields.join(','), `the row has ${fields.length} of ${WIDTH[tick]} fields`)
  return false
}

/** Daily rows begin with `20140606 00:00`. */
function tradingDateOf({ row, fields }: CsvRecord, log: ReadLog): string | null {
  const text = fields[0] ?? ''
  const date = compactDate(text.slice(0, 8))
  if (date !== null && sessionOn(date)) return date
  log.refuseRow(row, 'time', text, 'not a trading day')
  return null
}

/** Milliseconds after midnight, New York. */
function closeAfterMidnight({ date, closeMs }: TradingSession): number {
  return closeMs - newYorkInstant(date, 0)
}

function dayOf({ tick }: LeanOptionName, { row, fields }: CsvRecord, log: ReadLog): ContractDay {
  const number = (column: string, place: number) => log.number(row, column, fields[place] ?? '')
  if (tick === 'openinterest') return { row, openInterest: number('open_interest', 1) }
  if (tick === 'trade') return { row, last: number('close', 4) / LEAN_SCALE || Number.NaN, volume: number('volume', 5) }
  const bid = number('bid_close', 4) / LEAN_SCALE
  const ask = number('ask_close', 9) / LEAN_SCALE
  if (log.isCrossed(row, bid, ask)) return { row }
  return { row, bid, ask, bidSize: number('bid_size', 5), askSize: number('ask_size', 10) }
}

/**
 * One contract's minutes as a day. Quotes of minutes from the close on are ignored, because the chain is as of the
 * close; volume and last trade include these minutes.
 */
function sessionOf(
  contract: LeanOptionName,
  records: readonly CsvRecord[],
  closeMs: number,
  log: ReadLog,
): ContractDay | null {
  const quotes = contract.tick === 'quote' ? records.filter(({ fields }) => Number(fields[0]) < closeMs) : records
  const last = quotes.at(-1)
  if (!last) return null
  const day = dayOf(contract, last, log)
  if (contract.tick !== 'trade') return day
  let volume = 0
  for (const { row, fields } of records) volume += log.number(row, 'volume', fields[5] ?? '') || 0
  return { ...day, volume }
}
