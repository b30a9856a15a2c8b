/**
 * Net GEX of a chain as a function of the price of the underlying: every contract is repriced at each price with the
 * volatility of its strike held. At its roots (gamma flip) dealers change between damping and amplifying moves. Source:
 * S. Perfiliev, How to calculate gamma exposure and zero gamma level. A cumulative sum over strikes would not be a
 * function of the price.
 */

import { at, indexAt } from '../../../lib/math/columns.ts'
import { findRoot } from '../../../lib/math/find-root.ts'
import { sumGamma } from '../../../pricing/gamma-sum.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { addEarlyExerciseGamma } from './early-exercise-gamma.ts'
import { PER_ONE_PERCENT, sharesOf } from './exposures.ts'

const LEVELS = 61
const NARROW = { low: 0.8, high: 1.2, levels: LEVELS }
const WIDE = { low: 0.5, high: 1.5, levels: 101 }
/** The grid of the search is halved at most so often: to 0.005 % of the spot, for the last minutes of an expiration. */
const MAX_HALVINGS = 7
/** Steps of the grid per standard deviation of the narrowest gamma peak. */
const STEPS_PER_DEVIATION = 2
/** Share of the largest net GEX below which a level counts as having no gamma. */
const NO_GAMMA = 1e-7

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

/**
 * Every root between 0.8 and 1.2 times the spot, on a grid finer than the narrowest gamma peak; only when there is none,
 * roots between 0.5 and 1.5 on a coarse one.
 */
export function gammaProfile(valued: ValuedChain, selected: Uint8Array): GammaProfile {
  const weights = signedShares(valued, selected)
  if (!(valued.spot > 0) || weights.every((weight) => Number.isNaN(weight))) return { levels: [], roots: [] }
  const netGexAt = repricer(valued, weights)
  const { levels, fine } = nestedGrids(valued, weights)
  const narrow = rootsOf(fine, netGexAt)
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

/**
 * Each expiration is repriced on the coarsest of nested grids that resolves its gamma peaks. A finer grid takes the sum of
 * the coarser ones by cubic interpolation, so only the last expirations are repriced at thousands of prices.
 */
function nestedGrids(
  valued: ValuedChain,
  weights: Float64Array,
): { readonly levels: ProfileLevel[]; readonly fine: ProfileLevel[] } {
  const halvings = halvingsByExpiration(valued, weights)
  const exact = new Float64Array(LEVELS)
  let fine: Float64Array = new Float64Array(LEVELS)
  let spots: Float64Array = new Float64Array()
  for (let halving = 0; halving <= Math.max(0, ...halvings); halving++) {
    if (halving > 0) fine = interpolated(fine)
    spots = levelsOf(valued.spot, { ...NARROW, levels: fine.length })
    if (!halvings.includes(halving)) continue
    const own = weights.map((weight, row) => {
      const expiration = indexAt(valued.chain.contracts.expirationIndex, row)
      return halvings[expiration] === halving ? weight : Number.NaN
    })
    const netGex = repricer(valued, own)(spots)
    for (let index = 0; index < fine.length; index++) fine[index] = at(fine, index) + at(netGex, index)
    for (let index = 0; index < LEVELS; index++) exact[index] = at(exact, index) + at(netGex, index << halving)
  }
  return {
    levels: Array.from(levelsOf(valued.spot, NARROW), (spot, index) => ({ spot, netGex: at(exact, index) })),
    fine: Array.from(spots, (spot, index) => ({ spot, netGex: at(fine, index) })),
  }
}

/** How often the grid of 61 levels is halved so that it resolves the narrowest peak of each expiration. */
function halvingsByExpiration({ chain, terms, volatility }: ValuedChain, weights: Float64Array): number[] {
  const narrowest = chain.expirations.map(() => Number.POSITIVE_INFINITY)
  for (let row = 0; row < weights.length; row++) {
    const expiration = indexAt(chain.contracts.expirationIndex, row)
    const deviation = at(volatility, row) * at(terms.rootYears, expiration)
    const counts = deviation > 0 && Math.abs(at(weights, row)) > 0
    if (counts && deviation < (narrowest[expiration] ?? 0)) narrowest[expiration] = deviation
  }
  const step = (NARROW.high - NARROW.low) / (LEVELS - 1)
  return narrowest.map((deviation) => {
    const halvings = Math.ceil(Math.log2((step * STEPS_PER_DEVIATION) / deviation))
    return Math.min(Math.max(halvings, 0), MAX_HALVINGS)
  })
}

/** Twice as many steps: cubic through four points between the old ones, linear at both ends. */
function interpolated(values: Float64Array): Float64Array {
  const out = new Float64Array(2 * values.length - 1)
  for (let index = 0; index < values.length; index++) {
    out[2 * index] = at(values, index)
    if (index + 1 === values.length) break
    const inner = at(values, index) + at(values, index + 1)
    const outer = at(values, index - 1) + at(values, index + 2)
    out[2 * index + 1] = Number.isNaN(outer) ? 0.5 * inner : (9 * inner - outer) / 16
  }
  return out
}

/** Open interest in shares, calls positive, puts negative; NaN for rows outside the selection. */
function signedShares({ chain }: ValuedChain, selected: Uint8Array): Float64Array {
  const { count, isCall } = chain.contracts
  const weights = new Float64Array(count).fill(Number.NaN)
  for (let row = 0; row < count; row++) {
    if (selected[row] === 1) weights[row] = (isCall[row] === 1 ? 1 : -1) * sharesOf(chain.contracts, row)
  }
  return weights
}

interface Range {
  readonly low: number
  readonly high: number
  readonly levels: number
}

function levelsOf(spot: number, { low, high, levels }: Range): Float64Array {
  return Float64Array.from({ length: levels }, (_, index) => spot * (low + ((high - low) * index) / (levels - 1)))
}

function grid(spot: number, range: Range, netGexAt: Repricer): ProfileLevel[] {
  const spots = levelsOf(spot, range)
  const netGex = netGexAt(spots)
  return Array.from(spots, (level, index) => ({ spot: level, netGex: at(netGex, index) }))
}

/**
 * Requires a change of sign of the exact sum: a level without gamma (all of it too far away to count) is not a root, nor
 * is a change that only an interpolated level shows.
 */
function rootsOf(levels: readonly ProfileLevel[], netGexAt: Repricer): number[] {
  const single = new Float64Array(1)
  const netGex = (spot: number) => {
    single[0] = spot
    return at(netGexAt(single), 0)
  }
  const largest = levels.reduce((most, level) => Math.max(most, Math.abs(level.netGex)), 0)
  const roots: number[] = []
  let before: ProfileLevel | undefined
  for (const level of levels) {
    if (Math.abs(level.netGex) <= NO_GAMMA * largest) continue
    if (before && before.netGex > 0 !== level.netGex > 0) {
      const root = findRoot(netGex, before.spot, level.spot)
      if (!Number.isNaN(root)) roots.push(root)
    }
    before = level
  }
  return roots
}
