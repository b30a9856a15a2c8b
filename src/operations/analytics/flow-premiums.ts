import type { FlowPremiums } from '../../domain/analytics/flow-bias.ts'
import type { MarketView } from '../../ports/market-source.ts'

/**
 * Premium of the session's classified prints of a symbol, at the instant of the view; null where it has no tape. No view
 * has one yet.
 */
export async function flowPremiums(_view: MarketView, _symbol: string): Promise<FlowPremiums | null> {
  return null
}
