import type { IdeaDirection } from '../idea-direction.ts'

/** At this rank or above, options are expensive for the symbol, and a credit spread fits the thesis. */
const HIGH_IV_RANK = 50

/** Label of the option structure for a direction: premium is sold at a high IV rank, else bought. Null counts as low. */
export function strategyOf(direction: IdeaDirection, ivRank: number | null): string {
  if (direction === 'neutral') return 'Iron Condor'
  const isHigh = ivRank !== null && ivRank >= HIGH_IV_RANK
  if (direction === 'bullish') return isHigh ? 'Bull Put Spread' : 'Long Call'
  return isHigh ? 'Bear Call Spread' : 'Long Put'
}
