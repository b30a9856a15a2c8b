/** One page of a listed chain. The cursor names a contract, so paging stays correct while contracts are added or removed. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { expirationOf, rulesOfRoot } from '../../../market/domain/calendar/option-expirations.ts'
import { formatOptionSymbol, parseOptionSymbol } from '../../../market/domain/options/option-symbol.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'

export interface ChainPage {
  readonly rows: readonly number[]
  /** The last contract of the page, without padding; null when nothing follows. */
  readonly nextCursor: string | null
}

export interface PageRequest {
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined
  /** Maximum number of rows; unlimited by default. */
  readonly limit?: number | undefined
}

/** `rows` are row numbers of the chain, in its order. Null for an invalid cursor. */
export function chainPage(valued: ValuedChain, rows: readonly number[], request: PageRequest): ChainPage | null {
  const { cursor, limit = rows.length } = request
  const start = cursor === undefined ? 0 : startAfter(valued, rows, cursor)
  if (start === null) return null
  const page = rows.slice(start, start + limit)
  const last = page.at(-1)
  const hasMore = start + page.length < rows.length
  return { rows: page, nextCursor: hasMore && last !== undefined ? cursorOf(valued, last) : null }
}

function cursorOf(valued: ValuedChain, row: number): string {
  return symbolOf(valued, row).replaceAll(' ', '')
}

function symbolOf({ chain }: ValuedChain, row: number): string {
  return chain.contracts.optionSymbols[row] ?? ''
}

function startAfter(valued: ValuedChain, rows: readonly number[], cursor: string): number | null {
  const contract = parseOptionSymbol(cursor)
  if (!contract) return null
  const { settlesAtMs } = expirationOf(contract.expirationDate, rulesOfRoot(contract.root))
  const key = { settlesAtMs, strike: contract.strike, isPut: contract.optionType === 'put' ? 1 : 0 }
  const symbol = formatOptionSymbol(contract)
  const start = rows.findIndex((row) => isAfter(valued, row, { ...key, symbol }))
  return start < 0 ? rows.length : start
}

interface SortKey {
  readonly settlesAtMs: number
  readonly strike: number
  readonly isPut: number
  readonly symbol: string
}

function isAfter(valued: ValuedChain, row: number, key: SortKey): boolean {
  const { contracts, expirations } = valued.chain
  const settlesAtMs = expirations[indexAt(contracts.expirationIndex, row)]?.settlesAtMs ?? 0
  const isPut = contracts.isCall[row] === 1 ? 0 : 1
  const difference = settlesAtMs - key.settlesAtMs || at(contracts.strike, row) - key.strike || isPut - key.isPut
  return difference > 0 || (difference === 0 && symbolOf(valued, row) > key.symbol)
}
