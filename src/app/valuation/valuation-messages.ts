import type { ContractSession } from '../../analytics/contract/contract-history.ts'
import type { ChainOutline } from '../../analytics/domain/chain/chain-outline.ts'
import type { ExpirationFilter } from '../../analytics/domain/chain/expiration-filter.ts'
import type { ChainChangeFigures } from '../../analytics/domain/exposures/chain-change.ts'
import type { GammaFigures } from '../../analytics/domain/exposures/gamma-exposure.ts'
import type { ScenarioFigures, ScenarioQuery } from '../../analytics/domain/exposures/scenario.ts'
import type { SessionVolatilities } from '../../analytics/domain/smile/held-volatilities.ts'
import type { FoundStrategies } from '../../analytics/domain/strategies/search/find-strategies.ts'
import type { SearchQuery } from '../../analytics/domain/strategies/search/search-query.ts'
import type { StrategyFigures, StrategyQuery } from '../../analytics/domain/strategies/strategy-figures.ts'
import type { SliceFit, SurfaceCurve } from '../../analytics/domain/surface/volatility-surface.ts'
import type { ExpirationCarry } from '../../analytics/domain/valuation/chain-carry.ts'
import type { ValuationParts } from '../../analytics/domain/valuation/valuation-parts.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { PackedTape } from '../../market/domain/options/packed-tape.ts'
import type { SessionOfSymbol, WorldTerms } from '../../market/sources/simulated/session-maker.ts'
import type { Moment } from '../../market/sources/simulated/world.ts'

/** `chainNumber` identifies a chain of the requesting thread; the worker caches its last valuations by it. */
export type ValuationTask =
  | {
      readonly id: number
      readonly kind: 'value'
      readonly chainNumber: number
      readonly chain: OptionChain
      readonly held: SessionVolatilities | null
    }
  /** A valuation that the worker had, and has forgotten. */
  | {
      readonly id: number
      readonly kind: 'keep'
      readonly chainNumber: number
      readonly chain: OptionChain
      readonly parts: ValuationParts
    }
  | { readonly id: number; readonly kind: 'reprice'; readonly chainNumber: number; readonly filter: ExpirationFilter }
  | { readonly id: number; readonly kind: 'strategy'; readonly chainNumber: number; readonly query: StrategyQuery }
  | { readonly id: number; readonly kind: 'scenario'; readonly chainNumber: number; readonly query: ScenarioQuery }
  | { readonly id: number; readonly kind: 'fit_slice'; readonly chainNumber: number; readonly index: number }
  | { readonly id: number; readonly kind: 'fit_curve'; readonly chainNumber: number }
  | {
      readonly id: number
      readonly kind: 'change'
      readonly chainNumber: number
      readonly later: ComparedChain
      readonly earlier: ComparedChain & { readonly chainNumber: number }
    }
  | { readonly id: number; readonly kind: 'search'; readonly chainNumber: number; readonly query: SearchQuery }
  | {
      readonly id: number
      readonly kind: 'contract'
      readonly chain: OptionChain
      readonly row: number
      readonly held: SessionVolatilities | null
    }
  | { readonly id: number; readonly kind: 'outline'; readonly chain: OptionChain }
  | { readonly id: number; readonly kind: 'carry'; readonly chain: OptionChain }
  | MakingTask

/** What the thread is started with. */
export interface ValuationSettings {
  readonly tableBytes: number
}

/** What the comparison of two chains needs besides their valuations. */
interface ComparedChain {
  /** OCC symbols of the contracts: by them the rows of two chains are paired. */
  readonly symbols: readonly string[]
  readonly gamma: GammaFigures
}

/** A part of the simulated market. */
export type MakingTask =
  | { readonly id: number; readonly kind: 'make_tape'; readonly world: WorldTerms; readonly session: SessionOfSymbol }
  | {
      readonly id: number
      readonly kind: 'make_chain'
      readonly world: WorldTerms
      readonly symbol: string
      readonly moment: Moment
    }

export type ValuationAnswer =
  | { readonly id: number; readonly kind: 'valued'; readonly parts: ValuationParts }
  | { readonly id: number; readonly kind: 'kept' }
  | { readonly id: number; readonly kind: 'repriced'; readonly figures: GammaFigures }
  | { readonly id: number; readonly kind: 'analysed'; readonly figures: StrategyFigures }
  | { readonly id: number; readonly kind: 'moved'; readonly figures: ScenarioFigures }
  | { readonly id: number; readonly kind: 'found'; readonly figures: FoundStrategies }
  | { readonly id: number; readonly kind: 'slice'; readonly figures: SliceFit }
  | { readonly id: number; readonly kind: 'curve'; readonly figures: SurfaceCurve }
  | { readonly id: number; readonly kind: 'compared'; readonly figures: ChainChangeFigures }
  | { readonly id: number; readonly kind: 'of_contract'; readonly session: ContractSession }
  | { readonly id: number; readonly kind: 'outlined'; readonly outline: ChainOutline }
  | { readonly id: number; readonly kind: 'carried'; readonly carry: readonly ExpirationCarry[] }
  | { readonly id: number; readonly kind: 'taped'; readonly tape: PackedTape }
  | { readonly id: number; readonly kind: 'made'; readonly chain: OptionChain }
  /** The valuation is no longer cached. */
  | { readonly id: number; readonly kind: 'not_cached' }
  | { readonly id: number; readonly kind: 'failed'; readonly error: unknown }
