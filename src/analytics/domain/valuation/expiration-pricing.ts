/**
 * Pricing of one expiration as a block of rows: implied volatilities and greeks, European or American. Each expiration
 * uses the spot implied by its own forward, so that a stale header cannot make early exercise look profitable.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import {
  type ExerciseTables,
  evaluateAmericanGreeks,
  invertAmericanVolatilities,
} from '../../../pricing/american/american-columns.ts'
import type { Range } from '../../../pricing/american/grid-table.ts'
import {
  type ContractRows,
  type ExpirationTerms,
  type GreekColumns,
  invertVolatilities,
} from '../../../pricing/contract-columns.ts'
import { evaluateGreeks } from '../../../pricing/european/greek-columns.ts'
import { type ChainTerms, effectiveSpot } from './chain-terms.ts'
import { cachedExerciseTable } from './exercise-table-cache.ts'

export interface ExpirationPricing {
  /** Rows of the chain from `firstRow` up to, not including, `endRow`. */
  readonly firstRow: number
  readonly endRow: number
  /** Terms of this one expiration, at its effective spot. */
  readonly terms: ExpirationTerms
  readonly rows: ContractRows
  /** Null when early exercise adds nothing. */
  readonly tables: ExerciseTables | null
}

/** Assumed without quotes, only to decide whether early exercise could matter. */
const ASSUMED_VOLATILITY = 0.3

/** Null for a settled expiration or an unknown forward. `typical` is a volatility near the money, NaN when unknown. */
export function expirationPricing(
  chain: OptionChain,
  terms: ChainTerms,
  expiration: number,
  { firstRow, endRow }: { readonly firstRow: number; readonly endRow: number },
  typical: number,
): ExpirationPricing | null {
  const yearsToExpiry = at(terms.yearsToExpiry, expiration)
  const forward = at(terms.forward, expiration)
  if (!(yearsToExpiry > 0 && forward > 0)) return null
  const rate = at(terms.rate, expiration)
  const dividendYield = at(terms.dividendYield, expiration)
  const { expirations } = chain
  const spot = effectiveSpot(terms, expiration)
  const rows = pricedRows(chain, { firstRow, endRow })
  const own: ExpirationTerms = {
    spot,
    dividendValue: at(terms.dividendValue, expiration),
    count: 1,
    forward: Float64Array.of(forward),
    yearsToExpiry: Float64Array.of(yearsToExpiry),
    rootYears: Float64Array.of(Math.sqrt(yearsToExpiry)),
    rate: Float64Array.of(rate),
    dividendYield: Float64Array.of(dividendYield),
    discountFactor: Float64Array.of(at(terms.discountFactor, expiration)),
    dividendFactor: Float64Array.of(Math.exp(-dividendYield * yearsToExpiry)),
  }
  const volatility = typical > 0 ? typical : ASSUMED_VOLATILITY
  const isAmerican = expirations[expiration]?.style === 'american'
  const dividends = terms.dividends[expiration] ?? []
  const strikes = rangeOf(rows.strike)
  const exercise = { yearsToExpiry, rate, dividendYield, volatility, dividends, strikes }
  const table = (isCall: boolean) => cachedExerciseTable(isCall, exercise)
  const tables = isAmerican ? { calls: [table(true)], puts: [table(false)] } : null
  return {
    firstRow,
    endRow,
    terms: own,
    rows,
    tables: tables?.calls[0] || tables?.puts[0] ? tables : null,
  }
}

/** Lowest and highest. */
export function rangeOf(values: Float64Array): Range {
  let [low, high] = [Number.POSITIVE_INFINITY, 0]
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)]
  return { low, high }
}

/** The contracts of one expiration as the pricing passes read them. */
export function pricedRows(
  { contracts }: OptionChain,
  { firstRow, endRow }: { readonly firstRow: number; readonly endRow: number },
): ContractRows {
  return {
    count: endRow - firstRow,
    expirationIndex: new Uint16Array(endRow - firstRow),
    isCall: contracts.isCall.subarray(firstRow, endRow),
    strike: contracts.strike.subarray(firstRow, endRow),
  }
}

/** Row ranges of the expirations of a chain, whose rows are sorted by expiration. */
export function rowRanges({ contracts, expirations }: OptionChain): { firstRow: number; endRow: number }[] {
  const ranges = expirations.map(() => ({ firstRow: contracts.count, endRow: 0 }))
  for (let row = 0; row < contracts.count; row++) {
    const range = ranges[indexAt(contracts.expirationIndex, row)]
    if (!range) continue
    if (row < range.firstRow) range.firstRow = row
    range.endRow = row + 1
  }
  return ranges.map(({ firstRow, endRow }) => ({ firstRow: Math.min(firstRow, endRow), endRow }))
}

/** Implied volatility of each row's price (USD per share), NaN where there is none. Columns are of the whole chain. */
export function invertPrices(
  { terms, rows, tables, firstRow, endRow }: ExpirationPricing,
  price: Float64Array,
  volatility: Float64Array,
  status: Uint8Array,
): void {
  const own = price.subarray(firstRow, endRow)
  const out = volatility.subarray(firstRow, endRow)
  const codes = status.subarray(firstRow, endRow)
  if (tables) invertAmericanVolatilities(terms, tables, rows, own, out, codes)
  else invertVolatilities(terms, rows, own, out, codes)
}

/** Writes price and greeks of the expiration's rows; gamma is per USD 1 of `spot`, the price that they refer to. */
export function evaluatePricing(
  { terms, rows, tables, firstRow, endRow }: ExpirationPricing,
  volatility: Float64Array,
  out: GreekColumns,
  spot: number,
): void {
  const part = (column: Float64Array) => column.subarray(firstRow, endRow)
  const own: GreekColumns = {
    price: part(out.price),
    delta: part(out.delta),
    gamma: part(out.gamma),
    vega: part(out.vega),
    theta: part(out.theta),
    rho: part(out.rho),
    vanna: part(out.vanna),
    charm: part(out.charm),
    volga: part(out.volga),
  }
  if (tables) evaluateAmericanGreeks(terms, tables, rows, part(volatility), own)
  else evaluateGreeks(terms, rows, part(volatility), own)
  const scale = ((terms.spot + (terms.dividendValue ?? 0)) / spot) ** 2
  for (let row = 0; row < rows.count; row++) own.gamma[row] = scale * at(own.gamma, row)
}
