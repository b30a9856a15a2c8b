/**
 * A valuation as plain data without its chain, so that another thread may make it. Early-exercise tables, which are large
 * and many chains share, are written once into memory that both threads read.
 */
import type { OptionChain } from '../market/chain.ts'
import type { ExerciseTables } from '../pricing/american-columns.ts'
import type { ExerciseTable } from '../pricing/american-table.ts'
import { rememberValuation, type ValuedChain } from './chain-valuation.ts'
import { type ExpirationPricing, pricedRows } from './expiration-pricing.ts'

type PricingParts = Omit<ExpirationPricing, 'rows'>

export interface ValuationParts {
  readonly columns: Omit<ValuedChain, 'chain' | 'pricings'>
  readonly pricings: readonly (PricingParts | null)[]
}

/** Of a chain only what valuing reads: contracts have no names there. */
export function unnamed(chain: OptionChain): OptionChain {
  return { ...chain, contracts: { ...chain.contracts, optionSymbols: [] } }
}

export function valuationParts({ chain: _, pricings, ...columns }: ValuedChain): ValuationParts {
  return { columns, pricings: pricings.map((pricing) => pricing && pricingParts(pricing)) }
}

/** The valuation of a chain from its parts; from now on `valuedChain` answers with it. */
export function restoreValuation(chain: OptionChain, { columns, pricings }: ValuationParts): ValuedChain {
  const restored: ValuedChain = {
    ...columns,
    chain,
    pricings: pricings.map((parts) => parts && { ...parts, rows: pricedRows(chain, parts) }),
  }
  rememberValuation(restored)
  return restored
}

function pricingParts({ firstRow, endRow, terms, tables }: ExpirationPricing): PricingParts {
  return { firstRow, endRow, terms, tables: tables && sharedTables(tables) }
}

function sharedTables({ calls, puts }: ExerciseTables): ExerciseTables {
  const share = (table: ExerciseTable | null) => table && sharedTable(table)
  return { calls: calls.map(share), puts: puts.map(share) }
}

const shared = new WeakMap<ExerciseTable, ExerciseTable>()

function sharedTable(table: ExerciseTable): ExerciseTable {
  const known = shared.get(table)
  if (known) return known
  const { gaps, premiums, rateSlopes } = table
  const made = {
    ...table,
    gaps: sharedColumn(gaps),
    premiums: sharedColumn(premiums),
    rateSlopes: rateSlopes && sharedColumn(rateSlopes),
  }
  shared.set(table, made)
  return made
}

function sharedColumn(values: Float64Array): Float64Array {
  const column = new Float64Array(new SharedArrayBuffer(values.byteLength))
  column.set(values)
  return column
}
