/** How many points comparable prints have: the calibration of the bands of the score, from the simulated market. */
import { DTE_BUCKETS, TAIL_CELLS, TIMES_OF_DAY, tailCellOf } from '../../src/flow/domain/score/rarity-cells.ts'
import { TAIL_KNOTS } from '../../src/flow/domain/score/rarity-start.ts'
import { pointsTogether } from '../../src/flow/domain/score/unusual-score.ts'
import { significant } from '../../src/lib/math/significant.ts'
import { sessionOn } from '../../src/market/domain/calendar/trading-calendar.ts'
import type { SimulatedFlow } from './simulated-flow.ts'

/** At most so many rows of a symbol and session, so that no symbol decides. */
const MAX_ROWS = 3_000
/** A quantile is taken from a cell itself with so many prints beyond it. */
const MIN_BEYOND = 20

export async function calibrateTails(flows: AsyncIterable<SimulatedFlow>): Promise<string[]> {
  const cells: number[][] = Array.from({ length: TAIL_CELLS }, () => [])
  for await (const { date, rows } of flows) {
    const session = sessionOn(date)
    const step = Math.ceil(rows.length / MAX_ROWS)
    for (const row of rows.filter((_, place) => place % step === 0)) {
      cells[tailCellOf(row, row.executedAtMs, session)]?.push(pointsTogether(row.evidence, row.premium))
    }
  }
  const columns = cells.map((points) => Float64Array.from(points).sort())
  const byDays = DTE_BUCKETS.map((_, bucket) =>
    pooled(columns.filter((_, cell) => Math.floor(cell / TIMES_OF_DAY.length) % DTE_BUCKETS.length === bucket)),
  )
  return columns.map((column, cell) => {
    const pool = byDays[Math.floor(cell / TIMES_OF_DAY.length) % DTE_BUCKETS.length] ?? column
    return TAIL_KNOTS.map((share) => significant(quantileOf(column, pool, share), 4)).join(' ')
  })
}

function pooled(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns.flatMap((column) => [...column])).sort()
}

/** Where a cell has too few prints beyond a quantile, it continues as the prints with as many days to expiry do. */
function quantileOf(column: Float64Array, pool: Float64Array, share: number): number {
  const known = Math.min(share, 1 - MIN_BEYOND / Math.max(column.length, 1))
  if (known <= 0) return at(pool, share)
  return at(column, known) + at(pool, share) - at(pool, known)
}

function at(sorted: Float64Array, share: number): number {
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0
}
