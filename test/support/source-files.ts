import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { quoteInstantAt } from '../../src/market/domain/calendar/trading-calendar.ts'
import type { OptionChain, OptionType } from '../../src/market/domain/options/chain.ts'
import { ChainBuilder } from '../../src/market/domain/options/chain-builder.ts'
import { parseOptionSymbol } from '../../src/market/domain/options/option-symbol.ts'
import { sharedPath } from './market/shared-data.ts'

/** One contract as a file of real quotes prints it; null where it prints none. */
export interface SourceContract {
  readonly symbol: string
  readonly expirationDate: string
  readonly optionType: OptionType
  readonly strike: number
  readonly bid: number
  readonly ask: number
  readonly last: number
  readonly volume: number
  readonly openInterest: number
  readonly iv: number
  readonly delta: number
  readonly gamma: number
}

export interface SourceFile {
  readonly symbol: string
  readonly underlyingPrice: number
  /** ISO 8601 with offset. */
  readonly stampedAt: string
  readonly contracts: readonly SourceContract[]
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const number = (text: string | number | null | undefined) =>
  text === null || text === undefined || text === '' ? Number.NaN : Number(text)

/** The chains in the format of the delayed-quote download. The stamp comes from the file's expected results. */
export function readCboeCsv(name: string, stampedAt: string): SourceFile {
  const text = gunzipSync(readFileSync(sharedPath('data', 'cboe_csv', `${name}.csv.gz`))).toString()
  const lines = text.split(/\r?\n/)
  const heading = lines.findIndex((line) => line.startsWith('Expiration Date'))
  const underlyingPrice = Number(/Last: ([\d.]+)/.exec(text)?.[1])
  const contracts = lines.slice(heading + 1).flatMap((line) => {
    const cells = line.split(',')
    if (cells.length < 22) return []
    const [, month = '', day = '', year = ''] = cells[0]!.split(' ')
    const expirationDate = `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day}`
    const strike = Number(cells[11])
    const side = (optionType: OptionType, symbol: number, first: number) => ({
      symbol: cells[symbol]!,
      expirationDate,
      optionType,
      strike,
      last: number(cells[first]),
      bid: number(cells[first + 2]),
      ask: number(cells[first + 3]),
      volume: number(cells[first + 4]),
      iv: number(cells[first + 5]),
      delta: number(cells[first + 6]),
      gamma: number(cells[first + 7]),
      openInterest: number(cells[first + 8]),
    })
    return [side('call', 1, 2), side('put', 12, 13)]
  })
  return { symbol: 'SPY', underlyingPrice, stampedAt, contracts }
}

interface DeskQuote {
  symbol: string
  expiration: string
  side: OptionType
  strike: number
  [field: string]: number | string | null
}

export function readOptionsDesk(name: string): SourceFile {
  const text = gunzipSync(readFileSync(sharedPath('data', 'options_desk', `${name}.json.gz`))).toString()
  const file: { symbol: string; updated: string; underlyingPrice: number; quotes: DeskQuote[] } = JSON.parse(text)
  return {
    symbol: file.symbol,
    underlyingPrice: file.underlyingPrice,
    stampedAt: file.updated,
    contracts: file.quotes.map((quote) => ({
      symbol: quote.symbol,
      expirationDate: quote.expiration,
      optionType: quote.side,
      strike: quote.strike,
      bid: number(quote['bid']),
      ask: number(quote['ask']),
      last: number(quote['last']),
      volume: number(quote['volume']),
      openInterest: number(quote['openInterest']),
      iv: number(quote['iv']),
      delta: number(quote['delta']),
      gamma: number(quote['gamma']),
    })),
  }
}

/** The chain of a file at the instant that its quotes describe. */
export function chainOfFile(file: SourceFile): OptionChain {
  const builder = new ChainBuilder()
  for (const contract of file.contracts) {
    const parsed = parseOptionSymbol(contract.symbol)
    if (!parsed) throw new Error(`Not an option symbol: ${contract.symbol}`)
    const { bid, ask, last, volume, openInterest, iv } = contract
    builder.add({ ...parsed, bid, ask, last, volume, openInterest, vendorIv: iv })
  }
  const asOfMs = quoteInstantAt(Date.parse(file.stampedAt))
  return builder.build({ symbol: file.symbol, asOfMs, underlyingPrice: file.underlyingPrice })
}
