/**
 * Joins two tables of one symbol and session. Joining is commutative, associative and idempotent, so neither the order
 * of files nor repeating one changes the result.
 */
type Value = number | string
type Columns = Readonly<Record<string, ArrayLike<Value>>>

export interface Rows {
  readonly count: number
  readonly columns: Columns
}

/**
 * Union of the minutes of both sessions. If both have a minute, the larger row wins, compared by columns in the given
 * order (volume first: the fuller bar wins). Known values are larger than unknown ones.
 */
export function mergeMinutes(a: Rows, b: Rows, key: string, order: readonly string[]): Rows {
  const chosen = new Map<Value, Place>()
  for (const rows of [a, b]) {
    for (let row = 0; row < rows.count; row++) {
      const minute = valueAt({ rows, row }, key)
      const known = chosen.get(minute)
      if (!known || compare({ rows, row }, known, order) > 0) chosen.set(minute, { rows, row })
    }
  }
  return rowsOf(
    a,
    [...chosen.values()].sort((left, right) => compare(left, right, [key])),
  )
}

/**
 * Multiset union of tapes: each row as often as in the table that has it more often, because two equal trades in one
 * millisecond are two trades. Sorted by time, then by the other columns in the given order.
 */
export function mergeTapes(a: Rows, b: Rows, order: readonly string[]): Rows {
  const counts = [a, b].map((rows) => countedRows(rows, order))
  const places: Place[] = []
  for (const key of new Set(counts.flatMap((table) => [...table.keys()]))) {
    const [left = [], right = []] = counts.map((table) => table.get(key))
    places.push(...(right.length > left.length ? right : left))
  }
  return rowsOf(
    a,
    places.sort((left, right) => compare(left, right, order)),
  )
}

interface Place {
  readonly rows: Rows
  readonly row: number
}

function countedRows(rows: Rows, order: readonly string[]): Map<string, Place[]> {
  const table = new Map<string, Place[]>()
  for (let row = 0; row < rows.count; row++) {
    const key = order.map((name) => valueAt({ rows, row }, name)).join('\n')
    const places = table.get(key) ?? []
    table.set(key, places)
    places.push({ rows, row })
  }
  return table
}

function compare(left: Place, right: Place, order: readonly string[]): number {
  for (const name of order) {
    const a = valueAt(left, name)
    const b = valueAt(right, name)
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) continue
    if (Number.isNaN(a)) return -1
    if (Number.isNaN(b)) return 1
    return a < b ? -1 : 1
  }
  return 0
}

function valueAt({ rows, row }: Place, name: string): Value {
  return rows.columns[name]?.[row] ?? Number.NaN
}

function rowsOf({ columns }: Rows, places: readonly Place[]): Rows {
  const merged = Object.entries(columns).map(([name, like]) => {
    const values = places.map((place) => valueAt(place, name))
    return [name, columnLike(like, values)] as const
  })
  return { count: places.length, columns: Object.fromEntries(merged) }
}

function columnLike(like: ArrayLike<Value>, values: readonly Value[]): ArrayLike<Value> {
  if (like instanceof Float64Array) return Float64Array.from(values, Number)
  if (like instanceof Uint32Array) return Uint32Array.from(values, Number)
  return like instanceof Uint8Array ? Uint8Array.from(values, Number) : values
}
