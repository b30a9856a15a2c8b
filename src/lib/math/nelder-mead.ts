/**
 * Minimum of a function of a few variables without its derivatives: J. Nelder, R. Mead, The Computer Journal 7, 1965, with
 * the usual coefficients. For two to four variables; the start should be near the minimum.
 */
import { itemAt } from './numbers.ts'

export interface Minimum {
  readonly point: readonly number[]
  readonly value: number
}

const MAX_STEPS = 400
/** Relative difference of the best and the worst value at which the search ends. */
const TOLERANCE = 1e-12

/** `steps` are the sizes of the first moves. A value that is not finite counts as very high. */
export function nelderMead(
  objective: (point: readonly number[]) => number,
  start: readonly number[],
  steps: readonly number[],
): Minimum {
  const valued = (point: readonly number[]): Minimum => {
    const value = objective(point)
    return { point, value: Number.isFinite(value) ? value : Number.MAX_VALUE }
  }
  const corners = [valued(start), ...steps.map((step, axis) => valued(start.with(axis, itemAt(start, axis) + step)))]
  for (let round = 0; round < MAX_STEPS; round++) {
    corners.sort((a, b) => a.value - b.value)
    const [best, worst] = [corners[0], corners.at(-1)]
    if (!best || !worst || worst.value - best.value <= TOLERANCE * Math.abs(best.value) + Number.MIN_VALUE) break
    replaceWorst(corners, valued)
  }
  return corners.reduce((best, own) => (own.value < best.value ? own : best))
}

function replaceWorst(corners: Minimum[], valued: (point: readonly number[]) => Minimum): void {
  const [best, second, worst] = [corners[0], corners.at(-2), corners.at(-1)]
  if (!best || !second || !worst) return
  const others = corners.slice(0, -1)
  const middle = best.point.map(
    (_, axis) => others.reduce((sum, { point }) => sum + itemAt(point, axis), 0) / others.length,
  )
  const along = (share: number) => valued(middle.map((own, axis) => own + share * (own - itemAt(worst.point, axis))))
  const reflected = along(1)
  if (reflected.value < best.value) {
    const expanded = along(2)
    corners[corners.length - 1] = expanded.value < reflected.value ? expanded : reflected
    return
  }
  const contracted = reflected.value < second.value ? reflected : along(reflected.value < worst.value ? 0.5 : -0.5)
  if (contracted.value < worst.value) {
    corners[corners.length - 1] = contracted
    return
  }
  for (const [index, { point }] of corners.entries()) {
    if (index > 0) corners[index] = valued(point.map((own, axis) => 0.5 * (own + itemAt(best.point, axis))))
  }
}
