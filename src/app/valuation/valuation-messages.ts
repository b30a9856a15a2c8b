import type { ValuationParts } from '../../domain/analytics/valuation-parts.ts'
import type { OptionChain } from '../../domain/market/chain.ts'

export interface ValuationTask {
  readonly id: number
  readonly chain: OptionChain
}

export type ValuationAnswer =
  | { readonly id: number; readonly parts: ValuationParts }
  | { readonly id: number; readonly error: unknown }
