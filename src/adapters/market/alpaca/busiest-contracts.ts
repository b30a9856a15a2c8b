/** Which contracts are worth following quote by quote, when a stream carries only so many. */
import type { OptionChain } from '../../../domain/market/chain.ts'

/** One that is followed stays until another has traded a quarter more: quotes are known from then on only. */
const STAYS = 1.25

interface Candidate {
  readonly optionSymbol: string
  readonly weight: number
  readonly openInterest: number
}

/**
 * By contracts traded in the session, then by open interest. Each chain has the same share, so that a busy one does not
 * take the room of the others; what one does not need goes to the busiest of all.
 */
export function busiestContracts(
  chains: readonly OptionChain[],
  followed: ReadonlySet<string>,
  most: number,
): Set<string> {
  const ranked = chains.map((chain) => candidatesOf(chain, followed).sort(byWeight))
  const share = Math.floor(most / Math.max(1, chains.length))
  const chosen = new Set(ranked.flatMap((list) => list.slice(0, share).map(({ optionSymbol }) => optionSymbol)))
  const rest = ranked.flatMap((list) => list.slice(share)).sort(byWeight)
  for (const { optionSymbol } of rest.slice(0, Math.max(0, most - chosen.size))) chosen.add(optionSymbol)
  return chosen
}

function candidatesOf({ contracts }: OptionChain, followed: ReadonlySet<string>): Candidate[] {
  return contracts.optionSymbols.map((optionSymbol, row) => {
    const volume = orZero(contracts.volume[row])
    const weight = followed.has(optionSymbol) ? volume * STAYS : volume
    return { optionSymbol, weight, openInterest: orZero(contracts.openInterest[row]) }
  })
}

function orZero(value: number | undefined): number {
  return value !== undefined && value > 0 ? value : 0
}

function byWeight(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || b.openInterest - a.openInterest || (a.optionSymbol < b.optionSymbol ? -1 : 1)
}
