/**
 * The table that "download" on Cboe's delayed-quote page gives: calls on the left, puts on the right of the strike, the
 * stamp and the price of the underlying above. Greeks of the file are left aside: they have four decimals.
 */
import type { ContractRow } from '../../domain/market/chain-builder.ts'
import { newYorkDate } from '../../domain/market/new-york-time.ts'
import { type OptionContract, parseOptionSymbol } from '../../domain/market/option-symbol.ts'
import { quoteInstantAt, sessionOn } from '../../domain/market/trading-calendar.ts'
import type { CsvRecord } from '../../lib/csv-read.ts'
import { ChainReading } from './chain-reading.ts'
import { requireDate } from './file-facts.ts'
import type { ReadLog } from './read-log.ts'
import { FileRefused, type ImportedDocument, type ImportFormat, type ReadRequest } from './reading.ts'
import type { Source } from './source.ts'
import { parseStamp } from './stamp.ts'
import { eachRecord, firstRecords, normalHeading } from './table.ts'

interface Side {
  readonly symbol: number
  readonly last: number
  readonly bid: number
  readonly ask: number
  readonly volume: number
  readonly iv: number
  readonly openInterest: number
}

interface Layout {
  readonly width: number
  readonly expiration: number
  readonly strike: number
  readonly calls: Side
  readonly puts: Side
}

const SIDE_COLUMNS = {
  last: 'last_sale',
  bid: 'bid',
  ask: 'ask',
  volume: 'volume',
  iv: 'iv',
  openInterest: 'open_interest',
} as const
const LONGEST_HEADER = 12

export const cboeCsv: ImportFormat = {
  name: 'cboe_csv',
  kind: 'chain',
  title: 'a Cboe quote table',
  usesName: false,
  recognises: (source) =>
    source.type === 'text' &&
    firstRecords(source.head)
      .slice(0, LONGEST_HEADER)
      .some(({ fields }) => isHeading(fields)),
  read,
}

async function read(source: Source, request: ReadRequest, log: ReadLog): Promise<readonly ImportedDocument[]> {
  const header: CsvRecord[] = []
  const reading = new ChainReading(request, log)
  let layout: Layout | null = null
  await eachRecord(source, (record) => {
    if (layout) readRow(record, layout, reading, log)
    else if (isHeading(record.fields)) layout = layoutOf(record.fields)
    else header.push(record)
  })
  const { name, last } = titleOf(header)
  if (Number.isNaN(last)) log.note('The header has no price of the underlying ("Last:").')
  return [reading.finish({ stampMs: stampOf(header, request, log), name, underlyingPrice: last })]
}

function isHeading(fields: readonly string[]): boolean {
  const names = fields.map(normalHeading)
  return names.includes('strike') && names.includes('calls') && names.includes('puts')
}

function layoutOf(fields: readonly string[]): Layout {
  const names = fields.map(normalHeading)
  const expiration = names.indexOf('expiration_date')
  if (expiration < 0) throw new FileRefused('The heading row lacks the column expiration_date.')
  const calls = names.indexOf('calls')
  const puts = names.indexOf('puts')
  return {
    width: fields.length,
    expiration,
    strike: names.indexOf('strike'),
    calls: sideOf(names, 'calls', calls, calls < puts ? puts : names.length),
    puts: sideOf(names, 'puts', puts, puts < calls ? calls : names.length),
  }
}

function sideOf(names: readonly string[], side: string, symbol: number, end: number): Side {
  const place = (column: string): number => {
    const position = names.indexOf(column, symbol)
    if (position < 0 || position >= end)
      throw new FileRefused(`The heading row lacks the column ${column} of the ${side}.`)
    return position
  }
  const { last, bid, ask, volume, iv, openInterest } = SIDE_COLUMNS
  return {
    symbol,
    last: place(last),
    bid: place(bid),
    ask: place(ask),
    volume: place(volume),
    iv: place(iv),
    openInterest: place(openInterest),
  }
}

function readRow({ row, fields }: CsvRecord, layout: Layout, reading: ChainReading, log: ReadLog): void {
  if (fields.length < layout.width) {
    log.refuseRow(row, 'expiration_date', fields.join(','), `the row has ${fields.length} of ${layout.width} fields`)
    return
  }
  readSide(row, fields, 'call', layout, layout.calls, reading, log)
  readSide(row, fields, 'put', layout, layout.puts, reading, log)
}

function readSide(
  row: number,
  fields: readonly string[],
  optionType: 'call' | 'put',
  layout: Layout,
  side: Side,
  reading: ChainReading,
  log: ReadLog,
): void {
  const symbolText = fields[side.symbol] ?? ''
  const contract = parseOptionSymbol(symbolText)
  const column = optionType === 'call' ? 'calls' : 'puts'
  if (!contract || contract.optionType !== optionType) {
    log.refuseRow(row, column, symbolText, `not the symbol of a ${optionType}`)
    return
  }
  const disagreement = disagreementOf(contract, fields, layout)
  if (disagreement) {
    log.refuseRow(
      row,
      disagreement,
      fields[disagreement === 'strike' ? layout.strike : layout.expiration] ?? '',
      `the contract is ${symbolText}`,
    )
    return
  }
  reading.add(row, column, contractRow(contract, row, fields, side, log))
}

function contractRow(
  contract: OptionContract,
  row: number,
  fields: readonly string[],
  side: Side,
  log: ReadLog,
): ContractRow {
  const bid = log.number(row, 'bid', fields[side.bid] ?? '')
  const ask = log.number(row, 'ask', fields[side.ask] ?? '')
  const crossed = log.isCrossed(row, bid, ask)
  return {
    root: contract.root,
    expirationDate: contract.expirationDate,
    optionType: contract.optionType,
    strike: contract.strike,
    bid: crossed ? Number.NaN : bid,
    ask: crossed ? Number.NaN : ask,
    last: log.number(row, 'last_sale', fields[side.last] ?? ''),
    volume: log.number(row, 'volume', fields[side.volume] ?? ''),
    openInterest: log.number(row, 'open_interest', fields[side.openInterest] ?? ''),
    vendorIv: log.number(row, 'iv', fields[side.iv] ?? ''),
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ENGLISH_DATE = /^\w{3} (\w{3}) (\d{2}) (\d{4})$/

/** The column that says something else than the symbol of the contract. A date in another language is not compared. */
function disagreementOf(
  contract: OptionContract,
  fields: readonly string[],
  layout: Layout,
): 'strike' | 'expiration_date' | null {
  const strike = Number(fields[layout.strike])
  if (Math.abs(strike - contract.strike) > 0.0005) return 'strike'
  const date = englishDate(fields[layout.expiration] ?? '')
  return date !== null && date !== contract.expirationDate ? 'expiration_date' : null
}

/** "Tue May 06 2025"; null for anything else. */
function englishDate(text: string): string | null {
  const date = ENGLISH_DATE.exec(text)
  const month = date ? MONTHS.indexOf((date[1] ?? '').toLowerCase()) + 1 : 0
  return month === 0 ? null : `${date?.[3]}-${String(month).padStart(2, '0')}-${date?.[2]}`
}

/** "SPDR S&P 500 ETF Trust,Last: 557.37,Change: -4.71" */
function titleOf(header: readonly CsvRecord[]): { name: string | null; last: number } {
  for (const { fields } of header) {
    const text = fields.find((field) => /^\s*last:/i.test(field))
    if (text === undefined) continue
    const last = Number(text.slice(text.indexOf(':') + 1).replaceAll(/[$,\s]/g, '') || Number.NaN)
    const name = (fields[0] ?? '').trim()
    return { name: name === '' || name === text ? null : name, last: last > 0 ? last : Number.NaN }
  }
  return { name: null, last: Number.NaN }
}

function stampOf(header: readonly CsvRecord[], request: ReadRequest, log: ReadLog): number {
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
  if (!session) throw new FileRefused('The date line cannot be read: give the trading date with --date.')
  log.note('The date line cannot be read: the close of the given date was taken.')
  return session.closeMs
}
