const MARGIN = 2

/** Values as the points of a polyline: the lowest at the bottom, the highest at the top, equal ones in the middle. */
export function sparkPoints(values: readonly number[], width: number, height: number): string {
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  const step = width / Math.max(1, values.length - 1)
  return values
    .map((value, index) => {
      const share = range === 0 ? 0.5 : (value - low) / range
      const y = height - MARGIN - share * (height - 2 * MARGIN)
      return `${(index * step).toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
