import { sessionOn } from '../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../domain/options/chain.ts'
import type { ContractInstant } from '../ports/market-source.ts'

/** A chain has the quotes of its own instant, and of a minute around it. */
const REACH_MS = 60_000

/** Middles at instants about that of a chain, inside its session and not after the view. */
export function midsOfChain(chain: OptionChain, instants: readonly ContractInstant[], viewMs: number): Float64Array {
  const { optionSymbols, bid, ask } = chain.contracts
  const session = sessionOn(chain.sessionDate)
  const rows = new Map(optionSymbols.map((symbol, row) => [symbol, row]))
  return Float64Array.from(instants, ({ optionSymbol, atMs }) => {
    const inSession = session !== null && atMs >= session.openMs && atMs <= session.closeMs && atMs <= viewMs
    const row = rows.get(optionSymbol)
    if (!inSession || row === undefined || Math.abs(atMs - chain.asOfMs) > REACH_MS) return Number.NaN
    const offer = ask[row] ?? Number.NaN
    return offer > 0 ? 0.5 * ((bid[row] ?? Number.NaN) + offer) : Number.NaN
  })
}
