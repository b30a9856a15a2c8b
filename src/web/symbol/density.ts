/** The implied distribution of an expiration, between the points that the service gives. */

export interface BelowPoint {
  readonly price: number
  readonly probability_below: number
}

export interface DensityPoint extends BelowPoint {
  readonly density: number
}

/** Linear between the points of the service, and to 0 and 1 beyond them. */
export function belowOf(points: readonly BelowPoint[]): ((price: number) => number) | null {
  if (points.length < 2) return null
  return (price) => interpolated(points, price, ({ probability_below: below }) => below, 1)
}

/** Probability per USD at each price; 0 beyond the points. */
export function densitiesAt(points: readonly DensityPoint[], prices: Float64Array): number[] {
  return Array.from(prices, (price) => interpolated(points, price, ({ density }) => density, 0))
}

function interpolated<Point extends BelowPoint>(
  points: readonly Point[],
  price: number,
  read: (point: Point) => number,
  beyond: number,
): number {
  const after = points.findIndex((point) => point.price >= price)
  if (after < 0) return beyond
  const [from, to] = [points[after - 1], points[after]]
  if (!from || !to) return 0
  const share = (price - from.price) / (to.price - from.price)
  return read(from) + share * (read(to) - read(from))
}
