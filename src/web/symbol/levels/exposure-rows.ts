/** Groups of `gamma_exposure` for charts. */
import { format } from '../../format.ts'

/** Strikes further from the price than this share are invisible in the chart. */
const SHOWN_SHARE = 0.15

interface Group {
  readonly strike: number | null
  readonly expiration_date: string | null
}

/** Strikes near the price, ascending. */
export function rowsByStrike<Row extends Group>(
  data: readonly Row[],
  price: number | null,
): (Row & { readonly strike: number })[] {
  const isNear = (strike: number) => price === null || Math.abs(strike - price) <= price * SHOWN_SHARE
  return data
    .flatMap((row) => (row.strike !== null && isNear(row.strike) ? [{ ...row, strike: row.strike }] : []))
    .sort((a, b) => a.strike - b.strike)
}

/** In the order of the answer, which is by settlement. */
export function rowsByExpiration<Row extends Group>(
  data: readonly Row[],
): (Row & { readonly expiration_date: string })[] {
  return data.flatMap((row) => (row.expiration_date === null ? [] : [{ ...row, expiration_date: row.expiration_date }]))
}

/** Labels of an axis that counts rows; none between two rows. */
export function dateAt(rows: readonly { readonly expiration_date: string }[]): (place: number) => string {
  return (place) => {
    const row = rows[place]
    return row ? format.shortDate(row.expiration_date) : ''
  }
}
