/** Implied volatility by expiration and at constant maturities, next to what the price really did. */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import type { DailyBar } from '../market/bar.ts'
import type { OptionChain } from '../market/chain.ts'
import { calendarWarnings } from './calendar-arbitrage.ts'
import { valuedChain } from './chain-valuation.ts'
import { ivRank } from './iv-rank.ts'
import { realizedVolatility } from './realized-volatility.ts'
import { type ConstantMaturities, constantMaturities, expectedMove } from './volatility-figures.ts'
import type { WithWarnings } from './with-warnings.ts'

const volatility = (text: string) => z.number().nullable().describe(`${text} Decimal per year (0.25 is 25 %).`)

/** Fields that several answers share. */
export const ivFields = {
  iv30: volatility(
    'Implied volatility at 30 calendar days: at the money forward, linear in total variance between the expirations around it; null beyond the listed range.',
  ),
  iv_rank: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('100 (iv30 − min)/(max − min) over the last 252 sessions, 0 to 100; null below 60 sessions.'),
  iv_percentile: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('Share in % of the 252 sessions before with a lower iv30, 0 to 100; null below 60 sessions.'),
} as const

export const TermStructureState = z
  .enum(['contango', 'backwardation', 'flat', 'unknown'])
  .describe(
    'contango when iv90 (else iv60) is more than 2 % above iv30, backwardation when more than 2 % below, flat between, unknown without both.',
  )

export const IvTermStructure = z
  .object({
    iv30: ivFields.iv30,
    iv60: volatility('Implied volatility at 60 calendar days, as iv30.'),
    iv90: volatility('Implied volatility at 90 calendar days, as iv30.'),
    iv_rank: ivFields.iv_rank,
    iv_percentile: ivFields.iv_percentile,
    rv10: volatility('Realized volatility of the last 10 daily returns (sample deviation × √252).'),
    rv20: volatility('The same of 20 returns.'),
    rv30: volatility('The same of 30 returns.'),
    rv60: volatility('The same of 60 returns.'),
    iv_minus_rv30: z
      .number()
      .nullable()
      .describe('iv30 − rv30, a difference of decimals: positive when options cost more than the past month moved.'),
    state: TermStructureState,
    points: z
      .array(
        z.object({
          expiration_date: z.string().describe('YYYY-MM-DD.'),
          settlement: z.enum(['am', 'pm']).describe('am: on the opening prints; pm: on the close.'),
          dte: z.int().min(0).max(10_000).describe('Calendar days from the session date.'),
          atm_iv: volatility('Implied volatility at the money forward.'),
          forward: z.number().nullable().describe('Forward price implied by put-call parity, USD per share.'),
          expected_move: z
            .number()
            .nullable()
            .describe('S × atm_iv × √T: one standard deviation to the expiration, USD per share.'),
          expected_move_pct: z.number().nullable().describe('100 × expected_move / S.'),
        }),
      )
      .describe('One per unexpired expiration, in order of settlement.'),
  })
  .meta({ id: 'IvTermStructure' })

export type IvTermStructure = z.infer<typeof IvTermStructure>

/** What the chain itself does not hold; an empty list where nothing is stored. */
export interface VolatilityPast {
  /** iv30 of each session before the chain's, in date order; NaN where it is unknown. */
  readonly iv30Before: readonly number[]
  /** Daily bars up to the chain's session, in date order, adjusted for splits. */
  readonly bars: readonly DailyBar[]
}

const FLAT_BAND = 0.02

export function ivTermStructure(
  chain: OptionChain,
  { iv30Before, bars }: VolatilityPast,
): WithWarnings<IvTermStructure> {
  const valued = valuedChain(chain)
  const { answer: maturities, warnings } = constantMaturities(valued)
  const rank = ivRank([...iv30Before, maturities.iv30])
  const realized = (count: number) => realizedVolatility(bars, count).close_to_close
  const rv30 = realized(30)
  return {
    answer: {
      iv30: orNull(maturities.iv30),
      iv60: orNull(maturities.iv60),
      iv90: orNull(maturities.iv90),
      ...rank.answer,
      rv10: realized(10),
      rv20: realized(20),
      rv30,
      rv60: realized(60),
      iv_minus_rv30: orNull(maturities.iv30 - (rv30 ?? Number.NaN)),
      state: stateOf(maturities),
      points: valued.expirations
        .filter(({ expired }) => !expired)
        .map((expiration) => {
          const move = expectedMove(valued.spot, expiration)
          return {
            expiration_date: expiration.expirationDate,
            settlement: expiration.settlement,
            dte: expiration.dte,
            atm_iv: orNull(expiration.atmIv),
            forward: orNull(expiration.forward),
            expected_move: orNull(move),
            expected_move_pct: orNull((100 * move) / valued.spot),
          }
        }),
    },
    warnings: [...valued.warnings, ...warnings, ...calendarWarnings(valued), ...rank.warnings],
  }
}

export function stateOf({ iv30, iv60, iv90 }: ConstantMaturities): z.infer<typeof TermStructureState> {
  const slope = (Number.isNaN(iv90) ? iv60 : iv90) / iv30 - 1
  if (Number.isNaN(slope)) return 'unknown'
  if (slope > FLAT_BAND) return 'contango'
  return slope < -FLAT_BAND ? 'backwardation' : 'flat'
}
