import { orNull } from '../../lib/math/numbers.ts'
import type { WithWarnings } from '../../lib/with-warnings.ts'
import type { GammaRegime } from '../contract/gamma-exposure.ts'
import type { MarketOverview } from '../contract/market-overview.ts'
import type { ChainOutline } from './chain/chain-outline.ts'
import type { GammaFigures } from './exposures/gamma-exposure.ts'
import { bothSides, putCallRatio } from './exposures/put-call-ratios.ts'
import { ivRank } from './smile/iv-rank.ts'

export const INDEX_FUNDS = ['SPY', 'QQQ', 'IWM', 'DIA'] as const

const LIST_LENGTH = 10

/** One symbol of the overview. NaN is unknown. */
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
  /** Only for the index funds, because it costs as much as the rest. */
  readonly gamma: { readonly netGex: number; readonly regime: GammaRegime } | null
}

/** `iv30Before`: iv30 of each session before the chain's, in date order, NaN where unknown. */
export function overviewOptions(
  { volume, iv30 }: ChainOutline,
  iv30Before: readonly number[],
  figures: GammaFigures | null,
): OverviewOptions {
  const gamma = figures?.answer
  return {
    volume: bothSides(volume),
    putCallRatioVolume: putCallRatio(volume),
    iv30,
    ivRank: ivRank([...iv30Before, iv30]).answer.iv_rank ?? Number.NaN,
    gamma: gamma ? { netGex: gamma.net_gex ?? Number.NaN, regime: gamma.gamma_regime } : null,
  }
}

/**
 * Overview of one session. Sentiment, premium and the lists by premium come from classified prints; without prints they
 * are null and empty, because a chain does not show who bought.
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
  // 100 × 1.38 / 1.38 exceeds 100 in binary floating point.
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

/** Highest first, ties by symbol. */
function descending<Row extends { readonly symbol: string }>(
  figure: (each: Row) => number,
): (a: Row, b: Row) => number {
  return (a, b) => figure(b) - figure(a) || (a.symbol < b.symbol ? -1 : 1)
}
