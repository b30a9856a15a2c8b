import { at } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import type { WithWarnings } from '../../../lib/with-warnings.ts'
import type { GammaExposure, GammaFields } from '../../contract/gamma-exposure.ts'
import { type ExpirationFilter, emptySelection, selectedExpirations, selectedRows } from '../chain/expiration-filter.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { exposures, extrapolatedShare, leftOut, leftOutWarnings } from './exposures.ts'
import { type GammaProfile, gammaProfile } from './gamma-profile.ts'
import { gammaRanges } from './gamma-ranges.ts'
import { exposuresByExpiration, exposuresByStrike, type GroupedExposures } from './grouped-exposures.ts'
import { walls } from './walls.ts'

export const GAMMA_CONVENTION =
  'Dealers are taken as long calls and short puts (customers overwrite calls and buy protective puts): calls count plus, puts minus. Open interest is the clearing house figure of the previous evening; gamma is recomputed from quotes with one volatility per strike and calendar time to settlement, never the rounded gamma of a vendor.'

/** Percent of the gross GEX from which extrapolation is worth a warning. */
const NOTABLE_SHARE_PCT = 5

export interface GammaQuery extends ExpirationFilter {
  readonly groupBy?: 'strike' | 'expiration' | 'strike_expiration' | undefined
}

export interface GammaFigures {
  readonly answer: GammaFields
  readonly profile: GammaProfile
  readonly warnings: readonly string[]
}

/**
 * The figures shared by gamma exposure and option metrics, over the selected expirations. Expensive, because the chain is
 * repriced at many prices: `ChainAnalysis` caches the result.
 */
export function gammaFigures(valued: ValuedChain, filter: ExpirationFilter): GammaFigures {
  const selected = selectedRows(valued, filter)
  const { callGex, putGex, netGex } = exposures(valued, selected)
  const profile = gammaProfile(valued, selected)
  const { callWall, putWall } = walls(exposuresByStrike(valued, selected), valued.spot)
  const [flip = Number.NaN, ...further] = profile.roots
  const also = further.map((root) => root.toFixed(2)).join(', ')
  const share = extrapolatedShare(valued, selected)
  const ranges = gammaRanges(valued, selected, { netGex, profile, callWall, putWall })
  return {
    profile,
    answer: {
      net_gex: orNull(netGex),
      call_gex: orNull(callGex),
      put_gex: orNull(putGex),
      gamma_flip: orNull(flip),
      gamma_regime: regimeOf(netGex),
      call_wall: orNull(callWall),
      put_wall: orNull(putWall),
      net_gex_range: ranges.netGex,
      gamma_flip_range: ranges.gammaFlip,
      call_wall_range: ranges.callWall,
      put_wall_range: ranges.putWall,
      gex_extrapolated_pct: orNull(share),
    },
    warnings: [
      ...(further.length > 0 ? [`Net GEX is zero at further prices: ${also}.`] : []),
      ...(share > NOTABLE_SHARE_PCT
        ? [
            `${share.toFixed(0)} % of the gross GEX comes from volatilities beyond the quoted strikes or from earlier quotes.`,
          ]
        : []),
    ],
  }
}

/** The sign of net GEX; null where it is zero or NaN. */
export function regimeOf(netGex: number): GammaFields['gamma_regime'] {
  return netGex > 0 ? 'positive' : netGex < 0 ? 'negative' : null
}

/** The answer by strike or by expiration. `figures` must be of the same chain and expirations. */
export function gammaExposure(
  valued: ValuedChain,
  figures: GammaFigures,
  query: GammaQuery,
): WithWarnings<GammaExposure> {
  const selected = selectedRows(valued, query)
  const { answer, profile, warnings } = figures
  return {
    answer: {
      unit: 'usd_per_1pct_move',
      convention: GAMMA_CONVENTION,
      underlying_price: orNull(valued.spot),
      ...answer,
      data: rowsBy(valued, selected, query),
      profile: profile.levels.map(({ spot, netGex }) => ({ underlying_price: spot, net_gex: netGex })),
    },
    warnings: [
      ...valued.warnings,
      ...leftOutWarnings(leftOut(valued, selected)),
      ...warnings,
      ...emptySelection(valued, query),
    ],
  }
}

function rowsBy(valued: ValuedChain, selected: Uint8Array, query: GammaQuery): GroupRow[] {
  if (query.groupBy === 'strike_expiration') return []
  return query.groupBy === 'expiration' ? byExpiration(valued, selected, query) : byStrike(valued, selected)
}

type GroupRow = GammaExposure['data'][number]

function byStrike(valued: ValuedChain, selected: Uint8Array): GroupRow[] {
  const groups = exposuresByStrike(valued, selected)
  return Array.from(groups.strikes, (strike, index) => ({
    strike,
    expiration_date: null,
    settlement: null,
    ...figuresOf(groups, index),
  }))
}

function byExpiration(valued: ValuedChain, selected: Uint8Array, filter: ExpirationFilter): GroupRow[] {
  const groups = exposuresByExpiration(valued, selected, valued.expirations.length)
  const included = new Set(selectedExpirations(valued, filter))
  return valued.expirations.flatMap((expiration, index) =>
    included.has(expiration)
      ? {
          strike: null,
          expiration_date: expiration.expirationDate,
          settlement: expiration.settlement,
          ...figuresOf(groups, index),
        }
      : [],
  )
}

function figuresOf(
  groups: GroupedExposures,
  index: number,
): Omit<GroupRow, 'strike' | 'expiration_date' | 'settlement'> {
  const call = at(groups.callGex, index)
  const put = at(groups.putGex, index)
  return {
    call_gex: call,
    put_gex: put,
    net_gex: call + put,
    call_open_interest: at(groups.callOpenInterest, index),
    put_open_interest: at(groups.putOpenInterest, index),
  }
}
