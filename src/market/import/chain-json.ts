/**
 * Chains as JSON in the shape of options-desk: `symbol, updated, underlyingPrice, quotes[] { symbol, expiration, side,
 * strike, bid, ask, last, volume, openInterest, iv, … }`. Greeks of the file are left aside. Files that this service
 * recorded also have `openInterestDate` and `warnings`, and for each quote sizes, the multiplier, settlement and style.
 */

import { isCivilDate } from '../../lib/time/civil-date.ts'
import { sessionDateAt } from '../domain/calendar/trading-calendar.ts'
import type { ContractRow } from '../domain/options/chain-builder.ts'
import { type OptionContract, parseOptionSymbol } from '../domain/options/option-symbol.ts'
import { ChainReading } from './chain-reading.ts'
import { requireDate } from './file-facts.ts'
import { FileRefused } from './file-refused.ts'
import type { ReadLog } from './read-log.ts'
import type { ImportedDocument, ImportFormat, ReadRequest } from './reading.ts'
import { type Source, wholeText } from './source.ts'

const LONGEST_WARNING = 500
const LARGEST_JSON = 256 * 1024 ** 2
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

export const chainJson: ImportFormat = {
  name: 'chain_json',
  kind: 'chain',
  title: 'a JSON chain',
  usesName: false,
  recognises: (source) =>
    source.type === 'text' &&
    /^\s*\{/.test(source.head) &&
    /"underlyingPrice"\s*:/.test(source.head) &&
    /"quotes"\s*:/.test(source.head),
  read,
}

async function read(source: Source, request: ReadRequest, log: ReadLog): Promise<readonly ImportedDocument[]> {
  const { symbol, updated, underlyingPrice, quotes, openInterestDate, warnings } = await documentOf(source)
  if (typeof updated !== 'string' || !INSTANT.test(updated) || Number.isNaN(Date.parse(updated))) {
    throw new FileRefused('The field updated is not an instant with a time zone.')
  }
  if (!Array.isArray(quotes)) throw new FileRefused('The field quotes is not a list.')
  const stampMs = Date.parse(updated)
  requireDate(sessionDateAt(stampMs), request)
  const reading = new ChainReading({ ...request, symbol: symbolOf(symbol, request) }, log)
  for (const [index, quote] of quotes.entries()) readQuote(index + 1, quote, reading, log)
  const price = typeof underlyingPrice === 'number' && underlyingPrice > 0 ? underlyingPrice : Number.NaN
  if (Number.isNaN(price)) log.note('The file has no price of the underlying.')
  return [
    reading.finish({
      stampMs,
      name: null,
      underlyingPrice: price,
      warnings: sentencesIn(warnings),
      ...(typeof openInterestDate === 'string' && isCivilDate(openInterestDate) && { openInterestDate }),
    }),
  ]
}

async function documentOf(source: Source): Promise<Record<string, unknown>> {
  const document = await jsonOf(source)
  if (typeof document !== 'object' || document === null) throw new FileRefused('The file is not a JSON object.')
  return document as Record<string, unknown>
}

export async function jsonOf(source: Source): Promise<unknown> {
  if (source.type !== 'text') throw new FileRefused('A JSON file is expected, not an archive of several.')
  try {
    return JSON.parse(await wholeText(source, LARGEST_JSON))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new FileRefused('The file is not valid JSON, or it is cut off.', { cause: error })
    throw error
  }
}

function symbolOf(symbol: unknown, request: ReadRequest): string | undefined {
  if (typeof symbol !== 'string') return request.symbol
  if (request.symbol !== undefined && symbol !== request.symbol) {
    throw new FileRefused(`The file is of ${symbol.slice(0, 20)}, not of ${request.symbol}.`)
  }
  return symbol
}

function readQuote(row: number, quote: unknown, reading: ChainReading, log: ReadLog): void {
  if (typeof quote !== 'object' || quote === null) {
    log.refuseRow(row, 'quotes', String(quote), 'not an object')
    return
  }
  const fields = quote as Record<string, unknown>
  const text = String(fields['symbol'])
  const contract = parseOptionSymbol(text)
  if (!contract) {
    log.refuseRow(row, 'symbol', text, 'not the symbol of an option')
    return
  }
  const disagreement = disagreementOf(contract, fields)
  if (disagreement) {
    log.refuseRow(row, disagreement, String(fields[disagreement]), `the contract is ${text}`)
    return
  }
  const number = (name: string) => numberOf(row, name, fields[name], log)
  const bid = number('bid')
  const ask = number('ask')
  const crossed = log.isCrossed(row, bid, ask)
  reading.add(row, 'symbol', {
    ...contract,
    bid: crossed ? Number.NaN : bid,
    ask: crossed ? Number.NaN : ask,
    last: number('last'),
    volume: number('volume'),
    openInterest: number('openInterest'),
    vendorIv: number('iv'),
    bidSize: number('bidSize'),
    askSize: number('askSize'),
    ...recordedFacts(fields, number),
  })
}

/** Only recorded files have it; otherwise the root of the contract decides. */
function recordedFacts(
  { settlement, style, multiplier }: Record<string, unknown>,
  number: (name: string) => number,
): Partial<ContractRow> {
  return {
    ...(settlement === 'am' || settlement === 'pm' ? { settlement } : {}),
    ...(style === 'american' || style === 'european' ? { style } : {}),
    ...(multiplier === undefined ? {} : { multiplier: number('multiplier') }),
  }
}

function sentencesIn(warnings: unknown): string[] {
  return Array.isArray(warnings)
    ? warnings.filter((text) => typeof text === 'string' && text.length <= LONGEST_WARNING)
    : []
}

function disagreementOf(contract: OptionContract, fields: Record<string, unknown>): string | null {
  const said: readonly [string, unknown][] = [
    ['expiration', contract.expirationDate],
    ['side', contract.optionType],
    ['strike', contract.strike],
  ]
  return said.find(([name, value]) => fields[name] !== undefined && fields[name] !== value)?.[0] ?? null
}

/** Null and a missing field are unknown; any other value that is not a number ≥ 0 is reported. */
function numberOf(row: number, name: string, value: unknown, log: ReadLog): number {
  if (value === null || value === undefined) return Number.NaN
  if (typeof value === 'number') return value >= 0 ? value : log.number(row, name, String(value))
  return log.number(row, name, typeof value === 'string' ? value : JSON.stringify(value))
}
