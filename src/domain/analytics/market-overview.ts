/** The market on one page: the four index funds, and which symbols lead the universe by what options say. */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import type { OptionChain } from '../market/chain.ts'
import { valuedChain } from './chain-valuation.ts'
import { GammaRegime, gammaFields, gammaFigures } from './gamma-exposure.ts'
import { ivRank } from './iv-rank.ts'
import { ivFields } from './iv-term-structure.ts'
import { bothSides, putCallRatio, putCallTotals } from './put-call-ratios.ts'
import { selectedRows } from './row-selection.ts'
import { TrendAnalysis } from './trend.ts'
import { constantMaturities } from './volatility-figures.ts'
import type { WithWarnings } from './with-warnings.ts'

export const INDEX_FUNDS = ['SPY', 'QQQ', 'IWM', 'DIA'] as const

const LIST_LENGTH = 10

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

/** What one symbol adds to the overview. NaN is unknown. */
export interface OverviewSymbol {
  readonly symbol: string
  readonly price: number
  readonly changePct: number
  /** Null without a chain of the session. */
  readonly options: OverviewOptions | null
  readonly trend: MarketOverview['indices'][number]['trend']
  /** Sums of the classified prints of the session; null without a tape. */
  readonly flow: OverviewFlow | null
}

/** USD. */
export interface OverviewFlow {
  readonly bullishPremium: number
  readonly bearishPremium: number
  readonly neutralPremium: number
  /** Positive is bullish. */
  readonly netPremium: number
}

export interface OverviewOptions {
  readonly volume: number
  readonly putCallRatioVolume: number
  readonly iv30: number
  /** 0 to 100. */
  readonly ivRank: number
  /** Asked for the index funds alone: it costs as much as the rest. */
  readonly gamma: { readonly netGex: number; readonly regime: z.infer<typeof GammaRegime> } | null
}

/** `iv30Before` as for the rank: of each session before the chain's, in date order, NaN where it is unknown. */
export function overviewOptions(
  chain: OptionChain,
  iv30Before: readonly number[],
  { withGamma }: { readonly withGamma: boolean },
): OverviewOptions {
  const valued = valuedChain(chain)
  const { volume } = putCallTotals(chain.contracts, valued.mid, selectedRows(valued, {}))
  const { iv30 } = constantMaturities(valued).answer
  const gamma = withGamma ? gammaFigures(valued, {}).answer : null
  return {
    volume: bothSides(volume),
    putCallRatioVolume: putCallRatio(volume),
    iv30,
    ivRank: ivRank([...iv30Before, iv30]).answer.iv_rank ?? Number.NaN,
    gamma: gamma && { netGex: gamma.net_gex ?? Number.NaN, regime: gamma.gamma_regime },
  }
}

/**
 * One overview of the symbols of one session. Sentiment, premium and the lists by premium are of the classified prints,
 * and null and empty without them: no figure of the chain says who bought.
 */
export function marketOverview(symbols: readonly OverviewSymbol[]): WithWarnings<MarketOverview> {
  const bySymbol = new Map(symbols.map((each) => [each.symbol, each]))
  const withOptions = symbols.flatMap(({ options, ...rest }) => (options ? [{ ...rest, ...options }] : []))
  const high = highIv(withOptions)
  return {
    answer: {
      indices: INDEX_FUNDS.map((name) => indexRow(name, bySymbol.get(name))),
      ...premiumFigures(symbols),
      volume_leaders: withOptions
        .filter(({ volume }) => volume > 0)
        .sort(descending(({ volume }) => volume))
        .slice(0, LIST_LENGTH)
        .map((each) => ({
          ...pricedRow(each),
          option_volume: each.volume,
          put_call_ratio_volume: orNull(each.putCallRatioVolume),
        })),
      high_iv: high.answer,
    },
    warnings: [...withoutTape(symbols), ...withoutOptions(bySymbol), ...high.warnings],
  }
}

type PremiumFigures = Pick<MarketOverview, 'sentiment' | 'net_premium' | 'most_bullish' | 'most_bearish'>

function premiumFigures(symbols: readonly OverviewSymbol[]): PremiumFigures {
  const taped = symbols.flatMap(({ flow, ...rest }) => (flow ? [{ ...rest, ...flow }] : []))
  const sum = (figure: (each: OverviewFlow) => number) => taped.reduce((total, each) => total + figure(each), 0)
  const bullish = sum(({ bullishPremium }) => bullishPremium)
  const bearish = sum(({ bearishPremium }) => bearishPremium)
  const neutral = sum(({ neutralPremium }) => neutralPremium)
  // 100 × 1.38 / 1.38 is more than 100 in binary fractions.
  const share = (part: number) => orNull(Math.min((100 * part) / (bullish + bearish + neutral), 100))
  const leaders = (sign: 1 | -1) =>
    taped
      .filter(({ netPremium }) => sign * netPremium > 0)
      .sort(descending(({ netPremium }) => sign * netPremium))
      .slice(0, LIST_LENGTH)
      .map((each) => ({ ...pricedRow(each), net_premium: each.netPremium }))
  return {
    sentiment: { bullish_pct: share(bullish), bearish_pct: share(bearish), neutral_pct: share(neutral) },
    net_premium: taped.length > 0 ? Math.round(100 * sum(({ netPremium }) => netPremium)) / 100 : null,
    most_bullish: leaders(1),
    most_bearish: leaders(-1),
  }
}

function withoutTape(symbols: readonly OverviewSymbol[]): string[] {
  if (symbols.some(({ flow }) => flow)) return []
  return ['The source has no option prints: sentiment and net_premium are null, most_bullish and most_bearish empty.']
}

type Ranked = Omit<OverviewSymbol, 'options'> & OverviewOptions

function indexRow(name: string, found: OverviewSymbol | undefined): MarketOverview['indices'][number] {
  const options = found?.options
  return {
    symbol: name,
    price: orNull(found?.price ?? Number.NaN),
    change_pct: orNull(found?.changePct ?? Number.NaN),
    iv30: orNull(options?.iv30 ?? Number.NaN),
    iv_rank: orNull(options?.ivRank ?? Number.NaN),
    put_call_ratio_volume: orNull(options?.putCallRatioVolume ?? Number.NaN),
    net_gex: orNull(options?.gamma?.netGex ?? Number.NaN),
    gamma_regime: options?.gamma?.regime ?? null,
    trend: found?.trend ?? null,
  }
}

function highIv(symbols: readonly Ranked[]): WithWarnings<MarketOverview['high_iv']> {
  const known = symbols.filter(({ iv30 }) => !Number.isNaN(iv30))
  const ranked = known.filter(({ ivRank: rank }) => !Number.isNaN(rank))
  const sorted =
    ranked.length > 0 ? ranked.sort(descending(({ ivRank: rank }) => rank)) : known.sort(descending(({ iv30 }) => iv30))
  return {
    answer: sorted
      .slice(0, LIST_LENGTH)
      .map((each) => ({ ...pricedRow(each), iv30: orNull(each.iv30), iv_rank: orNull(each.ivRank) })),
    warnings: rankWarnings(known.length, ranked.length),
  }
}

function rankWarnings(known: number, ranked: number): string[] {
  if (known === ranked) return []
  if (ranked === 0) return ['No symbol has the 60 sessions of IV30 that iv_rank needs: high_iv is ordered by iv30.']
  return [`Symbols with too few sessions of IV30 for a rank, left out of high_iv: ${known - ranked}.`]
}

function withoutOptions(bySymbol: ReadonlyMap<string, OverviewSymbol>): string[] {
  const missing = INDEX_FUNDS.filter((name) => !bySymbol.get(name)?.options)
  return missing.length > 0 ? [`The source has no options of this session for ${missing.join(', ')}.`] : []
}

function pricedRow({
  symbol: name,
  price: last,
  changePct: change,
}: Pick<OverviewSymbol, 'symbol' | 'price' | 'changePct'>) {
  return { symbol: name, price: orNull(last), change_pct: orNull(change) }
}

/** The highest first, equal ones in the order of their symbols. */
function descending<Row extends { readonly symbol: string }>(
  figure: (each: Row) => number,
): (a: Row, b: Row) => number {
  return (a, b) => figure(b) - figure(a) || (a.symbol < b.symbol ? -1 : 1)
}
