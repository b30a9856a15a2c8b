/** All paths of one seed: generated on demand, extended with new sessions, and independent of the order of requests. */

import { mix, mixText, normal } from '../../../lib/math/seeded-random.ts'
import { lastSessionBefore } from '../../domain/calendar/trading-calendar.ts'
import { Memo, type Rest } from '../memo.ts'
import type { SurfaceState } from './chain/surface.ts'
import type { Profile } from './profile.ts'
import type { Leg } from './stock/bridge.ts'
import { Earnings } from './stock/earnings.ts'
import { type FactorParts, FactorPath, type FactorTerms } from './stock/factor-path.ts'
import { Sessions } from './stock/sessions.ts'
import { Stretches } from './stock/stretches.ts'
import { type FactorLegs, type LegPrices, SymbolPath } from './stock/symbol-path.ts'
import { profileOf } from './universe.ts'

const MARKET_VOLATILITY = 0.145
const SECTOR_VOLATILITY = 0.1
const PRICES_KEPT = 64
/** What is left to a symbol that its factors explain almost wholly. */
const MIN_OWN_VOLATILITY = 0.004

const MARKET: FactorTerms = {
  volatility: MARKET_VOLATILITY,
  arch: 0.03,
  leverage: 0.12,
  garch: 0.87,
  reversion: 1,
  jumpsPerYear: 3,
  jumpMean: -0.012,
  jumpDeviation: 0.018,
}

const SECTOR: FactorTerms = {
  volatility: SECTOR_VOLATILITY,
  arch: 0.07,
  leverage: 0,
  garch: 0.88,
  reversion: 1.5,
  jumpsPerYear: 0,
  jumpMean: 0,
  jumpDeviation: 0,
}

/** An instant of the market: where in which session, or in the night after it. */
export interface Moment {
  readonly index: number
  readonly asOfMs: number
  readonly sessionDate: string
  readonly phase: 'session' | 'night'
  /** Passed share of the session or of the night, 0 to 1. */
  readonly share: number
  /** How often the session was replayed before, where this instant of it is shown again after its end. */
  readonly replay?: number
}

/** Whether the session of a moment has ended. */
export function isAfterClose({ phase, share }: Moment): boolean {
  return phase === 'night' || share >= 1
}

/** Whether a moment is the close of its session, where it stays until the next one while the market is closed. */
export function isAtClose({ phase, share }: Moment): boolean {
  return phase === 'session' && share >= 1
}

export interface PriceState extends SurfaceState {
  readonly moment: Moment
}

export interface WorldParts {
  /** How many sessions and nights of one symbol each. */
  readonly pricesKept?: number
  readonly stretches?: Stretches
  /** Runs `work` once in `ms`: with it, what only the first bars of all symbols need is forgotten after a while. */
  readonly later?: Rest['later'] | undefined
}

export class World {
  readonly sessions = new Sessions()
  readonly #seed: number
  readonly #parts: FactorParts
  readonly #market: FactorPath
  readonly #sectors = new Map<string, FactorPath>()
  readonly #symbols = new Map<string, SymbolPath>()
  readonly #earnings = new Map<string, Earnings>()
  readonly #sharedLegs = new Memo<Leg>(48)
  readonly #prices: Memo<LegPrices>
  /** Last result: an instant needs it four times, and a tape needs thousands of instants. */
  #latest:
    | { readonly path: SymbolPath; readonly index: number; readonly phase: string; readonly prices: LegPrices }
    | undefined

  constructor(
    seed: number,
    speed: number,
    { pricesKept = PRICES_KEPT, stretches = new Stretches(), later }: WorldParts = {},
  ) {
    this.#prices = new Memo(pricesKept)
    this.#seed = mix(seed, 0)
    this.#parts = { speed, stretches, later }
    this.#market = new FactorPath(mixText(this.#seed, 'market'), MARKET, this.#parts)
  }

  /** Undefined before the first session. */
  momentAt(ms: number): Moment | undefined {
    const { date, openMs, closeMs } = lastSessionBefore(ms)
    const index = this.sessions.indexOf(date)
    if (index === undefined) return undefined
    const moment = { index, asOfMs: ms, sessionDate: date }
    if (ms <= closeMs) return { ...moment, phase: 'session', share: (ms - openMs) / (closeMs - openMs) }
    const nextOpenMs = this.sessions.at(index + 1).openMs
    return { ...moment, phase: 'night', share: (ms - closeMs) / (nextOpenMs - closeMs) }
  }

  /** The instant of a session at which a share of it has passed: 1 is its close. */
  within(index: number, share: number): Moment {
    const { date, openMs, closeMs } = this.sessions.at(index)
    return { index, asOfMs: openMs + share * (closeMs - openMs), sessionDate: date, phase: 'session', share }
  }

  path(symbol: string): SymbolPath {
    const known = this.#symbols.get(symbol)
    if (known) return known
    const profile = profileOf(symbol)
    const factors = { market: this.#market, sector: this.#sector(profile), own: this.#own(profile) }
    const { sessions } = this
    const { stretches } = this.#parts
    const path = new SymbolPath(profile, factors, {
      sessions,
      stretches,
      volumeStream: this.streamOf('volume', symbol),
    })
    this.#symbols.set(symbol, path)
    return path
  }

  /** A stream for one purpose and symbol. */
  streamOf(purpose: string, symbol: string): number {
    return mixText(this.#seed, `${purpose} ${symbol}`)
  }

  earnings(symbol: string): Earnings {
    const known = this.#earnings.get(symbol)
    if (known) return known
    const earnings = new Earnings(this.#seed, symbol)
    this.#earnings.set(symbol, earnings)
    return earnings
  }

  /** Effect of a report on the opening price of a session, in standard deviations: positive for good news. */
  earningsShock({ stream }: Profile, index: number): number {
    return normal(mix(mixText(this.streamOf('own', stream), 'surprise'), index))
  }

  /** The prices of the session or the night of a moment. */
  prices(path: SymbolPath, { index, phase }: Pick<Moment, 'index' | 'phase'>): LegPrices {
    const latest = this.#latest
    if (latest && latest.path === path && latest.index === index && latest.phase === phase) return latest.prices
    const prices = this.#prices.get(`${path.profile.symbol} ${phase} ${index}`, () => {
      const legs = this.#legs(path, index, phase)
      return phase === 'session' ? path.sessionPrices(index, legs) : path.nightPrices(index, legs)
    })
    this.#latest = { path, index, phase, prices }
    return prices
  }

  /** USD per share in whole cents. At the end of a session exactly its close. */
  priceAt(path: SymbolPath, moment: Moment): number {
    if (moment.phase === 'session' && moment.share >= 1) return path.bar(moment.index).close
    return this.prices(path, moment).priceAt(moment.share)
  }

  /** Pricing inputs for the options of a symbol. */
  stateAt(path: SymbolPath, moment: Moment): PriceState {
    const { profile, factors } = path
    const { market, sector, own } = factors
    const marketNow = this.#varianceAt(path, 'market', moment)
    const sectorNow = this.#varianceAt(path, 'sector', moment)
    const ownNow = this.#varianceAt(path, 'own', moment)
    return {
      moment,
      asOfMs: moment.asOfMs,
      spot: this.priceAt(path, moment),
      reactions: profile.earningsMove > 0 ? this.earnings(profile.symbol).reactionsAfter(moment.asOfMs) : [],
      expectedVariance: (years) =>
        profile.beta ** 2 * market.expectedVariance(marketNow, years) +
        profile.sectorLoading ** 2 * (sector?.expectedVariance(sectorNow, years) ?? 0) +
        own.expectedVariance(ownNow, years),
    }
  }

  #varianceAt(path: SymbolPath, name: keyof FactorLegs, moment: Moment): number {
    const factor = path.factors[name]
    if (!factor) return 0
    if (moment.phase === 'night' || moment.share >= 1) return factor.variance(moment.index + 1)
    const moved = this.prices(path, moment).legs[name]?.valueAt(moment.share) ?? 0
    return factor.varianceWithin(moment.index, moment.share, moved)
  }

  #legs({ profile, factors }: SymbolPath, index: number, phase: Moment['phase']): FactorLegs {
    const legOf = (factor: FactorPath) => (phase === 'session' ? factor.sessionLeg(index) : factor.nightLeg(index))
    const shared = (name: string, factor: FactorPath) =>
      this.#sharedLegs.get(`${name} ${phase} ${index}`, () => legOf(factor))
    const { market, sector, own } = factors
    return {
      market: shared('market', market),
      sector: sector ? shared(profile.factorSector ?? '', sector) : null,
      own: legOf(own),
    }
  }

  #sector({ factorSector }: Profile): FactorPath | null {
    if (!factorSector) return null
    const known = this.#sectors.get(factorSector)
    if (known) return known
    const sector = new FactorPath(mixText(this.#seed, `sector ${factorSector}`), SECTOR, this.#parts)
    this.#sectors.set(factorSector, sector)
    return sector
  }

  #own(profile: Profile): FactorPath {
    const stream = this.streamOf('own', profile.stream)
    const explained = (profile.beta * MARKET_VOLATILITY) ** 2 + (profile.sectorLoading * SECTOR_VOLATILITY) ** 2
    const volatility = Math.sqrt(Math.max(profile.volatility ** 2 - explained, MIN_OWN_VOLATILITY ** 2))
    const jumpy = profile.kind === 'stock'
    const terms: FactorTerms = {
      volatility,
      arch: 0.06,
      leverage: 0,
      garch: 0.89,
      reversion: 2,
      jumpsPerYear: jumpy ? 2 : 0,
      jumpMean: 0,
      jumpDeviation: jumpy ? 0.12 * volatility : 0,
    }
    if (profile.earningsMove === 0) return new FactorPath(stream, terms, this.#parts)
    const earnings = this.earnings(profile.symbol)
    const eventAt = (index: number) =>
      earnings.isReaction(this.sessions.dateAt(index)) ? profile.earningsMove * this.earningsShock(profile, index) : 0
    return new FactorPath(stream, terms, { ...this.#parts, eventAt })
  }
}
