import type { Operation } from '../../catalogue/operation.ts'
import { contractHistoryOperation } from './contracts/contract-history.ts'
import { darkPoolLevelsOperation } from './dark-pool-levels.ts'
import { earningsOperation } from './earnings.ts'
import { exposureHistoryOperation } from './exposures/exposure-history.ts'
import { gammaExposureOperation } from './gamma-exposure.ts'
import { ivTermStructureOperation } from './iv-term-structure.ts'
import { tradingviewLevelsOperation } from './levels/tradingview-levels.ts'
import { marketOverviewOperation } from './market-overview.ts'
import { metricHistoryOperation } from './metric-history.ts'
import { optionMetricsOperation } from './option-metrics.ts'
import { optionsChainOperation } from './options-chain.ts'
import { priceHistoryOperation } from './price-history.ts'
import { screenerOperation } from './screener/screener.ts'
import { stockQuoteOperation } from './stock-quote.ts'
import { findStrategiesOperation } from './strategies/find-strategies.ts'
import { probabilityOperation } from './strategies/probability.ts'
import { scenarioOperation } from './strategies/scenario.ts'
import { strategyAnalysisOperation } from './strategies/strategy-analysis.ts'
import { whatChangedOperation } from './strategies/what-changed.ts'
import { supportResistanceOperation } from './support-resistance.ts'
import { volatilitySurfaceOperation } from './surface/volatility-surface.ts'
import { tradeContextOperation } from './trade-context.ts'
import { trendAnalysisOperation } from './trend-analysis.ts'

/** Quote and chain of a symbol. */
export const chainOperations = [
  stockQuoteOperation,
  optionsChainOperation,
  contractHistoryOperation,
  optionMetricsOperation,
] as const satisfies readonly Operation[]

/** Analytics of chains and prices. */
export const studyOperations = [
  darkPoolLevelsOperation,
  supportResistanceOperation,
  tradingviewLevelsOperation,
  marketOverviewOperation,
  screenerOperation,
  gammaExposureOperation,
  exposureHistoryOperation,
  metricHistoryOperation,
  trendAnalysisOperation,
  ivTermStructureOperation,
  volatilitySurfaceOperation,
  priceHistoryOperation,
  earningsOperation,
  strategyAnalysisOperation,
  findStrategiesOperation,
  probabilityOperation,
  scenarioOperation,
  whatChangedOperation,
] as const satisfies readonly Operation[]

export { tradeContextOperation }
