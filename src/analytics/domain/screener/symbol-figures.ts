/** The figures of one symbol that screens compare. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { daysBetween } from '../../../lib/time/civil-date.ts'
import { type EarningsReport, reportInstant } from '../../../market/domain/earnings-report.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { StockQuote } from '../../../market/domain/stocks/quote.ts'
import { selectedRows } from '../chain/expiration-filter.ts'
import type { GammaFigures } from '../exposures/gamma-exposure.ts'
import { bothSides, putCallRatio, putCallTotals } from '../exposures/put-call-ratios.ts'
import { constantMaturities, monthlySkew } from '../smile/constant-maturities.ts'
import { ivRank } from '../smile/iv-rank.ts'
import { stateOf } from '../smile/iv-term-structure.ts'
import { reportSplit, splitPoints } from '../surface/report-split.ts'
import { realizedVolatility } from '../trend/realized-volatility.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import type { ScreenFigures } from './screen-table.ts'

export interface SymbolData {
  readonly symbol: string
  readonly sector: string | null
  readonly sessionDate: string
  /** Of the session; null without one. */
  readonly quote: StockQuote | null
  /** Null without a chain of the session. */
  readonly options: {
    readonly valued: ValuedChain
    readonly gamma: GammaFigures
    /** iv30 of each session before, in date order; NaN where unknown. */
    readonly iv30Before: readonly number[]
    /** Of the session before; NaN where unknown. */
    readonly openInterestBefore: number
  } | null
  /** Up to the session, in date order. */
  readonly bars: readonly DailyBar[]
  /** The next one that is not out; null where none is announced. */
  readonly report: EarningsReport | null
  /** USD, and a count; NaN without a tape. */
  readonly netPremium: number
  readonly unusualCount: number
}

/** Sessions of the mean of share volume, and the fewest that are one. */
const VOLUME_SESSIONS = 20
const FEWEST_VOLUMES = 10
const MONTH = 30

export function symbolFigures(data: SymbolData): ScreenFigures {
  const { symbol, quote, options, bars, report, sessionDate } = data
  const price = quote?.price ?? options?.valued.spot ?? Number.NaN
  const rv30 = realized(bars, 30)
  const chain = options ? chainFigures(options, price) : UNKNOWN
  const reportMove =
    options && report ? reportSplit(splitPoints(options.valued, reportInstant(report))).movePct : Number.NaN
  return {
    symbol,
    asOfMs: Math.max(quote?.asOfMs ?? 0, options?.valued.chain.asOfMs ?? 0),
    numbers: {
      ...chain.numbers,
      price,
      change_pct: quote ? 100 * (quote.price / quote.previousClose - 1) : Number.NaN,
      rv20: realized(bars, 20),
      rv30,
      iv_minus_rv30: chain.numbers.iv30 - rv30,
      net_premium: data.netPremium,
      unusual_count: data.unusualCount,
      volume_ratio: volumeRatio(bars, sessionDate),
      days_to_earnings: report ? daysBetween(sessionDate, report.reportDate) : Number.NaN,
      report_move_pct: reportMove,
    },
    texts: { ...chain.texts, sector: data.sector },
  }
}

function realized(bars: readonly DailyBar[], count: number): number {
  return realizedVolatility(bars, count).close_to_close ?? Number.NaN
}

function volumeRatio(bars: readonly DailyBar[], sessionDate: string): number {
  const own = bars.find(({ date }) => date === sessionDate)?.volume ?? Number.NaN
  const before = bars.filter(({ date, volume }) => date < sessionDate && volume > 0).slice(-VOLUME_SESSIONS)
  if (before.length < FEWEST_VOLUMES) return Number.NaN
  return (own * before.length) / before.reduce((sum, { volume }) => sum + volume, 0)
}

type Options = NonNullable<SymbolData['options']>

function chainFigures({ valued, gamma, iv30Before, openInterestBefore }: Options, price: number) {
  const maturities = constantMaturities(valued).answer
  const { iv30, iv60, iv90 } = maturities
  const rank = ivRank([...iv30Before, iv30]).answer
  const { volume, openInterest } = putCallTotals(valued.chain.contracts, valued.mid, selectedRows(valued, {}))
  const interest = bothSides(openInterest)
  const levels = gamma.answer
  const orNaN = (value: number | null) => value ?? Number.NaN
  return {
    numbers: {
      iv30,
      iv_rank: orNaN(rank.iv_rank),
      iv_percentile: orNaN(rank.iv_percentile),
      iv_change_points: 100 * (iv30 - (iv30Before.at(-1) ?? Number.NaN)),
      ...monthlySkew(valued, iv30),
      term_slope_pct: 100 * ((Number.isNaN(iv90) ? iv60 : iv90) / iv30 - 1),
      net_gex: orNaN(levels.net_gex),
      flip_distance_pct: 100 * (price / orNaN(levels.gamma_flip) - 1),
      call_wall_distance_pct: 100 * (orNaN(levels.call_wall) / price - 1),
      put_wall_distance_pct: 100 * (orNaN(levels.put_wall) / price - 1),
      put_call_ratio_volume: putCallRatio(volume),
      put_call_ratio_open_interest: putCallRatio(openInterest),
      total_volume: bothSides(volume),
      total_open_interest: interest,
      open_interest_change_pct: 100 * (interest / openInterestBefore - 1),
      expected_move_pct: 100 * iv30 * Math.sqrt(MONTH / 365),
      atm_spread_pct: atmSpreadPct(valued),
    },
    texts: { state: stateOf(maturities), gamma_regime: levels.gamma_regime },
  }
}

const UNKNOWN: ReturnType<typeof chainFigures> = {
  numbers: {
    iv30: Number.NaN,
    iv_rank: Number.NaN,
    iv_percentile: Number.NaN,
    iv_change_points: Number.NaN,
    rr25: Number.NaN,
    bf25: Number.NaN,
    term_slope_pct: Number.NaN,
    net_gex: Number.NaN,
    flip_distance_pct: Number.NaN,
    call_wall_distance_pct: Number.NaN,
    put_wall_distance_pct: Number.NaN,
    put_call_ratio_volume: Number.NaN,
    put_call_ratio_open_interest: Number.NaN,
    total_volume: Number.NaN,
    total_open_interest: Number.NaN,
    open_interest_change_pct: Number.NaN,
    expected_move_pct: Number.NaN,
    atm_spread_pct: Number.NaN,
  },
  texts: { state: 'unknown', gamma_regime: null },
}

/** Of call and put together at the strike nearest to the forward, in the expiration nearest to 30 days. */
function atmSpreadPct({ chain, expirations, pairs }: ValuedChain): number {
  const nearest = expirations
    .map((expiration, index) => ({ ...expiration, index }))
    .filter(({ expired, dte, atmIv }) => !expired && dte >= 1 && atmIv > 0)
    .reduce<{ dte: number; forward: number; index: number } | null>(
      (best, own) => (best === null || Math.abs(own.dte - MONTH) < Math.abs(best.dte - MONTH) ? own : best),
      null,
    )
  if (nearest === null) return Number.NaN
  let [distance, spread] = [Number.POSITIVE_INFINITY, Number.NaN]
  for (let pair = indexAt(pairs.firstOf, nearest.index); pair < indexAt(pairs.firstOf, nearest.index + 1); pair++) {
    const own = Math.abs(at(pairs.strike, pair) - nearest.forward)
    if (own >= distance) continue
    const rows = [indexAt(pairs.callRow, pair), indexAt(pairs.putRow, pair)]
    const sum = (column: Float64Array) => rows.reduce((total, row) => total + at(column, row), 0)
    const [bid, ask] = [sum(chain.contracts.bid), sum(chain.contracts.ask)]
    if (!(bid > 0 && ask >= bid)) continue
    distance = own
    spread = (200 * (ask - bid)) / (ask + bid)
  }
  return spread
}
