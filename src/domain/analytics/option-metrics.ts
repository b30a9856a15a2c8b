/** The key figures of a chain in one answer: ratios, volatility, exposures, walls, expected move and skew. */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import type { OptionChain } from '../market/chain.ts'
import { type ValuedChain, type ValuedExpiration, valuedChain } from './chain-valuation.ts'
import { exposures, leftOut, leftOutWarnings } from './exposures.ts'
import { gammaFields, gammaFigures } from './gamma-exposure.ts'
import { ivRank } from './iv-rank.ts'
import { ivFields } from './iv-term-structure.ts'
import { maxPain } from './max-pain.ts'
import { bothSides, putCallRatio, putCallTotals } from './put-call-ratios.ts'
import { type ExpirationFilter, emptySelection, selectedExpirations, selectedRows } from './row-selection.ts'
import { exposuresByStrike } from './strike-exposures.ts'
import { constantMaturities, expectedMove, expirationSkew, monthlySkew } from './volatility-figures.ts'
import type { WithWarnings } from './with-warnings.ts'

const ratio = (text: string) => z.number().min(0).nullable().describe(`${text} Null when the calls are 0 or unknown.`)

export const OptionMetrics = z
  .object({
    underlying_price: z.number().nullable().describe('S, USD per share.'),
    put_call_ratio_volume: ratio('Volume of puts over volume of calls.'),
    put_call_ratio_open_interest: ratio('Open interest of puts over open interest of calls.'),
    put_call_ratio_premium: ratio(
      'Premium of put prints over premium of call prints; without a tape Σ volume × mid × multiplier, with a warning.',
    ),
    atm_iv: z
      .number()
      .nullable()
      .describe(
        'Implied volatility at the money forward of the expiration asked for, else of the first with dte of 1 or more. Decimal per year.',
      ),
    ...ivFields,
    ...gammaFields,
    net_dex: z
      .number()
      .nullable()
      .describe('Σ delta × open interest × multiplier × S with signed deltas, no dealer sign. USD of delta.'),
    net_vanna_exposure: z
      .number()
      .nullable()
      .describe('Σ vanna × open interest × multiplier × S, calls plus, puts minus. USD of delta per volatility point.'),
    net_charm_exposure: z
      .number()
      .nullable()
      .describe('Σ charm × open interest × multiplier × S, calls plus, puts minus. USD of delta per calendar day.'),
    max_pain: z
      .number()
      .nullable()
      .describe(
        'Strike at which holders of the included contracts receive least at expiration; the lowest on ties. USD.',
      ),
    expected_move: z
      .number()
      .nullable()
      .describe('S × atm_iv × √T of the same expiration: one standard deviation, USD per share.'),
    expected_move_pct: z.number().nullable().describe('100 × expected_move / S.'),
    rr25: z
      .number()
      .nullable()
      .describe(
        'IV of the 25-delta call − IV of the 25-delta put: negative for equities in normal times. At 30 days unless an expiration is asked for. Decimal.',
      ),
    bf25: z
      .number()
      .nullable()
      .describe('Mean IV of the 25-delta call and put − at-the-money IV of the same maturity. Decimal.'),
    total_volume: z
      .number()
      .min(0)
      .nullable()
      .describe('Contracts traded today, calls and puts; unknown ones left out.'),
    total_open_interest: z.number().min(0).nullable().describe('Open interest, calls and puts; unknown ones left out.'),
  })
  .meta({ id: 'OptionMetrics' })

export type OptionMetrics = z.infer<typeof OptionMetrics>

export interface MetricsQuestion extends ExpirationFilter {
  /** iv30 of each session before the chain's, in date order; NaN where it is unknown. */
  readonly iv30Before: readonly number[]
  /** Premium of the day's prints in USD, where there is a tape. */
  readonly printPremium?: { readonly call: number; readonly put: number } | undefined
}

export function optionMetrics(chain: OptionChain, question: MetricsQuestion): WithWarnings<OptionMetrics> {
  const valued = valuedChain(chain)
  const selected = selectedRows(valued, question)
  const totals = putCallTotals(chain.contracts, valued.mid, selected)
  const gamma = gammaFigures(valued, question)
  const { netDex, netVanna, netCharm } = exposures(valued, selected)
  const maturities = constantMaturities(valued)
  const { iv30 } = maturities.answer
  const rank = ivRank([...question.iv30Before, iv30])
  const expiration = expirationOfMetrics(valued, question)
  const move = expiration ? expectedMove(valued.spot, expiration) : Number.NaN
  const skew =
    question.expirationDate && expiration ? expirationSkew(expiration, valued.spot) : monthlySkew(valued, iv30)
  return {
    answer: {
      underlying_price: orNull(valued.spot),
      put_call_ratio_volume: orNull(putCallRatio(totals.volume)),
      put_call_ratio_open_interest: orNull(putCallRatio(totals.openInterest)),
      put_call_ratio_premium: orNull(putCallRatio(question.printPremium ?? totals.premium)),
      atm_iv: orNull(expiration?.atmIv ?? Number.NaN),
      iv30: orNull(iv30),
      ...rank.answer,
      ...gamma.answer,
      net_dex: orNull(netDex),
      net_vanna_exposure: orNull(netVanna),
      net_charm_exposure: orNull(netCharm),
      max_pain: orNull(maxPain(exposuresByStrike(valued, selected))),
      expected_move: orNull(move),
      expected_move_pct: orNull((100 * move) / valued.spot),
      rr25: orNull(skew.rr25),
      bf25: orNull(skew.bf25),
      total_volume: orNull(bothSides(totals.volume)),
      total_open_interest: orNull(bothSides(totals.openInterest)),
    },
    warnings: [
      ...valued.warnings,
      ...leftOutWarnings(leftOut(valued, selected)),
      ...gamma.warnings,
      ...maturities.warnings,
      ...rank.warnings,
      ...(question.printPremium ? [] : ['put_call_ratio_premium is made of volume × mid: there is no tape.']),
      ...emptySelection(valued, question),
    ],
  }
}

/** The first that expires after today, else the first that is left; of a date with two settlements the one on the close. */
function expirationOfMetrics(valued: ValuedChain, question: ExpirationFilter): ValuedExpiration | undefined {
  const included = selectedExpirations(valued, question)
  if (question.expirationDate) return included.at(-1)
  return included.find(({ dte }) => dte >= 1) ?? included[0]
}
