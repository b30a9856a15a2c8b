import { at } from '../../../lib/math/columns.ts'
import { firstNotBefore } from '../../../lib/math/first-not-before.ts'
import type { ContractColumns } from '../../../market/domain/options/chain.ts'
import { type OptionContract, parseOptionSymbol } from '../../../market/domain/options/option-symbol.ts'

type Columns = Pick<ContractColumns, 'optionSymbols' | 'openInterest' | 'multiplier'>

/** NaN is unknown. */
export interface ListedContract {
  /** Contracts, of the evening before. */
  readonly openInterest: number
  /** Shares per contract. */
  readonly multiplier: number
}

/** Contracts of one root, in the order of their keys. */
interface RootContracts {
  readonly keys: Float64Array
  readonly openInterest: Float64Array
  /** One alone where it is that of all, as nearly always. */
  readonly multipliers: Float64Array
}

/**
 * What a session needs of its chain until it ends, in 16 bytes for each contract: thousands are listed for each symbol, and
 * most of them never trade.
 */
export class ListedContracts {
  readonly #roots: ReadonlyMap<string, RootContracts>

  constructor(columns: Columns) {
    const listed = columns.optionSymbols.flatMap((identity, row) => {
      const contract = parseOptionSymbol(identity)
      return contract ? [{ root: contract.root, key: keyOf(contract), row }] : []
    })
    const roots = [...Map.groupBy(listed, ({ root }) => root)]
    this.#roots = new Map(roots.map(([root, contracts]) => [root, inOrder(contracts, columns)]))
  }

  /** Null for a contract that is not listed. */
  find(contract: OptionContract): ListedContract | null {
    const contracts = this.#roots.get(contract.root)
    if (!contracts) return null
    const { keys, openInterest, multipliers } = contracts
    const key = keyOf(contract)
    const place = firstNotBefore(keys.length, (each) => at(keys, each) < key)
    if (at(keys, place) !== key) return null
    return { openInterest: at(openInterest, place), multiplier: at(multipliers, multipliers.length === 1 ? 0 : place) }
  }
}

/** Expiration, right and strike as a whole number below 2 ** 53. */
function keyOf({ expirationDate, optionType, strike }: OptionContract): number {
  const day = Number(expirationDate.replaceAll('-', ''))
  return (2 * day + (optionType === 'put' ? 1 : 0)) * 1e8 + Math.round(strike * 1000)
}

function inOrder(
  contracts: readonly { readonly key: number; readonly row: number }[],
  { openInterest, multiplier }: Columns,
): RootContracts {
  const sorted = contracts.toSorted((a, b) => a.key - b.key)
  const multipliers = Float64Array.from(sorted, ({ row }) => at(multiplier, row))
  return {
    keys: Float64Array.from(sorted, ({ key }) => key),
    openInterest: Float64Array.from(sorted, ({ row }) => at(openInterest, row)),
    multipliers: multipliers.every((each) => Object.is(each, multipliers[0])) ? multipliers.slice(0, 1) : multipliers,
  }
}
