/** Which contracts are worth following quote by quote, when a stream carries only so many. */
import type { OptionChain } from '../../../domain/options/chain.ts'

/** One that is followed stays until another has traded a quarter more: quotes are known from then on only. */
const STAYS = 1.25
/** Open interest decides only between contracts of which the same was traded. */
const OPEN_INTEREST_WEIGHT = 1e-9

interface Weighed {
  readonly chain: OptionChain
  /** Of each contract. */
  readonly weights: Float64Array
}

interface Candidate {
  readonly optionSymbol: string
  readonly weight: number
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
  const share = Math.floor(most / Math.max(1, chains.length))
  const weighed = chains.map((chain) => ({ chain, weights: weightsOf(chain, followed) }))
  const heaviest = (count: number) => weighed.map((each) => heaviestOf(each, count))
  const chosen = new Set(heaviest(share).flatMap((list) => list.map(({ optionSymbol }) => optionSymbol)))
  const room = most - chosen.size
  if (room <= 0) return chosen
  const rest = heaviest(share + room).flatMap((list) => list.slice(share))
  for (const { optionSymbol } of rest.sort(byWeight).slice(0, room)) chosen.add(optionSymbol)
  return chosen
}

function weightsOf({ contracts }: OptionChain, followed: ReadonlySet<string>): Float64Array {
  return Float64Array.from(contracts.optionSymbols, (optionSymbol, row) => {
    const stays = followed.has(optionSymbol) ? STAYS : 1
    return stays * orZero(contracts.volume[row]) + OPEN_INTEREST_WEIGHT * orZero(contracts.openInterest[row])
  })
}

/** In order. Only those that can be among them are sorted by name as well: a chain has thousands. */
function heaviestOf({ chain, weights }: Weighed, count: number): Candidate[] {
  const least = weights.length > count ? (weights.toSorted()[weights.length - count] ?? Number.POSITIVE_INFINITY) : 0
  const candidates: Candidate[] = []
  for (const [row, optionSymbol] of chain.contracts.optionSymbols.entries()) {
    const weight = weights[row] ?? 0
    if (weight >= least) candidates.push({ optionSymbol, weight })
  }
  return candidates.sort(byWeight).slice(0, count)
}

function orZero(value: number | undefined): number {
  return value !== undefined && value > 0 ? value : 0
}

function byWeight(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || (a.optionSymbol < b.optionSymbol ? -1 : 1)
}
