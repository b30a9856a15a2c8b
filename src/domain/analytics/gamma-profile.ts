/**
 * Net GEX of a chain as a function of the price of the underlying, every contract re-evaluated at each price with the
 * volatility of its strike held. Its roots are where dealers change from damping moves to amplifying them. Never a walk
 * along strikes: that mixes gamma that lives at different prices.
 */
import { findRoot } from '../../lib/brent.ts'
import { at } from '../../lib/columns.ts'
import { gammaProfile as sumGamma } from '../pricing/gamma-profile.ts'
import type { ValuedChain } from './chain-valuation.ts'
import { addEarlyExerciseGamma } from './early-exercise-gamma.ts'
import { PER_ONE_PERCENT, sharesOf } from './exposures.ts'

const LEVELS = 61
const NARROW = { low: 0.8, high: 1.2, levels: LEVELS }
const WIDE = { low: 0.5, high: 1.5, levels: 101 }

export interface ProfileLevel {
  /** USD per share. */
  readonly spot: number
  /** USD per 1 % move, calls plus, puts minus. */
  readonly netGex: number
}

export interface GammaProfile {
  /** 61 levels from 0.8 to 1.2 times the spot; empty without a spot or without any open interest. */
  readonly levels: readonly ProfileLevel[]
  /** Prices at which net GEX is zero, the nearest to the spot first. */
  readonly roots: readonly number[]
}

/** Roots are searched between 0.8 and 1.2 times the spot, and only when there is none between 0.5 and 1.5. */
export function gammaProfile(valued: ValuedChain, selected: Uint8Array): GammaProfile {
  const weights = signedShares(valued, selected)
  if (!(valued.spot > 0) || weights.every((weight) => Number.isNaN(weight))) return { levels: [], roots: [] }
  const netGexAt = repricer(valued, weights)
  const levels = grid(valued.spot, NARROW, netGexAt)
  const narrow = rootsOf(levels, netGexAt)
  const roots = narrow.length > 0 ? narrow : rootsOf(grid(valued.spot, WIDE, netGexAt), netGexAt)
  roots.sort((a, b) => Math.abs(a - valued.spot) - Math.abs(b - valued.spot))
  return { levels, roots }
}

type Repricer = (spots: Float64Array) => Float64Array

function repricer({ terms, chain, volatility, pricings }: ValuedChain, weight: Float64Array): Repricer {
  return (spots) => {
    const out = new Float64Array(spots.length)
    sumGamma(terms, chain.contracts, volatility, weight, spots, out)
    for (const pricing of pricings) {
      if (pricing) addEarlyExerciseGamma(pricing, { volatility, weight }, terms.spot, spots, out)
    }
    return out.map((gamma, index) => gamma * at(spots, index) ** 2 * PER_ONE_PERCENT)
  }
}

/** Open interest in shares, calls plus, puts minus; NaN for rows that are not added up. */
function signedShares({ chain }: ValuedChain, selected: Uint8Array): Float64Array {
  const { count, isCall } = chain.contracts
  const weights = new Float64Array(count).fill(Number.NaN)
  for (let row = 0; row < count; row++) {
    if (selected[row] === 1) weights[row] = (isCall[row] === 1 ? 1 : -1) * sharesOf(chain.contracts, row)
  }
  return weights
}

function grid(
  spot: number,
  { low, high, levels }: { readonly low: number; readonly high: number; readonly levels: number },
  netGexAt: Repricer,
): ProfileLevel[] {
  const spots = Float64Array.from(
    { length: levels },
    (_, index) => spot * (low + ((high - low) * index) / (levels - 1)),
  )
  const netGex = netGexAt(spots)
  return Array.from(spots, (level, index) => ({ spot: level, netGex: at(netGex, index) }))
}

/** A level at which nothing is left (gamma too far away to count) is no root: the sign must really change. */
function rootsOf(levels: readonly ProfileLevel[], netGexAt: Repricer): number[] {
  const single = new Float64Array(1)
  const netGex = (spot: number) => {
    single[0] = spot
    return at(netGexAt(single), 0)
  }
  const roots: number[] = []
  let before: ProfileLevel | undefined
  for (const level of levels) {
    if (level.netGex === 0) continue
    if (before && before.netGex > 0 !== level.netGex > 0) roots.push(findRoot(netGex, before.spot, level.spot))
    before = level
  }
  return roots
}
