/**
 * Calendar arbitrage: at a fixed k = ln(K/F), total variance must not decrease with expiration (Gatheral and Jacquier,
 * arXiv 1204.0646).
 */
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { termExpirations } from './constant-maturities.ts'
import { varianceAt } from './volatility-slice.ts'

/** Points checked over the range of strikes quoted in both expirations. */
const POINTS = 21
/** Relative decrease of total variance that bid-ask spreads can explain: 5 % is 2.5 % of the volatility. */
const TOLERANCE = 0.05
const NAMED_PAIRS = 3

/** Adjacent expirations on different dates whose total variance decreases by more than 5 % at some strike. */
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
