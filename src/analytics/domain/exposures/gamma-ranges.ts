/**
 * Lowest and highest value of the gamma figures when the volatility of every strike is anywhere within the width of its
 * quotes. Widths enter through the European gamma, whose dependence on volatility is that of the American one to a few
 * percent.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { logMoneyness } from '../../../pricing/european/black.ts'
import { normalDensity } from '../../../pricing/european/mills.ts'
import type { FigureRange } from '../../contract/figure-range.ts'
import { outerRow, volatilityWidths } from '../smile/volatility-widths.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { PER_ONE_PERCENT, sharesOf } from './exposures.ts'
import type { GammaProfile, ProfileLevel } from './gamma-profile.ts'

/** A single quote can also be wrong: a wall has competitors within this share of its volatility. */
const SINGLE_QUOTE = 0.05

export interface GammaRanges {
  readonly netGex: FigureRange | null
  readonly gammaFlip: FigureRange | null
  readonly callWall: FigureRange | null
  readonly putWall: FigureRange | null
}

/** A strike of an expiration. Shares are open interest × multiplier. */
interface StrikeInterest {
  readonly strike: number
  readonly calls: number
  readonly puts: number
  readonly volatility: number
  readonly width: number
  /** ln(F/K) at the present price. */
  readonly distance: number
  readonly rootYears: number
  readonly dividendFactor: number
}

interface PublishedFigures {
  readonly netGex: number
  readonly profile: GammaProfile
  readonly callWall: number
  readonly putWall: number
}

/** Null where the figure is unknown. */
export function gammaRanges(valued: ValuedChain, selected: Uint8Array, published: PublishedFigures): GammaRanges {
  const strikes = strikeInterests(valued, selected)
  const { spot } = valued
  const { below, above } = netWidths(strikes, spot, spot)
  const { netGex, profile, callWall, putWall } = published
  return {
    netGex: Number.isNaN(netGex) ? null : { low: netGex - below, high: netGex + above },
    gammaFlip: flipRange(strikes, spot, profile),
    callWall: wallRange(strikes, spot, callWall, ({ calls }) => calls),
    putWall: wallRange(strikes, spot, putWall, ({ puts }) => puts),
  }
}

function strikeInterests(valued: ValuedChain, selected: Uint8Array): StrikeInterest[] {
  const { pairs, chain, terms, expirations } = valued
  const widths = volatilityWidths(valued)
  const shares = (row: number) => (selected[row] === 1 ? sharesOf(chain.contracts, row) || 0 : 0)
  return expirations.flatMap(({ forward }, expiration) => {
    const found: StrikeInterest[] = []
    for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
      const calls = shares(indexAt(pairs.callRow, pair))
      const puts = shares(indexAt(pairs.putRow, pair))
      const volatility = at(valued.volatility, outerRow(valued, pair, forward))
      if (!(calls + puts > 0 && volatility > 0)) continue
      found.push({
        strike: at(pairs.strike, pair),
        calls,
        puts,
        volatility,
        width: at(widths, pair) || 0,
        distance: logMoneyness(forward, at(pairs.strike, pair)),
        rootYears: at(terms.rootYears, expiration),
        dividendFactor: at(terms.dividendFactor, expiration),
      })
    }
    return found
  })
}

/** GEX of one share at a price of the underlying, USD per 1 % move: Γ·S²·0.01. */
function gexPerShare(own: StrikeInterest, volatility: number, shift: number, price: number): number {
  const s = volatility * own.rootYears
  const d1 = (own.distance + shift) / s + 0.5 * s
  return (own.dividendFactor * normalDensity(d1) * price * PER_ONE_PERCENT) / s
}

interface Widths {
  /** Never negative, USD per 1 % move. */
  readonly below: number
  readonly above: number
}

/** How far the net GEX at a price can be below and above the published one. */
function netWidths(strikes: readonly StrikeInterest[], spot: number, price: number): Widths {
  const shift = Math.log(price / spot)
  let below = 0
  let above = 0
  for (const own of strikes) {
    const net = own.calls - own.puts
    if (net === 0 || own.width === 0) continue
    const middle = gexPerShare(own, own.volatility, shift, price)
    const less = net * (gexPerShare(own, own.volatility - own.width, shift, price) - middle)
    const more = net * (gexPerShare(own, own.volatility + own.width, shift, price) - middle)
    below -= Math.min(less, more, 0)
    above += Math.max(less, more, 0)
  }
  return { below, above }
}

/**
 * Around each root, the prices at which the net GEX can be zero: linear between the levels of the profile. Roots that
 * could be the nearest one count too.
 */
function flipRange(
  strikes: readonly StrikeInterest[],
  spot: number,
  { levels, roots }: GammaProfile,
): FigureRange | null {
  const zones = roots.map((root) => ({
    low: endOfZone(strikes, spot, root, levels.filter((level) => level.spot < root).reverse()),
    high: endOfZone(
      strikes,
      spot,
      root,
      levels.filter((level) => level.spot > root),
    ),
  }))
  const [own] = zones
  if (!own) return null
  const reach = Math.max(Math.abs(own.low - spot), Math.abs(own.high - spot))
  const near = zones.filter(({ low, high }) => low <= spot + reach && high >= spot - reach)
  return { low: Math.min(...near.map(({ low }) => low)), high: Math.max(...near.map(({ high }) => high)) }
}

/** From a root along the levels to the first price at which the net GEX cannot be zero. */
function endOfZone(
  strikes: readonly StrikeInterest[],
  spot: number,
  root: number,
  levels: readonly ProfileLevel[],
): number {
  let before = { price: root, margin: -marginAt(strikes, spot, root, 0) }
  for (const { spot: price, netGex } of levels) {
    const margin = -marginAt(strikes, spot, price, netGex)
    if (margin > 0) {
      return before.price + ((price - before.price) * -before.margin) / (margin - before.margin)
    }
    before = { price, margin }
  }
  return before.price
}

/** By how much the net GEX at a price can cross zero; negative where it cannot. */
function marginAt(strikes: readonly StrikeInterest[], spot: number, price: number, netGex: number): number {
  const { below, above } = netWidths(strikes, spot, price)
  return netGex > 0 ? below - netGex : above + netGex
}

/** The strikes that could have the largest GEX. */
function wallRange(
  strikes: readonly StrikeInterest[],
  spot: number,
  wall: number,
  sharesOfSide: (own: StrikeInterest) => number,
): FigureRange | null {
  if (Number.isNaN(wall)) return null
  const byStrike = new Map<number, { least: number; most: number }>()
  for (const own of strikes) {
    const shares = sharesOfSide(own)
    if (shares === 0) continue
    const width = Math.max(own.width, SINGLE_QUOTE * own.volatility)
    const less = shares * gexPerShare(own, own.volatility - width, 0, spot)
    const middle = shares * gexPerShare(own, own.volatility, 0, spot)
    const more = shares * gexPerShare(own, own.volatility + width, 0, spot)
    const sum = byStrike.get(own.strike) ?? { least: 0, most: 0 }
    sum.least += Math.min(less, middle, more)
    sum.most += Math.max(less, middle, more)
    byStrike.set(own.strike, sum)
  }
  const bar = byStrike.get(wall)?.least ?? 0
  const candidates = [...byStrike].flatMap(([strike, { most }]) => (most >= bar ? [strike] : []))
  return { low: Math.min(wall, ...candidates), high: Math.max(wall, ...candidates) }
}
