/** The option trades of a session as a view tells them; the shape that a port asks for, provided before it does. */
import type { TapePrints } from '../../domain/market/option-tape.ts'

export interface OptionTape {
  readonly asOfMs: number
  readonly sessionDate: string
  /** The same object for as long as rows are only added at the end. */
  readonly tape: object
  readonly prints: TapePrints
  readonly warnings: readonly string[]
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
  }
}
