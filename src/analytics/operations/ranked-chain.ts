import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { MarketView, MetricPoint } from '../../market/ports/market-source.ts'

interface RankedChain {
  readonly chain: OptionChain
  /** The previous year: the same object until it changes, for example by the import of an older session. */
  readonly history: readonly MetricPoint[]
  /** IV30 of the sessions before the chain's, in date order; NaN where it is unknown. */
  readonly iv30Before: readonly number[]
}

/** IV rank and percentile look back one year of trading days. */
const SESSIONS = 252

/** A chain with the year of IV30 for its rank. */
export async function rankedChain(view: MarketView, symbol: string): Promise<RankedChain> {
  const chain = await view.chain(symbol)
  const { points: history } = await view.metricHistory(symbol, 'iv30', { sessions: SESSIONS })
  return { chain, history, iv30Before: history.map(({ value }) => value) }
}
