import { format } from '../format.ts'
import { sparkPoints } from './spark-points.ts'

const WIDTH = 96
const HEIGHT = 24

/** Closes of recent sessions and the last price as a line. */
export function Sparkline({ closes, price }: { readonly closes: readonly number[]; readonly price: number | null }) {
  const values = price === null ? closes : [...closes, price]
  const first = values[0]
  if (first === undefined || values.length < 2) return null
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={`${values.length} sessions, ${format.price(first)} to ${format.price(values.at(-1))}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      <polyline points={sparkPoints(values, WIDTH, HEIGHT)} fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  )
}
