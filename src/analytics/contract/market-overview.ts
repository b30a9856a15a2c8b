import { z } from 'zod'
import { GammaRegime, gammaFields } from './gamma-exposure.ts'
import { ivFields } from './iv-term-structure.ts'
import { TrendAnalysis } from './trend-analysis.ts'

const symbol = z.string().describe('Ticker of the underlying.')
const price = z.number().nullable().describe('Price of the underlying, USD per share.')
const changePct = z.number().nullable().describe('Change from the previous close, adjusted for splits, percent.')
const putCallRatioVolume = z
  .number()
  .min(0)
  .nullable()
  .describe('Volume of puts over volume of calls. Null when the calls are 0 or unknown.')
const share = (text: string) =>
  z.number().min(0).max(100).nullable().describe(`Share in % of the day’s classified premium that is ${text}.`)

const PremiumRow = z
  .object({
    symbol,
    price,
    change_pct: changePct,
    net_premium: z.number().describe('Premium of calls bought − sold − puts bought + sold, USD; positive is bullish.'),
  })
  .meta({ id: 'PremiumRow' })

export const MarketOverview = z
  .object({
    indices: z
      .array(
        z.object({
          symbol,
          price,
          change_pct: changePct,
          iv30: ivFields.iv30,
          iv_rank: ivFields.iv_rank,
          put_call_ratio_volume: putCallRatioVolume,
          net_gex: gammaFields.net_gex,
          gamma_regime: GammaRegime,
          trend: TrendAnalysis.shape.direction,
        }),
      )
      .describe('SPY, QQQ, IWM and DIA, always in this order; nulls where the source has no data of the session.'),
    sentiment: z
      .object({ bullish_pct: share('bullish'), bearish_pct: share('bearish'), neutral_pct: share('neutral') })
      .describe('Sentiment of the prints of the universe; the three add up to 100. Null without a tape.'),
    net_premium: z
      .number()
      .nullable()
      .describe('Net premium of the universe, USD, positive is bullish. Null without a tape.'),
    most_bullish: z
      .array(PremiumRow)
      .describe('Up to 10 symbols with the highest positive net premium, highest first.'),
    most_bearish: z.array(PremiumRow).describe('Up to 10 symbols with the lowest negative net premium, lowest first.'),
    volume_leaders: z
      .array(
        z.object({
          symbol,
          price,
          change_pct: changePct,
          option_volume: z.number().min(0).describe('Contracts traded in the session, calls and puts.'),
          put_call_ratio_volume: putCallRatioVolume,
        }),
      )
      .describe('Up to 10 symbols with the highest option volume, highest first.'),
    high_iv: z
      .array(z.object({ symbol, price, change_pct: changePct, iv30: ivFields.iv30, iv_rank: ivFields.iv_rank }))
      .describe('Up to 10 symbols with the highest iv_rank, highest first; by iv30 where no symbol has a rank.'),
  })
  .meta({ id: 'MarketOverview' })

export type MarketOverview = z.infer<typeof MarketOverview>
