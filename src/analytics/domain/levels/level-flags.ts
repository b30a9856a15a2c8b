/** The share of one trade in a level of off-exchange trades. */
export const LEVEL_FLAGS = ['single_print', 'dominant_print'] as const

export type LevelFlag = (typeof LEVEL_FLAGS)[number]

/** A print with more than this share of the shares decides where the level is. */
const DOMINANT_PCT = 50

/** `largestPct` is the share of the largest print in the shares of the level, percent. */
export function levelFlags(tradeCount: number, largestPct: number): LevelFlag[] {
  if (tradeCount === 1) return ['single_print']
  return largestPct > DOMINANT_PCT ? ['dominant_print'] : []
}
