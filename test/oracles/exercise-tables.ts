import type { ExerciseTables } from '../../src/pricing/american/american-columns.ts'
import { exerciseTable } from '../../src/pricing/american/exercise-table.ts'
import { at } from '../../src/pricing/column.ts'
import type { ExpirationTerms } from '../../src/pricing/contract-columns.ts'

/** Tables for all expirations: a few milliseconds each. Keep them until rate or yield moves by 1 bp or time by 0.5 %. */
export function exerciseTables(terms: ExpirationTerms, withRho = true): ExerciseTables {
  const tables = (isCall: boolean) =>
    Array.from({ length: terms.count }, (_, e) =>
      exerciseTable(isCall, at(terms.yearsToExpiry, e), at(terms.rate, e), at(terms.dividendYield, e), withRho),
    )
  return { calls: tables(true), puts: tables(false) }
}
