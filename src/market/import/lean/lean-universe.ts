/**
 * Daily chain files of QuantConnect Lean (`aapl_20140602.csv`): one row per contract with open, high, low, close,
 * volume, open interest and implied volatility; a first row without contract is the underlying. There are no bids and
 * asks; prices are mid quotes where nothing traded.
 */

import type { CsvRecord } from '../../../lib/text/csv-reader.ts'
import { symbolOfRoot } from '../../domain/calendar/option-expirations.ts'
import { sessionOn } from '../../domain/calendar/trading-calendar.ts'
import type { OptionType } from '../../domain/options/chain.ts'
import { ChainReading } from '../chain-reading.ts'
import { compactDate, dateFrom, symbolFrom } from '../file-facts.ts'
import { FileRefused } from '../file-refused.ts'
import type { ReadLog } from '../read-log.ts'
import type { ImportedDocument, ImportFormat, ReadRequest } from '../reading.ts'
import type { Source } from '../source.ts'
import { eachRecord, headings, type Positions, requireColumns } from '../table.ts'

const NAME = /^([a-z][a-z0-9.]*)_(\d{8})\.csv$/i
const COLUMNS = ['expiry', 'strike', 'right', 'close', 'volume', 'open_interest', 'implied_volatility']
const OPTION_TYPES: ReadonlyMap<string, OptionType> = new Map([
  ['C', 'call'],
  ['P', 'put'],
])
const PRICES_ARE_CLOSES = 'Last prices come from a Lean universe: where nothing traded they are mid quotes.'

export const leanUniverse: ImportFormat = {
  name: 'lean_universe',
  kind: 'chain',
  title: 'a Lean option universe',
  usesName: true,
  recognises: (source) => source.type === 'text' && /^#?expiry,strike,right,/i.test(source.head),
  read,
}

async function read(source: Source, request: ReadRequest, log: ReadLog): Promise<readonly ImportedDocument[]> {
  const [, nameRoot, nameDate] = (source.type === 'text' ? NAME.exec(source.name) : null) ?? []
  const root = rootOf(nameRoot?.toUpperCase(), request, log)
  const session = sessionOn(dateFrom(nameDate, request, log))
  if (!session) throw new FileRefused('The market was closed on that date.')
  const reading = new ChainReading({ ...request, symbol: request.symbol ?? symbolOfRoot(root) }, log)
  let positions: Positions | null = null
  let underlyingPrice = Number.NaN
  await eachRecord(source, (record) => {
    if (!positions) {
      positions = headings(record.fields)
      requireColumns(positions, COLUMNS)
    } else if (isUnderlying(record, positions)) {
      underlyingPrice = log.number(record.row, 'close', cell(record, positions, 'close')) || Number.NaN
    } else readContract(record, positions, root, reading, log)
  })
  if (Number.isNaN(underlyingPrice)) log.note('The file has no price of the underlying.')
  return [reading.finish({ stampMs: session.closeMs, name: null, underlyingPrice, warnings: [PRICES_ARE_CLOSES] })]
}

/** The root of the name (SPXW) belongs to a symbol (SPX); the two must agree where both are given. */
function rootOf(nameRoot: string | undefined, request: ReadRequest, log: ReadLog): string {
  if (nameRoot === undefined) return symbolFrom(undefined, request, log)
  if (request.symbol !== undefined && request.symbol !== symbolOfRoot(nameRoot)) {
    throw new FileRefused(`The file is of ${symbolOfRoot(nameRoot)}, not of ${request.symbol}.`)
  }
  if (request.symbol === undefined) log.note(`The root ${nameRoot} was taken from the file name.`)
  return nameRoot
}

function isUnderlying(record: CsvRecord, positions: Positions): boolean {
  return cell(record, positions, 'expiry') === '' && cell(record, positions, 'strike') === ''
}

function readContract(
  record: CsvRecord,
  positions: Positions,
  root: string,
  reading: ChainReading,
  log: ReadLog,
): void {
  const { row } = record
  const text = (column: string) => cell(record, positions, column)
  const number = (column: string) => log.number(row, column, text(column))
  const expirationDate = compactDate(text('expiry'))
  const optionType = OPTION_TYPES.get(text('right').toUpperCase())
  if (record.fields.length < positions.size) {
    const problem = `the row has ${record.fields.length} of ${positions.size} fields`
    log.refuseRow(row, 'expiry', record.fields.join(','), problem)
    return
  }
  if (expirationDate === null || optionType === undefined) {
    const column = expirationDate === null ? 'expiry' : 'right'
    log.refuseRow(row, column, text(column), column === 'right' ? 'neither C nor P' : 'not a date that exists')
    return
  }
  reading.add(row, 'strike', {
    root,
    expirationDate,
    optionType,
    strike: number('strike'),
    last: number('close') || Number.NaN,
    volume: number('volume'),
    openInterest: number('open_interest'),
    vendorIv: number('implied_volatility'),
  })
}

function cell({ fields }: CsvRecord, positions: Positions, column: string): string {
  return fields[positions.get(column) ?? -1] ?? ''
}
