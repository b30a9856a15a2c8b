import type { Guards } from '../../../src/receiver/domain/guards.ts'

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
