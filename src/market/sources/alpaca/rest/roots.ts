/**
 * The names under which the vendor lists the options of an underlying. A request by underlying returns the contracts of
 * the root of the same name; weekly index options (SPXW) and adjusted contracts (AAPL1) lie under roots of their own.
 */
import { rootsOfSymbol, symbolOfRoot } from '../../../domain/calendar/option-expirations.ts'
import type { OptionContract } from '../../../domain/options/option-symbol.ts'
import { VendorFailure, type VendorFault } from '../../vendor-failure.ts'

/** Roots have no dots: the contracts of BRK.B are named BRKB. */
export function belongs({ root }: Pick<OptionContract, 'root'>, symbol: string): boolean {
  return symbolOfRoot(root) === plain(symbol)
}

/** As the vendor spells its stocks, then as the roots are spelled. */
function spellingsOf(symbol: string): string[] {
  return [...new Set([symbol, plain(symbol)])]
}

/** The roots that are still to be requested, after those of the underlying's own name were received. */
export function furtherRoots(
  symbol: string,
  listed: Iterable<OptionContract>,
  received: Iterable<OptionContract>,
): string[] {
  const known = new Set([...received].map(({ root }) => root))
  const wanted = new Set([...rootsOfSymbol(plain(symbol)), ...[...listed].map(({ root }) => root)])
  for (const spelling of spellingsOf(symbol)) wanted.delete(spelling)
  return [...wanted].filter((root) => !known.has(root)).sort()
}

const NO_SUCH_NAME: ReadonlySet<VendorFault> = new Set(['bad_request', 'not_found', 'forbidden'])
const REFUSALS: ReadonlySet<VendorFault> = new Set([...NO_SUCH_NAME, 'unauthorized'])

/** A root that the vendor refused, though other contracts of the underlying were answered. */
export interface RefusedRoot {
  readonly root: string
  /** A sentence with the status of the answer. */
  readonly reason: string
}

export interface RootRows<Row> {
  readonly rows: ReadonlyMap<string, Row>
  readonly refused: readonly RefusedRoot[]
}

/** The rows of further roots, added to those that are there. One that is refused (4xx) costs its own rows alone. */
export async function withRoots<Row>(
  rows: ReadonlyMap<string, Row>,
  roots: readonly string[],
  ask: (root: string) => Promise<ReadonlyMap<string, Row>>,
): Promise<RootRows<Row>> {
  const all = new Map(rows)
  const refused: RefusedRoot[] = []
  for (const root of roots) {
    try {
      for (const [occ, row] of await ask(root)) all.set(occ, row)
    } catch (error) {
      if (!isRefusal(error)) throw error
      refused.push({ root, reason: error.message })
    }
  }
  return { rows: all, refused }
}

/** The rows of the first spelling that has some. Throws the first refusal where each was refused. */
export async function bySpelling<Row>(
  symbol: string,
  ask: (spelling: string) => Promise<ReadonlyMap<string, Row>>,
): Promise<ReadonlyMap<string, Row>> {
  const refusals: VendorFailure[] = []
  const spellings = spellingsOf(symbol)
  for (const spelling of spellings) {
    try {
      const rows = await ask(spelling)
      if (rows.size > 0) return rows
    } catch (error) {
      if (!isUnknownName(error)) throw error
      refusals.push(error)
    }
  }
  const [first] = refusals
  if (first && refusals.length === spellings.length) throw first
  return new Map()
}

function isRefusal(error: unknown): error is VendorFailure {
  return error instanceof VendorFailure && REFUSALS.has(error.fault)
}

function isUnknownName(error: unknown): error is VendorFailure {
  return error instanceof VendorFailure && NO_SUCH_NAME.has(error.fault)
}

function plain(symbol: string): string {
  return symbol.replaceAll('.', '')
}
