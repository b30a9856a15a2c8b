/** One row per strike: its call and its put. */

interface Contract {
  readonly option_symbol: string
  readonly strike?: number | undefined
  readonly option_type?: 'call' | 'put' | undefined
}

export interface StrikeRow<Row> {
  readonly key: string
  readonly strike: number
  readonly call: Row | null
  readonly put: Row | null
}

/** Letters of the root in an option symbol: SPX and SPXW of one date are two rows. */
const ROOT = 6

/** Sorted by strike. */
export function strikeRows<Row extends Contract>(contracts: readonly Row[]): StrikeRow<Row>[] {
  const rows = new Map<string, StrikeRow<Row>>()
  for (const contract of contracts) {
    const { strike, option_type: type, option_symbol: symbol } = contract
    if (strike === undefined || type === undefined) continue
    const key = `${symbol.slice(0, ROOT)}${strike}`
    const row = rows.get(key) ?? { key, strike, call: null, put: null }
    rows.set(key, { ...row, [type]: contract })
  }
  return [...rows.values()].sort((a, b) => a.strike - b.strike)
}

/** Index of the strike nearest to a price; 0 if the price is unknown. */
export function nearestStrike(rows: readonly { readonly strike: number }[], price: number | null): number {
  if (price === null) return 0
  let nearest = 0
  for (const [index, { strike }] of rows.entries()) {
    if (Math.abs(strike - price) < Math.abs((rows[nearest]?.strike ?? strike) - price)) nearest = index
  }
  return nearest
}
