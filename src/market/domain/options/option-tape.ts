import type { OptionPrints } from './option-prints.ts'

/**
 * The option trades of a session as reported by a source, with the cumulative volume at each print. A source may omit
 * small trades from the tape; `volume` includes them.
 */
export interface TapePrints extends OptionPrints {
  /** Contracts of this print's contract traded in the session up to and including the print; NaN when unknown. */
  readonly volume: Float64Array
  /** Contracts open in it on the evening before; NaN when the tape does not say, which a chain may. */
  readonly openInterest: Float64Array
}

/** The rows up to an instant, included; the same object when these are all. */
export function tapeUpTo(prints: TapePrints, ms: number): TapePrints {
  const count = countUpTo(prints.executedAtMs, ms)
  if (count === prints.count) return prints
  return {
    symbol: prints.symbol,
    sessionDate: prints.sessionDate,
    count,
    executedAtMs: prints.executedAtMs.subarray(0, count),
    optionSymbols: prints.optionSymbols.slice(0, count),
    price: prints.price.subarray(0, count),
    size: prints.size.subarray(0, count),
    bid: prints.bid.subarray(0, count),
    ask: prints.ask.subarray(0, count),
    underlyingPrice: prints.underlyingPrice.subarray(0, count),
    exchange: prints.exchange.slice(0, count),
    condition: prints.condition.slice(0, count),
    volume: prints.volume.subarray(0, count),
    openInterest: prints.openInterest.subarray(0, count),
  }
}

/** How many instants of a column in order of time are not after one. */
export function countUpTo(executedAtMs: Float64Array, ms: number): number {
  let low = 0
  let high = executedAtMs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((executedAtMs[middle] ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low
}

export function noPrints(symbol: string, sessionDate: string): TapePrints {
  const none = new Float64Array(0)
  return {
    symbol,
    sessionDate,
    count: 0,
    executedAtMs: none,
    optionSymbols: [],
    price: none,
    size: none,
    bid: none,
    ask: none,
    underlyingPrice: none,
    exchange: [],
    condition: [],
    volume: none,
    openInterest: none,
  }
}
