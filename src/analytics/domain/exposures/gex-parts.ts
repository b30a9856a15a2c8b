/**
 * Splits the change of net GEX between two chains of a symbol into what expired, the passage of time, the price, the
 * volatilities and the open interest. The first chain becomes the second in five exchanges, in that order and in the reverse
 * one; a part is the mean of both, so that the parts add up to the change.
 */
import { at } from '../../../lib/math/columns.ts'
import { selectedRows } from '../chain/expiration-filter.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { type ChainMove, movedChain } from '../valuation/moved-chain.ts'
import { exposures } from './exposures.ts'

/** USD per 1 % move; NaN without open interest in one of the chains. */
export interface GexParts {
  readonly expiration: number
  readonly time: number
  readonly price: number
  /** With what forwards, rates and the exercise of American contracts leave over. */
  readonly volatility: number
  /** With contracts that were newly listed or are no longer listed. */
  readonly openInterest: number
}

const MS_PER_DAY = 86_400_000
const STILL: ChainMove = { pricePct: 0, ivPoints: 0, skewPoints: 0, termScaling: 'none', days: 0 }

interface Steps {
  readonly hasExpired: boolean
  readonly hasTimePassed: boolean
  readonly hasPriceMoved: boolean
  readonly hasVolatilityMoved: boolean
  readonly hasOpenInterestMoved: boolean
}

const NOTHING: Steps = {
  hasExpired: false,
  hasTimePassed: false,
  hasPriceMoved: false,
  hasVolatilityMoved: false,
  hasOpenInterestMoved: false,
}

/** `to` is the later chain. */
export function gexParts(from: ValuedChain, to: ValuedChain): GexParts {
  const netGexAfter = evaluator(from, to)
  const forward = walked(netGexAfter, [
    'hasExpired',
    'hasTimePassed',
    'hasPriceMoved',
    'hasVolatilityMoved',
    'hasOpenInterestMoved',
  ])
  const backward = walked(netGexAfter, [
    'hasOpenInterestMoved',
    'hasVolatilityMoved',
    'hasPriceMoved',
    'hasTimePassed',
    'hasExpired',
  ])
  const part = (step: keyof Steps) => 0.5 * ((forward.get(step) ?? 0) + (backward.get(step) ?? 0))
  const listed = rowsOf(from)
  const newlyListed = netGexOf(to) - netGexOf(to, (symbol) => listed.has(symbol))
  const known = {
    expiration: part('hasExpired'),
    time: part('hasTimePassed'),
    price: part('hasPriceMoved'),
    volatility: part('hasVolatilityMoved'),
    openInterest: part('hasOpenInterestMoved') + newlyListed,
  }
  const sum = known.expiration + known.time + known.price + known.volatility + known.openInterest
  return { ...known, volatility: known.volatility + netGexOf(to) - netGexOf(from) - sum }
}

/** The change of net GEX with each step. */
function walked(netGexAfter: (steps: Steps) => number, order: readonly (keyof Steps)[]): Map<keyof Steps, number> {
  const changes = new Map<keyof Steps, number>()
  let steps = NOTHING
  let before = netGexAfter(steps)
  for (const step of order) {
    steps = { ...steps, [step]: true }
    const after = netGexAfter(steps)
    changes.set(step, after - before)
    before = after
  }
  return changes
}

/** Net GEX of the contracts of the first chain after some of the steps. */
function evaluator(from: ValuedChain, to: ValuedChain): (steps: Steps) => number {
  const later = rowsOf(to)
  const { contracts } = from.chain
  const places = contracts.optionSymbols.map((symbol) => later.get(symbol) ?? -1)
  const volatility = from.volatility.map((own, row) => at(to.volatility, places[row] ?? -1) || own)
  // A contract that is no longer listed has no open interest left.
  const openInterest = contracts.openInterest.map((own, row) => {
    const place = places[row] ?? -1
    return place >= 0 ? at(to.chain.contracts.openInterest, place) : hasExpired(from, row, to) ? own : 0
  })
  const days = (to.chain.asOfMs - from.chain.asOfMs) / MS_PER_DAY
  const pricePct = 100 * (to.spot / from.spot - 1)
  return ({ hasExpired: leavesOut, ...steps }) => {
    const moved = {
      ...from,
      volatility: steps.hasVolatilityMoved ? volatility : from.volatility,
      chain: steps.hasOpenInterestMoved ? { ...from.chain, contracts: { ...contracts, openInterest } } : from.chain,
      counted: leavesOut ? from.counted.map((own, row) => (hasExpired(from, row, to) ? 0 : own)) : from.counted,
    }
    const move = { ...STILL, days: steps.hasTimePassed ? days : 0, pricePct: steps.hasPriceMoved ? pricePct : 0 }
    const after = movedChain(moved, move)
    // Where all have expired, none is left that could be unknown.
    return selectedRows(after, {}).includes(1) ? netGexOf(after) : 0
  }
}

function hasExpired({ chain }: ValuedChain, row: number, to: ValuedChain): boolean {
  const expiration = chain.expirations[chain.contracts.expirationIndex[row] ?? -1]
  return expiration !== undefined && expiration.settlesAtMs <= to.chain.asOfMs
}

function rowsOf({ chain }: ValuedChain): ReadonlyMap<string, number> {
  return new Map(chain.contracts.optionSymbols.map((symbol, row) => [symbol, row]))
}

function netGexOf(valued: ValuedChain, isIncluded?: (symbol: string) => boolean): number {
  const selected = selectedRows(valued, {})
  const { optionSymbols } = valued.chain.contracts
  const counted = isIncluded ? selected.map((own, row) => (isIncluded(optionSymbols[row] ?? '') ? own : 0)) : selected
  const { netGex } = exposures(valued, counted)
  return Number.isNaN(netGex) && isIncluded ? 0 : netGex
}
