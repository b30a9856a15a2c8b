/** The position of a price between stop and target, whichever is higher. */

interface IdeaLevels {
  readonly stop_price: number
  readonly target_price: number
}

/** 0 at the stop (for a neutral idea the lower end), 1 at the target; limited to this range. */
export function placeOnTrack({ stop_price: stop, target_price: target }: IdeaLevels, price: number): number {
  const share = (price - stop) / (target - stop)
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
