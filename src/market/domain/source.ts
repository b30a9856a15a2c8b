import type { MetricName } from './daily-metrics.ts'

/** What a source of market data can do. Everything above the sources decides by this, never by the name of a vendor. */
export interface SourceCapabilities {
  /** Answers come from a vendor over the network: data are fetched on request, never ahead of one. */
  readonly isRemote: boolean
  /** Past sessions are answered from the store: imported ones, and those that the service stored itself. */
  readonly readsStore: boolean
  /** There are single option trades. */
  readonly hasOptionTape: boolean
  /** The tape of a running session cannot be had again later: the service stores it and answers past flow from there. */
  readonly keepsTape: boolean
  /** Option trades can carry the bid and ask before them; without, a side is that of the tick test. */
  readonly hasQuotesAtPrints: boolean
  /** There are stock trades that were reported from off the exchanges. */
  readonly hasOffExchange: boolean
  /** The metrics with a history. */
  readonly metrics: readonly MetricName[]
}

export interface SourceDefinition {
  /** The value of MARKET_SOURCE, and of `source` in answers. */
  readonly name: string
  /** For people, above the numbers of a page. */
  readonly title: string
  /** With the best plan of the vendor; a running source has those of its own plan. */
  readonly capabilities: SourceCapabilities
}
