import { optionsCloseMs } from '../domain/calendar/option-hours.ts'
import { sessionOn } from '../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../domain/options/chain.ts'
import type { ContractInstant } from '../ports/market-source.ts'

/** A chain has the quotes of its own instant, and of a minute around it. */
const REACH_MS = 60_000

/**
 * Middles at instants about that of a chain, while its options trade and not after the view. A chain that is dated after
 * the close of the stocks is also the one of that close.
 */
export function midsOfChain(chain: OptionChain, instants: readonly ContractInstant[], viewMs: number): Float64Array {
  const { optionSymbols, bid, ask } = chain.contracts
  const session = sessionOn(chain.sessionDate)
  const { openMs = Number.NaN, closeMs = Number.NaN } = session ?? {}
  const lastMs = session ? optionsCloseMs(chain.symbol, session) : Number.NaN
  const isNear = (atMs: number) => atMs >= Math.min(chain.asOfMs, closeMs) - REACH_MS && atMs <= chain.asOfMs + REACH_MS
  const rows = new Map(optionSymbols.map((symbol, row) => [symbol, row]))
  return Float64Array.from(instants, ({ optionSymbol, atMs }) => {
    const inSession = atMs >= openMs && atMs <= lastMs && atMs <= viewMs
    const row = rows.get(optionSymbol)
    if (!inSession || row === undefined || !isNear(atMs)) return Number.NaN
    const offer = ask[row] ?? Number.NaN
    return offer > 0 ? 0.5 * ((bid[row] ?? Number.NaN) + offer) : Number.NaN
  })
}
