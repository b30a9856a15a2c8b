/**
 * A valuation as plain data without its chain, so that another thread may make it: columns change hands, early-exercise
 * tables are written once into memory that both threads read.
 */
import type { OptionChain } from '../market/chain.ts'
import type { ExerciseTables } from '../pricing/american-columns.ts'
import type { ExerciseTable } from '../pricing/american-table.ts'
import { rememberValuation, type ValuedChain } from './chain-valuation.ts'
import { type ExpirationPricing, pricedRows } from './expiration-pricing.ts'
import { type GammaFigures, gammaFigures, rememberGammaFigures } from './gamma-exposure.ts'
import { NEAR_DTE } from './option-levels.ts'
import type { ExpirationFilter } from './row-selection.ts'

/** Repricing costs as much as the valuation: done beside it for what is asked most. */
const USUAL_FILTERS: readonly ExpirationFilter[] = [{}, { dteMax: NEAR_DTE }]

type PricingParts = Omit<ExpirationPricing, 'rows'>

export interface ValuationParts {
  readonly valued: Omit<ValuedChain, 'chain' | 'pricings'>
  readonly pricings: readonly (PricingParts | null)[]
  /** Figures of the whole chain and of its near expirations. */
  readonly gamma: readonly { readonly filter: ExpirationFilter; readonly figures: GammaFigures }[]
}

/** Of a chain only what valuing reads: contracts have no names there. */
export function unnamed(chain: OptionChain): OptionChain {
  return { ...chain, contracts: { ...chain.contracts, optionSymbols: [] } }
}

/** The columns are those of the valuation itself: it must not be read any more once they have been given away. */
export function valuationParts({ chain, pricings, ...valued }: ValuedChain): ValuationParts {
  const whole = { chain, pricings, ...valued }
  return {
    valued,
    pricings: pricings.map((pricing) => pricing && pricingParts(pricing)),
    gamma: USUAL_FILTERS.map((filter) => ({ filter, figures: gammaFigures(whole, filter) })),
  }
}

/** The valuation of a chain from its parts; from now on `valuedChain` and `gammaFigures` answer with it. */
export function restoreValuation(chain: OptionChain, { valued, pricings, gamma }: ValuationParts): ValuedChain {
  const restored: ValuedChain = {
    ...valued,
    chain,
    pricings: pricings.map((parts) => parts && { ...parts, rows: pricedRows(chain, parts) }),
  }
  rememberValuation(restored)
  for (const { filter, figures } of gamma) rememberGammaFigures(restored, filter, figures)
  return restored
}

/** The memory of the columns that may change hands. */
export function ownedBuffers({ valued }: ValuationParts): ArrayBuffer[] {
  const columns = [...Object.values(valued), ...Object.values(valued.pairs), ...Object.values(valued.terms)]
  const buffers = columns.flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
  return [...new Set(buffers)]
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
