/**
 * What a position of an idea would have done: from the price at the decision through the bars that follow, to the first
 * exit that a bar reaches or to the end of the bars.
 */

/** Prices of a stretch of time after the decision, USD per share. */
export interface PathBar {
  /** When the stretch ends, Unix milliseconds. */
  readonly endMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export interface PathIdea {
  readonly direction: 'bullish' | 'bearish' | 'neutral'
  /** USD per share; null where the idea has none. */
  readonly entry_price: number | null
  readonly target_price: number | null
  readonly stop_price: number | null
}

/** `horizon`: neither target nor stop was reached. */
export const PATH_EXITS = ['target', 'stop', 'horizon'] as const
export type PathExit = (typeof PATH_EXITS)[number]

export interface PathEnd {
  readonly exit: PathExit
  /** USD per share. */
  readonly price: number
  /** End of the bar in which it came, Unix milliseconds. */
  readonly atMs: number
}

/** 1 for a rising thesis, −1 for a falling one; 0 for a neutral one, which is no position in the underlying. */
export function sideOf({ direction }: Pick<PathIdea, 'direction'>): 1 | -1 | 0 {
  return direction === 'bullish' ? 1 : direction === 'bearish' ? -1 : 0
}

/**
 * The end of the position. A bar that reaches target and stop counts as the stop, because it does not say which came
 * first. A bar that opens beyond a level ends at its open: nobody is filled at a price that was jumped over. An idea
 * whose levels are missing or on the wrong side of its entry has no exits, so it ends with the last bar. Null without
 * bars.
 */
export function pathEnd(idea: PathIdea, bars: readonly PathBar[]): PathEnd | null {
  const last = bars.at(-1)
  if (!last) return null
  const levels = exitsOf(idea)
  if (levels !== null) {
    for (const bar of bars) {
      const end = endWithin(bar, levels)
      if (end !== null) return { ...end, atMs: bar.endMs }
    }
  }
  return { exit: 'horizon', price: last.close, atMs: last.endMs }
}

/** Whether a bar traded at a price: its entry, for one who waits for it. */
export function wasTouched(price: number, bars: readonly PathBar[]): boolean {
  return bars.some(({ low, high }) => low <= price && price <= high)
}

interface Levels {
  readonly side: 1 | -1
  readonly target: number
  readonly stop: number
}

function exitsOf(idea: PathIdea): Levels | null {
  const { entry_price: entry, target_price: target, stop_price: stop } = idea
  const side = sideOf(idea)
  if (side === 0 || entry === null || target === null || stop === null) return null
  const isSound = (target - entry) * side > 0 && (entry - stop) * side > 0
  return isSound ? { side, target, stop } : null
}

function endWithin({ open, high, low }: PathBar, { side, target, stop }: Levels) {
  const worst = side === 1 ? low : high
  const best = side === 1 ? high : low
  if ((open - stop) * side <= 0) return { exit: 'stop', price: open } as const
  if ((worst - stop) * side <= 0 && (open - target) * side < 0) return { exit: 'stop', price: stop } as const
  if ((open - target) * side >= 0) return { exit: 'target', price: open } as const
  if ((best - target) * side >= 0) return { exit: 'target', price: target } as const
  return null
}
