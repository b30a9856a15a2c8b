import type { DecisionBudget } from '../../../src/receiver/domain/budget.ts'
import type { Guards } from '../../../src/receiver/domain/guards.ts'

/** No bound on what decisions cost. */
export const NO_BUDGET: DecisionBudget = {
  maxTokensPerDay: null,
  maxTokensPerMonth: null,
  maxUsdPerDay: null,
  maxUsdPerMonth: null,
}

/** As the specification has it: no bound beyond its seven gates. */
export const NO_GUARDS: Guards = {
  killSwitch: false,
  maxOrdersPerDay: null,
  maxNotionalPerDayUsd: null,
  symbolCooldownMinutes: null,
  maxDecisionsPerHour: null,
  maxIdeaAgeMinutes: null,
  maxEntryDeviationPct: null,
  requireKnownSymbol: false,
  allowedSymbols: null,
  deniedSymbols: [],
  marketHoursOnly: false,
  maxPositionUsd: null,
  maxOpenPositions: null,
  maxPortfolioLossPerDayUsd: null,
  noAddToPosition: false,
}
