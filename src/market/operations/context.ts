import type { Context } from '../../catalogue/context.ts'
import { operationsOver } from '../../catalogue/operation.ts'
import type { MarketSource, MarketView } from '../ports/market-source.ts'

/** What operations of this context may use. */
export interface MarketContext extends Context {
  readonly market: MarketSource
  /** The market at present, or as it stood at the end of a past trading date. */
  viewAt(date?: string): Promise<MarketView>
}

export const defineOperation = operationsOver<MarketContext>()
