import type { z } from 'zod'

/** Bounds that leave nothing between them are named before anything is looked for. */
export function orderedBounds<Input extends z.ZodObject>(input: Input): Input {
  return PAIRS.reduce(
    (checked, [least, most, error]) =>
      checked.refine((value) => isOrdered(value[least], value[most]), { path: [most], error }),
    input,
  )
}

const PAIRS = [
  ['min_premium', 'max_premium', 'must not be below min_premium'],
  ['dte_min', 'dte_max', 'must not be below dte_min'],
  ['since', 'until', 'must not be before since'],
] as const

function isOrdered(least: unknown, most: unknown): boolean {
  if (typeof least === 'number' && typeof most === 'number') return least <= most
  if (typeof least === 'string' && typeof most === 'string') return Date.parse(least) <= Date.parse(most)
  return true
}
