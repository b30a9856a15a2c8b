import { z } from 'zod'
import { GammaRegime } from './gamma-exposure.ts'

const figure = (text: string) => z.number().nullable().describe(text)

const exposureFields = {
  underlying_price: figure('USD per share.'),
  net_gex: figure('call_gex + put_gex. USD of stock to trade per 1 % move.'),
  call_gex: figure('Of calls, never negative. USD of stock to trade per 1 % move.'),
  put_gex: figure('Of puts, never positive. USD of stock to trade per 1 % move.'),
  net_dex: figure('Σ delta × open interest × multiplier × S with signed deltas. USD of delta.'),
  net_vanna_exposure: figure('Calls plus, puts minus. USD of delta per volatility point.'),
  net_charm_exposure: figure('Calls plus, puts minus. USD of delta per calendar day.'),
  gamma_flip: figure('Price at which net GEX is zero, the nearest to underlying_price. USD per share.'),
  gamma_regime: GammaRegime,
  call_wall: figure('Strike with the largest call GEX. USD.'),
  put_wall: figure('Strike with the most negative put GEX. USD.'),
} as const

const ScenarioRow = z.object(exposureFields).meta({ id: 'ScenarioRow' })

export type ScenarioRow = z.infer<typeof ScenarioRow>

export const Scenario = z.object({
  before: ScenarioRow.describe('Without any change.'),
  rows: z
    .array(
      z.object({
        price_pct: z.number().describe('Move of the price, percent.'),
        ...exposureFields,
        expired_contracts: z.int().min(0).max(10_000_000).describe('Contracts of before that have expired by then.'),
        hedge_usd: figure(
          'Stock that dealers of the stated convention (long calls, short puts) trade to stay hedged; positive is bought. USD.',
        ),
      }),
    )
    .describe('One for each price_pct, in the order of the request.'),
})

export type Scenario = z.infer<typeof Scenario>
