/** What an idea expects: a rise, a fall, or that the price stays in a range. */
export const IDEA_DIRECTIONS = ['bullish', 'bearish', 'neutral'] as const

export type IdeaDirection = (typeof IDEA_DIRECTIONS)[number]
