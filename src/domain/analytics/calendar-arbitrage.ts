/**
 * Where neighbouring smiles cross: at a fixed k = ln(K/F) total variance never falls with time (Gatheral and Jacquier,
 * arXiv 1204.0646), else the later option costs less than the earlier one that it contains.
 */
import type { ValuedChain, ValuedExpiration } from './chain-valuation.ts'
import { termExpirations } from './volatility-figures.ts'
import { varianceAt } from './volatility-slice.ts'

/** Points over the strikes that both expirations quote. */
const POINTS = 21
/** Relative fall of total variance that spreads explain: 5 % is 2.5 % of the volatility. */
const TOLERANCE = 0.05
const NAMED_PAIRS = 3

/** Pairs of neighbouring expirations, settlements of one date left aside, where total variance falls by over 5 %. */
export function calendarCrossings(valued: ValuedChain): (readonly [ValuedExpiration, ValuedExpiration])[] {
  const expirations = termExpirations(valued).filter(({ slice }) => slice)
  return expirations.flatMap((near, index) => {
    const far = expirations[index + 1]
    return far && far.expirationDate > near.expirationDate && crosses(near, far) ? [[near, far] as const] : []
  })
}

export function calendarWarnings(valued: ValuedChain): string[] {
  const crossings = calendarCrossings(valued)
  if (crossings.length === 0) return []
  const named = crossings
    .slice(0, NAMED_PAIRS)
    .map(([near, far]) => `${near.expirationDate} to ${far.expirationDate}`)
    .join(', ')
  const more = crossings.length > NAMED_PAIRS ? ` and ${crossings.length - NAMED_PAIRS} more` : ''
  return [`Smiles cross: total variance falls at some strikes from ${named}${more}; quotes are stale or wide there.`]
}

function crosses({ slice: near }: ValuedExpiration, { slice: far }: ValuedExpiration): boolean {
  if (!near || !far) return false
  const low = Math.max(near.lowestK, far.lowestK)
  const high = Math.min(near.highestK, far.highestK)
  if (!(high > low)) return false
  for (let point = 0; point < POINTS; point++) {
    const k = low + ((high - low) * point) / (POINTS - 1)
    if (varianceAt(far, k) < (1 - TOLERANCE) * varianceAt(near, k)) return true
  }
  return false
}
