/**
 * Option prints: executed_at (ISO 8601 with a zone), option_symbol (OCC, padded or not), price, size and, where known,
 * bid and ask just before the print, underlying_price, exchange, condition (message type of the options tape).
 */

import type { CsvRecord } from '../../lib/text/csv-reader.ts'
import { newYorkDate } from '../domain/calendar/new-york-time.ts'
import { symbolOfRoot } from '../domain/calendar/option-expirations.ts'
import type { OptionPrints } from '../domain/options/option-prints.ts'
import { formatOptionSymbol, parseOptionSymbol } from '../domain/options/option-symbol.ts'
import { instantIn } from './entries.ts'
import type { ReadLog } from './read-log.ts'
import type { ImportedDocument, ImportFormat, ReadRequest } from './reading.ts'
import { eachRecord, firstRecords, headings, type Positions, requireColumns } from './table.ts'

interface Print {
  readonly executedAtMs: number
  readonly optionSymbol: string
  readonly price: number
  readonly size: number
  readonly bid: number
  readonly ask: number
  readonly underlyingPrice: number
  readonly exchange: string
  readonly condition: string
}

const REQUIRED = ['executed_at', 'option_symbol', 'price', 'size']
const LONGEST_CODE = 8

export const printsCsv: ImportFormat = {
  name: 'prints_csv',
  kind: 'prints',
  title: 'a table of option prints',
  usesName: false,
  recognises(source) {
    if (source.type !== 'text') return false
    const positions = headings(firstRecords(source.head)[0]?.fields ?? [])
    return positions.has('option_symbol') && positions.has('executed_at')
  },
  async read(source, request, log) {
    const sessions = new Map<string, { symbol: string; sessionDate: string; prints: Print[] }>()
    let positions: Positions | null = null
    await eachRecord(source, (record) => {
      if (!positions) {
        positions = headings(record.fields)
        requireColumns(positions, REQUIRED)
        return
      }
      const taken = printOf(record, positions, request, log)
      if (!taken) return
      const sessionDate = newYorkDate(taken.print.executedAtMs)
      const key = `${taken.symbol} ${sessionDate}`
      const session = sessions.get(key) ?? { symbol: taken.symbol, sessionDate, prints: [] }
      sessions.set(key, session)
      session.prints.push(taken.print)
    })
    return [...sessions.values()].map(({ symbol, sessionDate, prints }): ImportedDocument => {
      log.taken += prints.length
      return { type: 'prints', table: printTable(symbol, sessionDate, prints) }
    })
  },
}

function printOf(record: CsvRecord, positions: Positions, request: ReadRequest, log: ReadLog) {
  const { row, fields } = record
  const cell = (column: string) => fields[positions.get(column) ?? -1]?.trim() ?? ''
  const number = (column: string) => log.number(row, column, cell(column))
  const contract = parseOptionSymbol(cell('option_symbol').toUpperCase())
  if (!contract) return refuse(row, 'option_symbol', cell, log)
  const executedAtMs = instantIn(cell('executed_at'))
  if (executedAtMs === null) return refuse(row, 'executed_at', cell, log)
  const price = number('price')
  if (!(price > 0)) return refuse(row, 'price', cell, log)
  const size = number('size')
  if (!(size > 0)) return refuse(row, 'size', cell, log)
  const symbol = symbolOfRoot(contract.root)
  if (request.symbol !== undefined && request.symbol.replaceAll('.', '') !== symbol) {
    log.refuseRow(row, 'option_symbol', contract.root, `a contract of ${symbol}, not of ${request.symbol}`)
    return null
  }
  const bid = number('bid')
  const ask = number('ask')
  const crossed = log.isCrossed(row, bid, ask)
  const print: Print = {
    executedAtMs,
    optionSymbol: formatOptionSymbol(contract),
    price,
    size,
    bid: crossed ? Number.NaN : bid,
    ask: crossed ? Number.NaN : ask,
    underlyingPrice: number('underlying_price'),
    exchange: codeIn(cell('exchange')),
    condition: codeIn(cell('condition')),
  }
  return { symbol: request.symbol ?? symbol, print }
}

function refuse(row: number, column: string, cell: (column: string) => string, log: ReadLog): null {
  log.refuseRow(
    row,
    column,
    cell(column),
    'a print has an instant with a time zone, a contract, a price and a size above 0',
  )
  return null
}

/** Codes of the tape are one or two letters; anything long or unprintable is no code. */
function codeIn(text: string): string {
  return /^[!-~]*$/.test(text) && text.length <= LONGEST_CODE ? text : ''
}

/** In time order; prints of one millisecond keep the order of the file. */
function printTable(symbol: string, sessionDate: string, unsorted: readonly Print[]): OptionPrints {
  const prints = unsorted.toSorted((a, b) => a.executedAtMs - b.executedAtMs)
  const column = (name: 'executedAtMs' | 'price' | 'size' | 'bid' | 'ask' | 'underlyingPrice') =>
    Float64Array.from(prints, (print) => print[name])
  return {
    symbol,
    sessionDate,
    count: prints.length,
    executedAtMs: column('executedAtMs'),
    optionSymbols: prints.map((print) => print.optionSymbol),
    price: column('price'),
    size: column('size'),
    bid: column('bid'),
    ask: column('ask'),
    underlyingPrice: column('underlyingPrice'),
    exchange: prints.map((print) => print.exchange),
    condition: prints.map((print) => print.condition),
  }
}
