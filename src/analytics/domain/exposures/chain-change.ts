/** What moved between two chains of a symbol, and why. */
import { at } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import type { DailyMetrics } from '../../../market/domain/daily-metrics.ts'
import type { ChainChange } from '../../contract/chain-change.ts'
import { selectedRows } from '../chain/expiration-filter.ts'
import { metricsOfChain } from '../daily-metrics.ts'
import { varianceAt } from '../smile/volatility-slice.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import type { GammaFigures } from './gamma-exposure.ts'
import { gexParts } from './gex-parts.ts'
import { exposuresByStrike } from './grouped-exposures.ts'

/** A chain with the exposures of all its expirations. */
export interface RepricedChain {
  readonly valued: ValuedChain
  readonly gamma: GammaFigures
}

/** One of two instants that are compared. NaN is unknown. */
export interface ChangeSide {
  readonly asOfMs: number
  /** USD. */
  readonly spot: number
  readonly metrics: Pick<DailyMetrics, (typeof SIDE_METRICS)[number]>
}

const SIDE_METRICS = [
  'iv30',
  'iv90',
  'rr25',
  'maxPain',
  'callWall',
  'putWall',
  'gammaFlip',
  'netGex',
] as const satisfies readonly (keyof DailyMetrics)[]

/** What follows from the chains alone. */
export type ChainChangeFigures = Omit<ChainChange, 'events' | 'flow'>

const MAX_STRIKES = 20
const MS_PER_YEAR = 525_600 * 60_000
const IV30_DAYS = 30

/** Reprices the chains about ten times each. */
export function chainChange(earlier: RepricedChain, later: RepricedChain): ChainChangeFigures {
  const [from, to] = [sideOfChain(earlier), sideOfChain(later)]
  const parts = gexParts(earlier.valued, later.valued)
  return withSentences({
    ...changeOfSides(from, to),
    net_gex: {
      from: orNull(from.metrics.netGex),
      to: orNull(to.metrics.netGex),
      parts: {
        by_expiration: orNull(parts.expiration),
        by_time: orNull(parts.time),
        by_price: orNull(parts.price),
        by_volatility: orNull(parts.volatility),
        by_open_interest: orNull(parts.openInterest),
      },
    },
    iv_parts: ivParts(earlier.valued, from, to),
    strikes: strikeChanges(earlier.valued, later.valued),
  })
}

export function sideOfChain({ valued, gamma }: RepricedChain): ChangeSide {
  return { asOfMs: valued.chain.asOfMs, spot: valued.spot, metrics: metricsOfChain(valued, gamma) }
}

/** What is compared figure by figure. */
export function changeOfSides(from: ChangeSide, to: ChangeSide) {
  const change = (of: (metrics: ChangeSide['metrics']) => number) => ({
    from: orNull(of(from.metrics)),
    to: orNull(of(to.metrics)),
  })
  return {
    price: priceChange(from, to),
    iv30: change(({ iv30 }) => iv30),
    rr25: change(({ rr25 }) => rr25),
    term_slope_pct: change(({ iv30, iv90 }) => 100 * (iv90 / iv30 - 1)),
    max_pain: change(({ maxPain }) => maxPain),
    call_wall: change(({ callWall }) => callWall),
    put_wall: change(({ putWall }) => putWall),
    gamma_flip: change(({ gammaFlip }) => gammaFlip),
  }
}

/** In standard deviations that the earlier volatility implied for the time between. */
function priceChange(from: ChangeSide, to: ChangeSide): ChainChange['price'] {
  const years = (to.asOfMs - from.asOfMs) / MS_PER_YEAR
  const expected = from.spot * from.metrics.iv30 * Math.sqrt(years)
  return {
    from: orNull(from.spot),
    to: orNull(to.spot),
    change_pct: orNull(100 * (to.spot / from.spot - 1)),
    in_expected_moves: orNull((to.spot - from.spot) / expected),
  }
}

/** The change of IV30 that follows from sliding along the old smile to the new price, and the rest. */
function ivParts({ expirations }: ValuedChain, from: ChangeSide, to: ChangeSide): ChainChange['iv_parts'] {
  const near = expirations
    .filter(({ expired, slice }) => !expired && slice !== null)
    .sort((x, y) => Math.abs(x.dte - IV30_DAYS) - Math.abs(y.dte - IV30_DAYS))[0]
  if (!near?.slice) return { along_smile: null, smile_moved: null }
  const volatilityAt = (k: number) =>
    near.slice ? Math.sqrt(varianceAt(near.slice, k) / near.yearsToExpiry) : Number.NaN
  const along = volatilityAt(Math.log(to.spot / from.spot)) - volatilityAt(0)
  return { along_smile: orNull(along), smile_moved: orNull(to.metrics.iv30 - from.metrics.iv30 - along) }
}

/** Those with the largest change of net GEX, the largest first. */
function strikeChanges(a: ValuedChain, b: ValuedChain): ChainChange['strikes'] {
  const [before, after] = [byStrike(a), byStrike(b)]
  const strikes = [...new Set([...before.keys(), ...after.keys()])]
  const rows = strikes.map((strike) => ({
    strike,
    net_gex_change: (after.get(strike)?.netGex ?? 0) - (before.get(strike)?.netGex ?? 0),
    open_interest_change: (after.get(strike)?.openInterest ?? 0) - (before.get(strike)?.openInterest ?? 0),
  }))
  return largestChanges(rows)
}

/** The largest change first, and of those a few. */
export function largestChanges(rows: readonly ChainChange['strikes'][number][]): ChainChange['strikes'] {
  return rows
    .toSorted((x, y) => Math.abs(y.net_gex_change) - Math.abs(x.net_gex_change) || x.strike - y.strike)
    .slice(0, MAX_STRIKES)
}

export function byStrike(valued: ValuedChain) {
  const { strikes, callGex, putGex, callOpenInterest, putOpenInterest } = exposuresByStrike(
    valued,
    selectedRows(valued, {}),
  )
  return new Map(
    Array.from(strikes, (strike, index) => [
      strike,
      {
        netGex: at(callGex, index) + at(putGex, index),
        openInterest: at(callOpenInterest, index) + at(putOpenInterest, index),
      },
    ]),
  )
}

type Figures = Omit<ChainChangeFigures, 'summary'>

/** With at most six sentences; what is unknown has none. */
export function withSentences(figures: Figures): ChainChangeFigures {
  return { ...figures, summary: sentences(figures) }
}

function sentences(figures: Figures): string[] {
  return [
    priceSentence(figures),
    ivSentence(figures),
    gexSentence(figures),
    regimeSentence(figures),
    wallSentence(figures),
    strikeSentence(figures),
  ].filter((sentence) => sentence !== null)
}

function priceSentence({ price: { change_pct: pct, in_expected_moves: moves, to } }: Figures): string | null {
  if (pct === null || to === null) return null
  const size = moves === null ? '' : `, ${Math.abs(moves).toFixed(1)} expected moves`
  return `The price ${pct < 0 ? 'fell' : 'rose'} ${Math.abs(pct).toFixed(1)} % to ${to.toFixed(2)}${size}.`
}

function ivSentence({ iv30: { from, to }, iv_parts: { along_smile: along } }: Figures): string | null {
  if (from === null || to === null) return null
  const points = 100 * (to - from)
  const part = along === null ? '' : `, ${(100 * along).toFixed(1)} of them along the smile`
  return `IV30 ${points < 0 ? 'fell' : 'rose'} ${Math.abs(points).toFixed(1)} points to ${(100 * to).toFixed(1)} %${part}.`
}

function gexSentence({ net_gex: { from, to, parts } }: Figures): string | null {
  if (from === null || to === null) return null
  const named = Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  const largest = named.sort((a, b) => Math.abs(b.value) - Math.abs(a.value))[0]
  const most = largest ? `, most of it ${largest.name.replaceAll('_', ' ')}` : ''
  return `Net GEX went from ${amount(from)} to ${amount(to)} per 1 %${most}.`
}

function regimeSentence({ net_gex: { from, to } }: Figures): string | null {
  if (from === null || to === null || from > 0 === to > 0) return null
  return `The gamma regime turned ${to > 0 ? 'positive' : 'negative'}.`
}

function wallSentence({ call_wall: call, put_wall: put }: Figures): string | null {
  const moved = [
    ...(call.from !== call.to && call.to !== null ? [`the call wall to ${call.to}`] : []),
    ...(put.from !== put.to && put.to !== null ? [`the put wall to ${put.to}`] : []),
  ]
  return moved.length > 0 ? `Moved: ${moved.join(', ')}.` : null
}

function strikeSentence({ strikes }: Figures): string | null {
  const known = strikes.map(({ strike, open_interest_change: change }) => ({ strike, change: change ?? 0 }))
  const [first] = known.sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
  if (!first || first.change === 0) return null
  const size = Math.abs(first.change).toLocaleString('en-US')
  return `Open interest ${first.change < 0 ? 'fell' : 'rose'} most at ${first.strike}: ${size} contracts.`
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 })

/** USD, such as −$22.96B. */
function amount(usd: number): string {
  return `${usd < 0 ? '−' : ''}$${COMPACT.format(Math.abs(usd))}`
}
