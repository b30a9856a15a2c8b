import type { IdeaDirection } from '../trade-idea.ts'

/** From this rank on options are dear for the symbol, and a spread that takes in premium fits the thesis. */
const DEAR_IV_RANK = 50

/** Label of the structure that fits a direction at the present price of volatility; an unknown rank counts as cheap. */
export function strategyOf(direction: IdeaDirection, ivRank: number | null): string {
  if (direction === 'neutral') return 'Iron Condor'
  const isDear = ivRank !== null && ivRank >= DEAR_IV_RANK
  if (direction === 'bullish') return isDear ? 'Bull Put Spread' : 'Long Call'
  return isDear ? 'Bear Call Spread' : 'Long Put'
}
