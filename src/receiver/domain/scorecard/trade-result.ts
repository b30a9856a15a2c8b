import type { MeasuredIdea } from './measured-idea.ts'

export type ScoredAction = 'skip' | 'buy' | 'sell_short'

/** Cost of a trade in hundredths of a percent of its amount, for each of its two sides. */
export interface TradeCosts {
  readonly costBps: number
}

const BPS_OF_PCT = 100
const SIDES = 2

/**
 * Return of an action, percent of the stake, after the costs of buying and selling; 0 for a skip, which keeps cash. It
 * ends at the first exit that was reached, else at the close of the horizon.
 */
export function returnPct(
  action: ScoredAction,
  { entryPrice, exitPrice }: Pick<MeasuredIdea, 'entryPrice' | 'exitPrice'>,
  { costBps }: TradeCosts,
): number {
  if (action === 'skip') return 0
  const side = action === 'buy' ? 1 : -1
  return side * 100 * (exitPrice / entryPrice - 1) - costPct(costBps)
}

/** Return of the index fund over the same time after the same costs, percent; null where it is unknown. */
export function marketReturnPct(
  { marketReturnPct: gross }: Pick<MeasuredIdea, 'marketReturnPct'>,
  { costBps }: TradeCosts,
): number | null {
  return gross === null ? null : gross - costPct(costBps)
}

function costPct(costBps: number): number {
  return (SIDES * costBps) / BPS_OF_PCT
}

/** The action that follows an idea without a look at it; a neutral idea is no position. */
export function followingAction(direction: 'bullish' | 'bearish' | 'neutral'): ScoredAction {
  return direction === 'bullish' ? 'buy' : direction === 'bearish' ? 'sell_short' : 'skip'
}

/**
 * Whether an action was right, by what came: an order that gained after its costs, or the skip of an idea that would not
 * have gained. Null for a neutral idea: there was nothing to gain or to avoid.
 */
export function wasRight(
  action: ScoredAction,
  direction: 'bullish' | 'bearish' | 'neutral',
  outcome: MeasuredIdea,
  costs: TradeCosts,
): boolean | null {
  const following = followingAction(direction)
  if (following === 'skip') return null
  if (action !== 'skip') return returnPct(action, outcome, costs) > 0
  return returnPct(following, outcome, costs) <= 0
}
