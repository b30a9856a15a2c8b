/**
 * One chain together with what was computed from it. Each method says what its first call costs; the result is kept in
 * the object, so later calls are free.
 */
import type { Expiration, OptionChain } from '../../market/domain/options/chain.ts'
import type { ContractSession } from '../contract/contract-history.ts'
import { type ChainOutline, chainOutline, outlineOf } from './chain/chain-outline.ts'
import { contractOfChain, contractSession } from './chain/contract-session.ts'
import { type ExpirationFilter, isSelected } from './chain/expiration-filter.ts'
import { type ChainChangeFigures, chainChange, type RepricedChain } from './exposures/chain-change.ts'
import { type GammaFigures, gammaFigures } from './exposures/gamma-exposure.ts'
import { type ScenarioFigures, type ScenarioQuery, scenarioFigures } from './exposures/scenario.ts'
import type { SessionVolatilities } from './smile/held-volatilities.ts'
import { type FoundStrategies, findStrategies } from './strategies/search/find-strategies.ts'
import type { SearchQuery } from './strategies/search/search-query.ts'
import { type StrategyFigures, type StrategyQuery, strategyFigures } from './strategies/strategy-figures.ts'
import {
  fittedExpirations,
  type SliceFit,
  type SurfaceCurve,
  type SurfaceFits,
  sliceFit,
  surfaceCurve,
} from './surface/volatility-surface.ts'
import { chainCarry, type ExpirationCarry } from './valuation/chain-carry.ts'
import { type ValuedChain, valuedChain } from './valuation/chain-valuation.ts'
import { chainOfExpiration } from './valuation/expiration-chain.ts'

/** Selections that are repriced of a new chain before anybody requests them. A symbol page requests two. */
const MAX_PREPARED = 3
/** Chains follow each other every two seconds at most; who requests a selection less often than every second one waits. */
const MAX_UNREQUESTED = 2

interface WantedSelection {
  readonly filter: ExpirationFilter
  readonly unrequested: number
}

/** Does the expensive work on one chain, on this thread or on another. It caches nothing. */
export interface ChainComputation {
  /** `held` are volatilities of earlier in the session of the chain. */
  value(held: SessionVolatilities | null): Promise<ValuedChain>
  reprice(valued: ValuedChain, filter: ExpirationFilter): Promise<GammaFigures>
  strategy(valued: ValuedChain, query: StrategyQuery): Promise<StrategyFigures>
  scenario(valued: ValuedChain, query: ScenarioQuery): Promise<ScenarioFigures>
  search(valued: ValuedChain, query: SearchQuery): Promise<FoundStrategies>
  fitSlice(valued: ValuedChain, index: number): Promise<SliceFit>
  fitCurve(valued: ValuedChain): Promise<SurfaceCurve>
  /** `own` is its chain; `earlier` is the computation of another one. */
  change(own: RepricedChain, before: RepricedChain, earlier: ChainComputation): Promise<ChainChangeFigures>
  /** Where the valuation is kept beside that of other chains; undefined for one that is not. */
  readonly chainNumber?: number
  /** The contract of a row alone. */
  contract(row: number, held: SessionVolatilities | null): Promise<ContractSession>
  outline(): Promise<ChainOutline>
  carry(): Promise<readonly ExpirationCarry[]>
}

/** Remembers the volatilities of a session from one chain of a symbol to the next. */
export interface VolatilityKeeper {
  /** Of earlier chains of the same session; null without any. */
  before(chain: OptionChain): SessionVolatilities | null
  take(valued: ValuedChain): void
}

const KEEPS_NOTHING: VolatilityKeeper = { before: () => null, take: () => undefined }

/** Computes on the thread that calls it. */
export function localComputation(chain: OptionChain): ChainComputation {
  return {
    value: async (held) => valuedChain(chain, held),
    reprice: async (valued, filter) => gammaFigures(valued, filter),
    strategy: async (valued, query) => strategyFigures(valued, query),
    scenario: async (valued, query) => scenarioFigures(valued, query),
    search: async (valued, query) => findStrategies(valued, query),
    fitSlice: async (valued, index) => sliceFit(valued, index),
    fitCurve: async (valued) => surfaceCurve(valued),
    change: async (own, before) => chainChange(before, own),
    contract: async (row, held) => contractOfChain(chain, row, held),
    outline: async () => chainOutline(chain),
    carry: async () => chainCarry(chain),
  }
}

export class ChainAnalysis {
  readonly chain: OptionChain
  readonly #computation: ChainComputation
  readonly #keeper: VolatilityKeeper
  #valued: Promise<ValuedChain> | undefined
  /** By selected expirations. Filters select ranges of a sorted list, so there are few distinct keys. */
  readonly #gamma = new Map<string, Promise<GammaFigures>>()
  /** The filters of these selections that are prepared of the next chain, too; the one requested last is the last. */
  readonly #wanted = new Map<string, WantedSelection>()
  readonly #expirations = new Map<Expiration, ValuedChain>()
  #outline: Promise<ChainOutline> | undefined
  #carry: Promise<readonly ExpirationCarry[]> | undefined
  #surface: Promise<SurfaceFits> | undefined

  constructor(
    chain: OptionChain,
    computation: ChainComputation = localComputation(chain),
    keeper: VolatilityKeeper = KEEPS_NOTHING,
  ) {
    this.chain = chain
    this.#computation = computation
    this.#keeper = keeper
  }

  /** Values every contract. Expensive: time grows with the number of contracts. */
  valued(): Promise<ValuedChain> {
    if (this.#valued !== undefined) return this.#valued
    const valued = this.#computation.value(this.#keeper.before(this.chain)).then((value) => {
      this.#keeper.take(value)
      return value
    })
    this.#valued = valued
    // The next caller tries again after a failure.
    valued.catch(() => {
      this.#valued = undefined
    })
    return valued
  }

  /** Values the chain and reprices the selected expirations at many prices. The most expensive of all, once per selection. */
  async gamma(filter: ExpirationFilter): Promise<GammaFigures> {
    return await this.#figures(filter, 0)
  }

  /** `unrequested` is the number of chains, this one included, of which nobody requested the selection. */
  async #figures(filter: ExpirationFilter, unrequested: number): Promise<GammaFigures> {
    const valued = await this.valued()
    const key = selectionKey(valued, filter)
    this.#want(key, { filter, unrequested })
    const cached = this.#gamma.get(key)
    if (cached !== undefined) return await cached
    const figures = this.#computation.reprice(valued, filter)
    this.#gamma.set(key, figures)
    figures.catch(() => this.#gamma.delete(key))
    return await figures
  }

  #want(key: string, selection: WantedSelection): void {
    const known = this.#wanted.get(key)
    if (known && known.unrequested < selection.unrequested) return
    this.#wanted.delete(key)
    this.#wanted.set(key, selection)
  }

  /** Values the chain, and a strategy at many prices and dates: up to some hundred milliseconds. Not kept. */
  async strategy(query: StrategyQuery): Promise<StrategyFigures> {
    return await this.#computation.strategy(await this.valued(), query)
  }

  /** Values the chain, and again after every move of the query: about ten milliseconds a move. Not kept. */
  async scenario(query: ScenarioQuery): Promise<ScenarioFigures> {
    return await this.#computation.scenario(await this.valued(), query)
  }

  /** Values the chain, and all strategies for a thesis: up to a second. Not kept. */
  async search(query: SearchQuery): Promise<FoundStrategies> {
    return await this.#computation.search(await this.valued(), query)
  }

  /** What changed from an earlier chain of the symbol: both are valued and repriced, and again after each of ten steps. Not kept. */
  async changeSince(earlier: ChainAnalysis): Promise<ChainChangeFigures> {
    const before = { valued: await earlier.valued(), gamma: await earlier.gamma({}) }
    const own = { valued: await this.valued(), gamma: await this.gamma({}) }
    return await this.#computation.change(own, before, earlier.#computation)
  }

  /** Values only the contracts of one expiration. Cheap: milliseconds on the calling thread. */
  valuedExpiration(expiration: Expiration): ValuedChain {
    const cached = this.#expirations.get(expiration)
    if (cached) return cached
    const valued = valuedChain(chainOfExpiration(this.chain, expiration), this.#keeper.before(this.chain))
    this.#expirations.set(expiration, valued)
    return valued
  }

  /** One contract by its row. A quarter of the cost of a valuation, or free after one. Not kept. */
  async contract(row: number): Promise<ContractSession> {
    if (this.#valued !== undefined) return contractSession(await this.#valued, row)
    return await this.#computation.contract(row, this.#keeper.before(this.chain))
  }

  /** Volume and volatility at 30 days. A third of the cost of a valuation, or free after one. */
  outline(): Promise<ChainOutline> {
    if (this.#outline !== undefined) return this.#outline
    const outline = this.#valued ? this.#valued.then(outlineOf) : this.#computation.outline()
    this.#outline = outline
    outline.catch(() => {
      this.#outline = undefined
    })
    return outline
  }

  /** Rates and yields implied by the quotes. A tenth of the cost of a valuation. */
  carry(): Promise<readonly ExpirationCarry[]> {
    if (this.#carry !== undefined) return this.#carry
    const carry = this.#computation.carry()
    this.#carry = carry
    carry.catch(() => {
      this.#carry = undefined
    })
    return carry
  }

  /** Values the chain and fits every expiration: up to a second. */
  surface(): Promise<SurfaceFits> {
    if (this.#surface !== undefined) return this.#surface
    const surface = this.#fits()
    this.#surface = surface
    surface.catch(() => {
      this.#surface = undefined
    })
    return surface
  }

  /** One expiration after the other, so that what others compute is not held up for as long as all take. */
  async #fits(): Promise<SurfaceFits> {
    const valued = await this.valued()
    const slices: SliceFit[] = []
    for (const index of fittedExpirations(valued).keys()) slices.push(await this.#computation.fitSlice(valued, index))
    return { slices, curve: await this.#computation.fitCurve(valued) }
  }

  /**
   * Computes what was computed of another chain of the symbol, so that nobody waits for it: of repricings the last ones
   * that were requested of it or of the chain before.
   */
  async prepareLike(other: ChainAnalysis): Promise<void> {
    if (other === this) return
    if (other.#valued !== undefined) await this.valued()
    const wanted = [...other.#wanted.values()].filter(({ unrequested }) => unrequested < MAX_UNREQUESTED)
    for (const { filter, unrequested } of wanted.slice(-MAX_PREPARED)) await this.#figures(filter, unrequested + 1)
    if (other.#outline !== undefined) await this.outline()
    if (other.#carry !== undefined) await this.carry()
  }
}

function selectionKey({ expirations }: ValuedChain, filter: ExpirationFilter): string {
  return expirations.map((expiration) => (isSelected(expiration, filter) ? 1 : 0)).join('')
}
