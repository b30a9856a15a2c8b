import { flowOperations } from '../flow/index.ts'
import type { Operation } from '../operation.ts'
import { darkPoolLevelsOperation } from './dark-pool-levels.ts'
import { earningsOperation } from './earnings.ts'
import { eventsOperation } from './events.ts'
import { gammaExposureOperation } from './gamma-exposure.ts'
import { ivTermStructureOperation } from './iv-term-structure.ts'
import { marketOverviewOperation } from './market-overview.ts'
import { methodologyOperation } from './methodology.ts'
import { newsOperation } from './news.ts'
import { optionMetricsOperation } from './option-metrics.ts'
import { optionsChainOperation } from './options-chain.ts'
import { priceHistoryOperation } from './price-history.ts'
import { stockQuoteOperation } from './stock-quote.ts'
import { stocksOperation } from './stocks.ts'
import { supportResistanceOperation } from './support-resistance.ts'
import { tradeContextOperation } from './trade-context.ts'
import { trendAnalysisOperation } from './trend-analysis.ts'

const answering = [
  stocksOperation,
  stockQuoteOperation,
  optionsChainOperation,
  optionMetricsOperation,
  ...flowOperations,
  darkPoolLevelsOperation,
  supportResistanceOperation,
  marketOverviewOperation,
  gammaExposureOperation,
  trendAnalysisOperation,
  ivTermStructureOperation,
  priceHistoryOperation,
  earningsOperation,
  newsOperation,
  eventsOperation,
  tradeContextOperation,
] as const satisfies readonly Operation[]

/** What is asked about the market, and how the answers are made. */
export const analyticsOperations = [
  ...answering,
  methodologyOperation(answering),
] as const satisfies readonly Operation[]
