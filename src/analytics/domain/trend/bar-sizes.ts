/** Lengths of a bar, shortest first; `auto` is the shortest that leaves few enough bars. */
export const BAR_SIZES = ['day', 'week', 'month', 'quarter', 'year'] as const

export type BarSize = (typeof BAR_SIZES)[number]

export const AUTO_BARS = 24
