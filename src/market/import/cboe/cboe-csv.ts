/**
 * The CSV download of Cboe's delayed-quote page: calls left and puts right of the strike, timestamp and price of the
 * underlying above. Its greeks are ignored: they have four decimals.
 */

import type { CsvRecord } from '../../../lib/text/csv-reader.ts'
import type { OptionType } from '../../domain/options/chain.ts'
import type { ContractRow } from '../../domain/options/chain-builder.ts'
import { type OptionContract, parseOptionSymbol } from '../../domain/options/option-symbol.ts'
import { ChainReading } from '../chain-reading.ts'
import { FileRefused } from '../file-refused.ts'
import type { ReadLog } from '../read-log.ts'
import type { ImportedDocument, ImportFormat, ReadRequest } from '../reading.ts'
import type { Source } from '../source.ts'
import { eachRecord, firstRecords, normalHeading } from '../table.ts'
import { stampOf, titleOf } from './cboe-header.ts'

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
const HEADINGS = ['strike', 'calls', 'puts'] as const
const LONGEST_HEADER = 12
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ENGLISH_DATE = /^\w{3} (\w{3}) (\d{2}) (\d{4})$/

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
  let rows: QuoteRows | null = null
  await eachRecord(source, (record) => {
    if (rows) rows.take(record)
    else if (isHeading(record.fields)) rows = new QuoteRows(layoutOf(record.fields), reading, log)
    else header.push(record)
  })
  refuseWhenCutOff(rows)
  const { name, last } = titleOf(header)
  if (Number.isNaN(last)) log.note('The header has no price of the underlying ("Last:").')
  const stampMs = stampOf(header, request, log)
  return [reading.finish({ stampMs, name, underlyingPrice: last, endsWithStocks: true })]
}

/** A last row that is too short is where the copying ended: the contracts behind it would be missing from every sum. */
function refuseWhenCutOff(rows: QuoteRows | null): void {
  if (rows?.shortRow == null) return
  throw new FileRefused(`The file is truncated in row ${rows.shortRow}, its last. Import the complete file.`)
}

function isHeading(fields: readonly string[]): boolean {
  const names = fields.map(normalHeading)
  // Two of them: a heading that lacks the third is still one, and the report then names what it lacks.
  return HEADINGS.filter((heading) => names.includes(heading)).length >= 2
}

function layoutOf(fields: readonly string[]): Layout {
  const names = fields.map(normalHeading)
  const place = (column: string): number => {
    const position = names.indexOf(column)
    if (position < 0) throw new FileRefused(`The heading row lacks the column ${column}.`)
    return position
  }
  const calls = place('calls')
  const puts = place('puts')
  return {
    width: fields.length,
    expiration: place('expiration_date'),
    strike: place('strike'),
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

/** Reads the rows below the heading. */
class QuoteRows {
  readonly #layout: Layout
  readonly #reading: ChainReading
  readonly #log: ReadLog
  /** Rows are grouped by expiration, so the parsed values of the previous row usually apply. */
  #latest = { prefix: '', root: '', expirationDate: '' }
  #latestDate = { text: '', date: null as string | null }
  /** Number of the row before, if it was too short. */
  shortRow: number | null = null

  constructor(layout: Layout, reading: ChainReading, log: ReadLog) {
    this.#layout = layout
    this.#reading = reading
    this.#log = log
  }

  take({ row, fields }: CsvRecord): void {
    const { width, calls, puts } = this.#layout
    this.shortRow = fields.length < width ? row : null
    if (this.shortRow !== null) {
      this.#log.refuseRow(row, 'expiration_date', fields.join(','), `the row has ${fields.length} of ${width} fields`)
      return
    }
    this.#takeSide(row, fields, 'call', calls)
    this.#takeSide(row, fields, 'put', puts)
  }

  #takeSide(row: number, fields: readonly string[], optionType: OptionType, side: Side): void {
    const column = optionType === 'call' ? 'calls' : 'puts'
    const text = fields[side.symbol] ?? ''
    const contract = this.#contractIn(text)
    if (contract?.optionType !== optionType) {
      this.#log.refuseRow(row, column, text, `not the symbol of a ${optionType}`)
      return
    }
    const doubted = this.#doubtedColumn(contract, fields)
    if (doubted) {
      this.#log.refuseRow(row, doubted, fields[this.#layout[doubted]] ?? '', `the contract is ${text}`)
      return
    }
    this.#reading.add(row, column, this.#contractRow(contract, row, fields, side))
  }

  #contractIn(text: string): OptionContract | null {
    const prefix = text.slice(0, -9)
    const strike = Number(text.slice(-8)) / 1000
    if (prefix === this.#latest.prefix && strike > 0) {
      const { root, expirationDate } = this.#latest
      const right = text.charAt(text.length - 9)
      return { root, expirationDate, optionType: right === 'C' ? 'call' : 'put', strike }
    }
    const contract = parseOptionSymbol(text)
    if (contract) this.#latest = { prefix, root: contract.root, expirationDate: contract.expirationDate }
    return contract
  }

  /** The column that contradicts the option symbol. A date in another language is not compared. */
  #doubtedColumn(contract: OptionContract, fields: readonly string[]): 'strike' | 'expiration' | null {
    if (Math.abs(Number(fields[this.#layout.strike]) - contract.strike) > 0.0005) return 'strike'
    const text = fields[this.#layout.expiration] ?? ''
    if (text !== this.#latestDate.text) this.#latestDate = { text, date: englishDate(text) }
    const { date } = this.#latestDate
    return date !== null && date !== contract.expirationDate ? 'expiration' : null
  }

  #contractRow(contract: OptionContract, row: number, fields: readonly string[], side: Side): ContractRow {
    const log = this.#log
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
}

/** "Tue May 06 2025"; null for anything else. */
function englishDate(text: string): string | null {
  const date = ENGLISH_DATE.exec(text)
  const month = date ? MONTHS.indexOf((date[1] ?? '').toLowerCase()) + 1 : 0
  return month === 0 ? null : `${date?.[3]}-${String(month).padStart(2, '0')}-${date?.[2]}`
}
