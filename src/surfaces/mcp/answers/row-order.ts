import type { Answer, ConciseTable } from '../../../catalogue/operation.ts'

/** Names of what a row is at, in this order; `price` is a level where there is no strike. */
const POSITIONS = ['strike', 'price', 'underlying_price', 'report_date']

/** The name of what the rows of a table are at, if there is one. */
export function positionOf(columns: readonly string[]): string | undefined {
  return POSITIONS.find((name) => columns.includes(name))
}

/**
 * The indices of the rows of a list, the row that matters most first. `positions` are the strikes, prices or dates of the
 * rows. Where they or those of the answer are unknown, the first rows are the nearest ones.
 */
export function rowOrder(
  positions: readonly unknown[],
  keep: ConciseTable['keep'] = 'first',
  { underlying_price: price, session_date: date }: Answer = {},
): readonly number[] {
  const order = positions.map((_position, index) => index)
  if (keep === 'last') return order.reverse()
  if (keep === 'first') return order
  const distances = positions.map((position) =>
    typeof position === 'number' ? Math.abs(position - Number(price ?? Number.NaN)) : daysBetween(position, date),
  )
  if (distances.some(Number.isNaN)) return order
  return order.sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0))
}

function daysBetween(one: unknown, other: unknown): number {
  return Math.abs(Date.parse(String(one)) - Date.parse(String(other)))
}
