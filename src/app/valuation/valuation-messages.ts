import type { GammaFigures } from '../../domain/analytics/gamma-exposure.ts'
import type { ExpirationFilter } from '../../domain/analytics/row-selection.ts'
import type { ValuationParts } from '../../domain/analytics/valuation-parts.ts'
import type { OptionChain } from '../../domain/market/chain.ts'

/** `chainNumber` names a chain of the asking thread: the other keeps the valuations of the last ones by it. */
export type ValuationTask =
  | { readonly id: number; readonly kind: 'value'; readonly chainNumber: number; readonly chain: OptionChain }
  | { readonly id: number; readonly kind: 'reprice'; readonly chainNumber: number; readonly filter: ExpirationFilter }

export type ValuationAnswer =
  | { readonly id: number; readonly kind: 'valued'; readonly parts: ValuationParts }
  | { readonly id: number; readonly kind: 'repriced'; readonly figures: GammaFigures }
  /** The valuation to be repriced is not kept any more. */
  | { readonly id: number; readonly kind: 'forgotten' }
  | { readonly id: number; readonly kind: 'failed'; readonly error: unknown }
