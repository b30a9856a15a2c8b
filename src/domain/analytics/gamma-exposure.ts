/** Dealer gamma exposure of one chain, by strike or by expiration, with the profile over prices of the underlying. */
import { z } from 'zod'
import { at } from '../../lib/columns.ts'
import { orNull } from '../../lib/numbers.ts'
import type { OptionChain } from '../market/chain.ts'
import { type ValuedChain, valuedChain } from './chain-valuation.ts'
import { exposures, leftOut, leftOutWarnings } from './exposures.ts'
import { type GammaProfile, gammaProfile } from './gamma-profile.ts'
import {
  type ExpirationFilter,
  emptySelection,
  isSelected,
  selectedExpirations,
  selectedRows,
} from './row-selection.ts'
import { exposuresByExpiration, exposuresByStrike, type GroupedExposures } from './strike-exposures.ts'
import { walls } from './walls.ts'
import type { WithWarnings } from './with-warnings.ts'

export const GAMMA_CONVENTION =
  'Dealers are taken as long calls and short puts (customers overwrite calls and buy protective puts): calls count plus, puts minus. Open interest is the clearing house figure of the previous evening; gamma is recomputed from quotes with one volatility per strike and calendar time to settlement, never the rounded gamma of a vendor.'

export const GammaRegime = z
  .enum(['positive', 'negative'])
  .nullable()
  .describe(
    'Sign of net_gex at the present price: positive damps moves, negative amplifies them. Null when it is unknown or zero. With several roots this is not the same as comparing the price with gamma_flip.',
  )

const usdPerPercent = (text: string) => z.number().nullable().describe(`${text} USD of stock to trade per 1 % move.`)
const strikeUsd = (text: string) => z.number().nullable().describe(`${text} USD.`)

/** Fields that gamma exposure and option metrics share. */
export const gammaFields = {
  net_gex: usdPerPercent('call_gex + put_gex.'),
  call_gex: usdPerPercent('Σ gamma × open interest × multiplier × S² × 0.01 over calls; never negative.'),
  put_gex: usdPerPercent('The same over puts with a minus sign; never positive.'),
  gamma_flip: strikeUsd(
    'Price of the underlying at which the repriced chain has zero net GEX; of several the nearest to S, the others stand in warnings. Null when there is none between 0.5 S and 1.5 S.',
  ),
  gamma_regime: GammaRegime,
  call_wall: strikeUsd('Strike with the largest call GEX over the included expirations.'),
  put_wall: strikeUsd('Strike with the most negative put GEX over the included expirations; can equal call_wall.'),
} as const

export const GammaExposure = z
  .object({
    unit: z.literal('usd_per_1pct_move').describe('Unit of every GEX figure: USD of stock to trade per 1 % move.'),
    convention: z.string().describe('Whose gamma is counted with which sign, in words.'),
    underlying_price: z.number().nullable().describe('S, USD per share.'),
    ...gammaFields,
    data: z
      .array(
        z.object({
          strike: z.number().nullable().describe('Strike in USD; null when grouped by expiration.'),
          expiration_date: z.string().nullable().describe('YYYY-MM-DD; null when grouped by strike.'),
          settlement: z
            .enum(['am', 'pm'])
            .nullable()
            .describe('Which of two expirations of a date (SPX and SPXW); null when grouped by strike.'),
          call_gex: z.number().describe('Calls of this group, USD per 1 % move; never negative.'),
          put_gex: z.number().describe('Puts of this group, USD per 1 % move; never positive.'),
          net_gex: z.number().describe('call_gex + put_gex of this group, USD per 1 % move.'),
          call_open_interest: z
            .number()
            .min(0)
            .describe('Open interest of its calls, contracts; unknown ones left out.'),
          put_open_interest: z.number().min(0).describe('Open interest of its puts, contracts; unknown ones left out.'),
        }),
      )
      .describe('One row per strike in ascending order, or per expiration in order of settlement.'),
    profile: z
      .array(
        z.object({
          underlying_price: z.number().describe('Assumed price of the underlying, USD.'),
          net_gex: z.number().describe('Net GEX of the chain repriced at it, USD per 1 % move.'),
        }),
      )
      .describe('61 levels from 0.8 S to 1.2 S, volatility held per strike; empty without open interest.'),
  })
  .meta({ id: 'GammaExposure' })

export type GammaExposure = z.infer<typeof GammaExposure>

export interface GammaQuestion extends ExpirationFilter {
  readonly groupBy?: 'strike' | 'expiration' | undefined
}

export interface GammaFigures {
  readonly answer: z.infer<z.ZodObject<typeof gammaFields>>
  readonly profile: GammaProfile
  readonly warnings: readonly string[]
}

/** Repricing costs more than all the rest, and several answers ask for it: kept per chain and set of expirations. */
const figures = new WeakMap<ValuedChain, Map<string, GammaFigures>>()

/** The figures that gamma exposure and option metrics share, of the contracts that pass. */
export function gammaFigures(valued: ValuedChain, filter: ExpirationFilter): GammaFigures {
  const known = knownGammaFigures(valued, filter)
  if (known) return known
  const made = makeFigures(valued, selectedRows(valued, filter))
  rememberGammaFigures(valued, filter, made)
  return made
}

/** Undefined for a selection that nobody has repriced yet. */
export function knownGammaFigures(valued: ValuedChain, filter: ExpirationFilter): GammaFigures | undefined {
  return figures.get(valued)?.get(selectionKey(valued, filter))
}

export function rememberGammaFigures(valued: ValuedChain, filter: ExpirationFilter, made: GammaFigures): void {
  const ofChain = figures.get(valued) ?? new Map<string, GammaFigures>()
  figures.set(valued, ofChain)
  ofChain.set(selectionKey(valued, filter), made)
}

function selectionKey({ expirations }: ValuedChain, filter: ExpirationFilter): string {
  return expirations.map((expiration) => (isSelected(expiration, filter) ? 1 : 0)).join('')
}

function makeFigures(valued: ValuedChain, selected: Uint8Array): GammaFigures {
  const { callGex, putGex, netGex } = exposures(valued, selected)
  const profile = gammaProfile(valued, selected)
  const { callWall, putWall } = walls(exposuresByStrike(valued, selected), valued.spot)
  const [flip = Number.NaN, ...further] = profile.roots
  const also = further.map((root) => root.toFixed(2)).join(', ')
  return {
    profile,
    answer: {
      net_gex: orNull(netGex),
      call_gex: orNull(callGex),
      put_gex: orNull(putGex),
      gamma_flip: orNull(flip),
      gamma_regime: netGex > 0 ? 'positive' : netGex < 0 ? 'negative' : null,
      call_wall: orNull(callWall),
      put_wall: orNull(putWall),
    },
    warnings: further.length > 0 ? [`Net GEX is zero at further prices: ${also}.`] : [],
  }
}

export function gammaExposure(chain: OptionChain, question: GammaQuestion = {}): WithWarnings<GammaExposure> {
  const valued = valuedChain(chain)
  const selected = selectedRows(valued, question)
  const { answer, profile, warnings } = gammaFigures(valued, question)
  return {
    answer: {
      unit: 'usd_per_1pct_move',
      convention: GAMMA_CONVENTION,
      underlying_price: orNull(valued.spot),
      ...answer,
      data: question.groupBy === 'expiration' ? byExpiration(valued, selected, question) : byStrike(valued, selected),
      profile: profile.levels.map(({ spot, netGex }) => ({ underlying_price: spot, net_gex: netGex })),
    },
    warnings: [
      ...valued.warnings,
      ...leftOutWarnings(leftOut(valued, selected)),
      ...warnings,
      ...emptySelection(valued, question),
    ],
  }
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
