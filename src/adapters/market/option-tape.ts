/** The option trades of a session as a view tells them; the shape that a port asks for, provided before it does. */
import type { OptionChain } from '../../domain/market/chain.ts'
import type { TapePrints } from '../../domain/market/option-tape.ts'
import { sessionOn } from '../../domain/market/trading-calendar.ts'

export interface OptionTape {
  readonly asOfMs: number
  readonly sessionDate: string
  /** The same object for as long as rows are only added at the end. */
  readonly tape: object
  readonly prints: TapePrints
  readonly warnings: readonly string[]
}

export interface ContractInstant {
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly atMs: number
}

/** What a view answers of option trades and quotes besides the chain. */
export interface TapeAnswers {
  /** Option trades of the session of the view up to its instant; rows are only added at the end. */
  optionPrints(symbol: string): Promise<OptionTape>
  /** Middles of the quotes of contracts at instants, in the order of the question; NaN where none is known. */
  contractMids(symbol: string, asked: readonly ContractInstant[]): Promise<Float64Array>
}

/** A chain tells the quotes of its own instant, and of a minute around it. */
const REACH_MS = 60_000

/** Middles at instants about that of a chain, inside its session and not after the view. */
export function midsOfChain(chain: OptionChain, asked: readonly ContractInstant[], viewMs: number): Float64Array {
  const { optionSymbols, bid, ask } = chain.contracts
  const session = sessionOn(chain.sessionDate)
  const rows = new Map(optionSymbols.map((symbol, row) => [symbol, row]))
  return Float64Array.from(asked, ({ optionSymbol, atMs }) => {
    const inSession = session !== null && atMs >= session.openMs && atMs <= session.closeMs && atMs <= viewMs
    const row = rows.get(optionSymbol)
    if (!inSession || row === undefined || Math.abs(atMs - chain.asOfMs) > REACH_MS) return Number.NaN
    const offer = ask[row] ?? Number.NaN
    return offer > 0 ? 0.5 * ((bid[row] ?? Number.NaN) + offer) : Number.NaN
  })
}
