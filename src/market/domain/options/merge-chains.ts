/**
 * Merges several versions of one chain: the contracts of all, and in every field the first known value. The result
 * depends only on precedence, not on the order of arrival.
 */
import type { ContractColumns, OptionChain } from './chain.ts'
import { ChainBuilder } from './chain-builder.ts'
import { parseOptionSymbol } from './option-symbol.ts'

/** A reading whose rows say nothing (no price, size, volume, open interest or volatility) but that contracts exist. */
export function isHollow({ contracts }: OptionChain): boolean {
  const { bid, ask, last, bidSize, askSize, volume, openInterest, vendorIv } = contracts
  return [bid, ask, last, bidSize, askSize, volume, openInterest, vendorIv].every((column) => !column.some(isValue))
}

function isValue(value: number): boolean {
  return value > 0
}

/**
 * All of one symbol and instant, in order of precedence. A version without quotes yields to the others: its price and
 * its contracts of their roots are dropped, because they may be on a scale that was not yet in force.
 */
export function mergeChains(readings: readonly [OptionChain, ...OptionChain[]]): OptionChain {
  const [only, ...others] = readings
  if (others.length === 0) return only
  const telling = readings.filter((reading) => !isHollow(reading))
  const tellingRoots = new Set(telling.flatMap(({ contracts }) => contracts.optionSymbols.map(rootOf)))
  const builder = new ChainBuilder()
  for (const [symbol, places] of placesBySymbol(readings)) {
    const believed = places.filter(({ reading }) => telling.includes(reading) || !tellingRoots.has(rootOf(symbol)))
    if (believed.length > 0) addMerged(builder, symbol, believed)
  }
  const priced = telling.length > 0 ? telling : readings
  return builder.build({
    symbol: only.symbol,
    asOfMs: only.asOfMs,
    underlyingPrice: priced.find(({ underlyingPrice }) => underlyingPrice > 0)?.underlyingPrice ?? Number.NaN,
    warnings: [...new Set(priced.flatMap(({ warnings }) => warnings))],
  })
}

function placesBySymbol(readings: readonly OptionChain[]): ReadonlyMap<string, Place[]> {
  const bySymbol = new Map<string, Place[]>()
  for (const reading of readings) {
    for (const [row, symbol] of reading.contracts.optionSymbols.entries()) {
      const places = bySymbol.get(symbol) ?? []
      bySymbol.set(symbol, places)
      places.push({ reading, row })
    }
  }
  return bySymbol
}

function rootOf(optionSymbol: string): string {
  return optionSymbol.slice(0, 6)
}

interface Place {
  readonly reading: OptionChain
  readonly row: number
}

function addMerged(builder: ChainBuilder, symbol: string, places: readonly Place[]): void {
  const contract = parseOptionSymbol(symbol)
  const [first] = places
  const expiration = first?.reading.expirations[first.reading.contracts.expirationIndex[first.row] ?? 0]
  if (!contract || !expiration) return
  const known = (field: NumberColumn) => firstKnown(places, field)
  const quote = places.find(
    ({ reading: { contracts }, row }) => isKnown(contracts.bid[row]) || isKnown(contracts.ask[row]),
  )
  builder.add({
    ...contract,
    settlement: expiration.settlement,
    style: expiration.style,
    // A quote is taken from one reading, so that bid and ask belong together.
    bid: quote?.reading.contracts.bid[quote.row] ?? Number.NaN,
    ask: quote?.reading.contracts.ask[quote.row] ?? Number.NaN,
    bidSize: quote?.reading.contracts.bidSize[quote.row] ?? Number.NaN,
    askSize: quote?.reading.contracts.askSize[quote.row] ?? Number.NaN,
    last: known('last'),
    volume: known('volume'),
    openInterest: known('openInterest'),
    vendorIv: known('vendorIv'),
    multiplier: known('multiplier'),
  })
}

type NumberColumn = {
  [Key in keyof ContractColumns]: ContractColumns[Key] extends Float64Array ? Key : never
}[keyof ContractColumns]

function firstKnown(places: readonly Place[], field: NumberColumn): number {
  for (const { reading, row } of places) {
    const value = reading.contracts[field][row]
    if (isKnown(value)) return value
  }
  return Number.NaN
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value)
}
