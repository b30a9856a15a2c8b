/** Selects the expirations of a query, and the contracts of a chain that enter its sums. */
import { indexAt } from '../../../lib/math/columns.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'

export interface ExpirationFilter {
  /** All settlements of that date. */
  readonly expirationDate?: string | undefined
  /** Calendar days, included. */
  readonly dteMin?: number | undefined
  readonly dteMax?: number | undefined
}

export function isSelected(
  { expirationDate, dte }: Pick<ValuedExpiration, 'expirationDate' | 'dte'>,
  filter: ExpirationFilter,
): boolean {
  if (filter.expirationDate !== undefined && filter.expirationDate !== expirationDate) return false
  if (filter.dteMin !== undefined && dte < filter.dteMin) return false
  return filter.dteMax === undefined || dte <= filter.dteMax
}

/** The unexpired expirations that pass the filter, in order of settlement. */
export function selectedExpirations({ expirations }: ValuedChain, filter: ExpirationFilter): ValuedExpiration[] {
  return expirations.filter((expiration) => !expiration.expired && isSelected(expiration, filter))
}

/** A warning if no expiration passes the filter. */
export function emptySelection(valued: ValuedChain, filter: ExpirationFilter): string[] {
  if (selectedExpirations(valued, filter).length > 0) return []
  const { expirationDate: requested } = filter
  const listed = valued.expirations.map(({ expirationDate }) => expirationDate).sort()
  if (requested === undefined || listed.includes(requested)) return [noneUnexpired(valued, filter)]
  const around = [listed.findLast((date) => date < requested), listed.find((date) => date > requested)]
  const nearest = around.filter((date) => date !== undefined).join(' and ')
  return [`No contract expires on ${requested}${nearest && `: the nearest expirations are ${nearest}`}.`]
}

/** With the next expiration that a longer `dteMax` would include. */
function noneUnexpired({ expirations }: ValuedChain, { dteMax = Number.POSITIVE_INFINITY }: ExpirationFilter): string {
  const later = expirations.filter(({ expired, dte }) => !expired && dte > dteMax)
  const next = later.map(({ expirationDate, dte }) => `${expirationDate} (dte ${dte})`)[0]
  return `No unexpired contract is listed for the requested expirations${next === undefined ? '' : `: the next expiration is ${next}`}.`
}

/** 1 for each row that enters the sums. */
export function selectedRows({ chain, expirations, counted }: ValuedChain, filter: ExpirationFilter): Uint8Array {
  const passes = expirations.map((expiration) => isSelected(expiration, filter))
  const { expirationIndex } = chain.contracts
  return counted.map((isCounted, row) => (isCounted === 1 && passes[indexAt(expirationIndex, row)] ? 1 : 0))
}
