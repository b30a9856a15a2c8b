/** Expected direction of a price, or the lean of a session's premium. */
export const DIRECTIONS = ['bullish', 'bearish', 'neutral'] as const

export type Direction = (typeof DIRECTIONS)[number]
