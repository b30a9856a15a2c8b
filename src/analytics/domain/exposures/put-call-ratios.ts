/** Volume, open interest and premium of puts against calls. Unknown values are excluded, not counted as zero. */
import { at } from '../../../lib/math/columns.ts'
import type { ContractColumns } from '../../../market/domain/options/chain.ts'

/** Contracts, or USD for premium; NaN when no number of that side is known. */
export interface SideTotals {
  readonly call: number
  readonly put: number
}

export interface PutCallTotals {
  readonly volume: SideTotals
  readonly openInterest: SideTotals
  /** Σ volume·mid·multiplier: the day's volume at the present mid, an estimate for sources without a tape. */
  readonly premium: SideTotals
}

/** Totals of the selected rows by side. `mid` is in USD per share; premium is unknown where volume or mid is. */
export function putCallTotals(contracts: ContractColumns, mid: Float64Array, selected: Uint8Array): PutCallTotals {
  const { volume, openInterest, multiplier } = contracts
  const premium = volume.map((contractsTraded, row) => {
    // Zero volume has zero premium, even without a quote.
    return contractsTraded === 0 ? 0 : contractsTraded * at(mid, row) * at(multiplier, row)
  })
  return {
    volume: totalsOf(contracts, volume, selected),
    openInterest: totalsOf(contracts, openInterest, selected),
    premium: totalsOf(contracts, premium, selected),
  }
}

/** Puts over calls; NaN when a side is unknown or the calls are zero. */
export function putCallRatio({ call, put }: SideTotals): number {
  return call > 0 ? put / call : Number.NaN
}

/** Calls and puts together; NaN when neither is known. */
export function bothSides({ call, put }: SideTotals): number {
  if (Number.isNaN(call)) return put
  return Number.isNaN(put) ? call : call + put
}

function totalsOf(contracts: ContractColumns, column: Float64Array, selected: Uint8Array): SideTotals {
  return { call: sideTotal(contracts, column, selected, 1), put: sideTotal(contracts, column, selected, 0) }
}

function sideTotal(
  { count, isCall }: ContractColumns,
  column: Float64Array,
  selected: Uint8Array,
  side: 0 | 1,
): number {
  let total = 0
  let known = 0
  for (let row = 0; row < count; row++) {
    const value = at(column, row)
    if (selected[row] !== 1 || isCall[row] !== side || Number.isNaN(value)) continue
    total += value
    known++
  }
  return known > 0 ? total : Number.NaN
}
