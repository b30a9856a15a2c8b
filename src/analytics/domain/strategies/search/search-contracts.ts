/**
 * The contracts that a search may use. Without these guards the best result is the worst quote: a stale, wide or crossed
 * one looks like a riskless profit against the prices around it.
 */
import { at, indexAt } from '../../../../lib/math/columns.ts'
import { blackPrice } from '../../../../pricing/european/black.ts'
import { smileOf } from '../../distribution/chain-distribution.ts'
import type { SmoothSmile } from '../../distribution/smooth-smile.ts'
import type { ValuedChain, ValuedExpiration } from '../../valuation/chain-valuation.ts'
import type { SearchQuery } from './search-query.ts'

export const REJECTIONS = [
  'no_bid',
  'wide',
  'open_interest',
  'delta',
  'far_strike',
  'off_model',
  'no_volatility',
  'risk_share',
  'small_price',
  'max_loss',
] as const
export type Rejection = (typeof REJECTIONS)[number]
export type RejectionCounts = Map<Rejection, number>

export interface SearchContract {
  readonly row: number
  readonly isCall: boolean
  readonly strike: number
  /** USD per share. */
  readonly mid: number
  readonly halfSpread: number
  /** Decimal, of its strike. */
  readonly volatility: number
}

/** The usable contracts of one expiration, by strike. */
export interface SearchExpiration {
  readonly index: number
  readonly expiration: ValuedExpiration
  readonly calls: readonly SearchContract[]
  readonly puts: readonly SearchContract[]
}

const SMALLEST_BID = 0.05
const NARROW = 0.05
const LARGEST_DELTA = 0.6
const FURTHEST = 2.5
const PENNY_LIMIT = 3
const YEARS_OF_ROUNDING = 1e-6

/** Expirations from the target date to `dteMax`, and how many contracts were left out for which reason. */
export function searchContracts(
  valued: ValuedChain,
  query: SearchQuery,
): { readonly expirations: SearchExpiration[]; readonly rejected: RejectionCounts } {
  const rejected: RejectionCounts = new Map()
  const expirations = valued.expirations.flatMap((expiration, index) => {
    const isInTime = expiration.yearsToExpiry >= query.targetYears - YEARS_OF_ROUNDING && expiration.dte <= query.dteMax
    if (expiration.expired || !isInTime || !(expiration.atmIv > 0)) return []
    const smile = smileOf(expiration)
    const usable: SearchContract[] = []
    for (const row of rowsOf(valued, index)) {
      const reason = rejectionOf(valued, query, { expiration, smile, row })
      if (reason === null) usable.push(contractOf(valued, row))
      else rejected.set(reason, (rejected.get(reason) ?? 0) + 1)
    }
    usable.sort((a, b) => a.strike - b.strike)
    return [{ index, expiration, calls: usable.filter(isCall), puts: usable.filter((it) => !isCall(it)) }]
  })
  return { expirations, rejected }
}

function isCall(contract: SearchContract): boolean {
  return contract.isCall
}

function rowsOf({ chain }: ValuedChain, index: number): number[] {
  const rows: number[] = []
  for (let row = 0; row < chain.contracts.count; row++) {
    if (indexAt(chain.contracts.expirationIndex, row) === index) rows.push(row)
  }
  return rows
}

function contractOf({ chain, volatility }: ValuedChain, row: number): SearchContract {
  const { contracts } = chain
  const [bid, ask] = [at(contracts.bid, row), at(contracts.ask, row)]
  return {
    row,
    isCall: contracts.isCall[row] === 1,
    strike: at(contracts.strike, row),
    mid: 0.5 * (bid + ask),
    halfSpread: 0.5 * (ask - bid),
    volatility: at(volatility, row),
  }
}

interface Candidate {
  readonly expiration: ValuedExpiration
  readonly smile: SmoothSmile | null
  readonly row: number
}

/** Null for a contract that may be used. */
function rejectionOf(valued: ValuedChain, query: SearchQuery, candidate: Candidate): Rejection | null {
  const { chain, counted, contradicted, delta, volatility } = valued
  const { expiration, row } = candidate
  const { contracts } = chain
  const [bid, ask] = [at(contracts.bid, row), at(contracts.ask, row)]
  if (!(bid >= SMALLEST_BID && ask > bid)) return 'no_bid'
  if (ask - bid > Math.max((query.maxSpreadPct / 200) * (bid + ask), NARROW)) return 'wide'
  if (!(at(contracts.openInterest, row) >= query.minOpenInterest)) return 'open_interest'
  if (!(at(volatility, row) > 0) || counted[row] !== 1) return 'no_volatility'
  if (!(Math.abs(at(delta, row)) <= LARGEST_DELTA)) return 'delta'
  const z =
    Math.log(at(contracts.strike, row) / expiration.forward) / (expiration.atmIv * Math.sqrt(expiration.yearsToExpiry))
  if (!(Math.abs(z) <= FURTHEST)) return 'far_strike'
  return contradicted[row] === 1 || isOffModel(valued, candidate) ? 'off_model' : null
}

/** Whether the mid is further than half the spread and a tick from the price on the smooth smile. */
function isOffModel(valued: ValuedChain, { expiration, smile, row }: Candidate): boolean {
  if (!smile) return true
  const { contracts } = valued.chain
  const [bid, ask] = [at(contracts.bid, row), at(contracts.ask, row)]
  const { forward, yearsToExpiry, discountFactor } = expiration
  const [strike, isCallRow] = [at(contracts.strike, row), contracts.isCall[row] === 1]
  const smooth = smile.curve.at(Math.log(strike / forward)).s / Math.sqrt(yearsToExpiry)
  const priced = (volatility: number) =>
    blackPrice(isCallRow, forward, strike, yearsToExpiry, volatility, discountFactor)
  // The difference of two European prices: both lack the same right of early exercise.
  const model = at(valued.theoreticalPrice, row) + priced(smooth) - priced(at(valued.volatility, row))
  const tick = bid + ask < 2 * PENNY_LIMIT ? 0.01 : 0.05
  return !(Math.abs(model - 0.5 * (bid + ask)) <= 0.5 * (ask - bid) + tick)
}
