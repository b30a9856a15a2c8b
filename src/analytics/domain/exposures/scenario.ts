/** Exposures of a chain after moves of the price, volatility and time, beside those of now. */
import { at } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import type { Scenario, ScenarioRow } from '../../contract/scenario.ts'
import { selectedRows } from '../chain/expiration-filter.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { type ChainMove, movedChain } from '../valuation/moved-chain.ts'
import { exposures, leftOut, leftOutWarnings, sharesOf } from './exposures.ts'
import { gammaProfile } from './gamma-profile.ts'
import { exposuresByStrike } from './grouped-exposures.ts'
import { walls } from './walls.ts'

export interface ScenarioQuery extends Omit<ChainMove, 'pricePct'> {
  /** One row each. */
  readonly pricePct: readonly number[]
  readonly dteMax?: number | undefined
}

export interface ScenarioFigures {
  readonly answer: Scenario
  readonly warnings: readonly string[]
}

/**
 * The flip depends on volatilities and time, not on the present price: one profile serves all moves within this many
 * percent, and larger moves have their own.
 */
const SHARED_PROFILE_PCT = 15
const OPEN_INTEREST_HELD = 'Open interest is held: nobody opens or closes a position in a scenario.'

export function scenarioFigures(valued: ValuedChain, query: ScenarioQuery): ScenarioFigures {
  const { pricePct, dteMax, ...shift } = query
  const included = selectedRows(valued, { dteMax })
  const unmoved = { ivPoints: 0, skewPoints: 0, termScaling: shift.termScaling, days: 0, pricePct: 0 }
  const before = movedChain(valued, unmoved)
  const at0 = movedChain(valued, { ...shift, pricePct: 0 })
  const sharedRoots = gammaProfile(at0, stillCounted(at0, included)).roots
  const delta = dealerShares(before, included)
  const rows = pricePct.map((percent) => {
    const moved = percent === 0 ? at0 : movedChain(valued, { ...shift, pricePct: percent })
    const counted = stillCounted(moved, included)
    const roots = Math.abs(percent) <= SHARED_PROFILE_PCT ? sharedRoots : gammaProfile(moved, counted).roots
    const expired = included.reduce((sum, own, row) => sum + own - (counted[row] ?? 0), 0)
    return {
      price_pct: percent,
      ...rowOf(moved, counted, roots),
      expired_contracts: expired,
      hedge_usd: orNull((delta - dealerShares(moved, counted)) * moved.spot),
    }
  })
  return {
    answer: { before: rowOf(before, included, gammaProfile(before, included).roots), rows },
    warnings: [...leftOutWarnings(leftOut(before, included)), OPEN_INTEREST_HELD],
  }
}

function stillCounted({ counted }: ValuedChain, included: Uint8Array): Uint8Array {
  return included.map((own, row) => (own === 1 && counted[row] === 1 ? 1 : 0))
}

function rowOf(valued: ValuedChain, counted: Uint8Array, roots: readonly number[]): ScenarioRow {
  const { callGex, putGex, netGex, netDex, netVanna, netCharm } = exposures(valued, counted)
  const { callWall, putWall } = walls(exposuresByStrike(valued, counted), valued.spot)
  const flip = roots.toSorted((a, b) => Math.abs(a - valued.spot) - Math.abs(b - valued.spot))[0] ?? Number.NaN
  return {
    underlying_price: orNull(valued.spot),
    net_gex: orNull(netGex),
    call_gex: orNull(callGex),
    put_gex: orNull(putGex),
    net_dex: orNull(netDex),
    net_vanna_exposure: orNull(netVanna),
    net_charm_exposure: orNull(netCharm),
    gamma_flip: orNull(flip),
    gamma_regime: netGex > 0 ? 'positive' : netGex < 0 ? 'negative' : null,
    call_wall: orNull(callWall),
    put_wall: orNull(putWall),
  }
}

/** Shares of delta that dealers hold who are long calls and short puts. */
function dealerShares({ chain, delta }: ValuedChain, counted: Uint8Array): number {
  const { contracts } = chain
  let sum = 0
  for (let row = 0; row < contracts.count; row++) {
    const own = (contracts.isCall[row] === 1 ? 1 : -1) * at(delta, row) * sharesOf(contracts, row)
    if (counted[row] === 1 && !Number.isNaN(own)) sum += own
  }
  return sum
}
