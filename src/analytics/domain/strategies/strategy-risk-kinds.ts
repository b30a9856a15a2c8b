/** What can happen to a strategy beside a move of the price. */
export const STRATEGY_RISKS = [
  'assignment',
  'dividend',
  'early_exercise',
  'pin',
  'unlimited_loss',
  'earnings',
  'wide_quote',
  'later_leg',
] as const

export type StrategyRisk = (typeof STRATEGY_RISKS)[number]
