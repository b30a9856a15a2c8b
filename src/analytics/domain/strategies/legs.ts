/**
 * Legs of an option strategy as people write them: `-2 SPY261218P00640000 @ 3.15`, `100 stock`. A positive quantity is
 * bought, a negative one is sold.
 */
import {
  formatOptionSymbol,
  type OptionContract,
  parseOptionSymbol,
} from '../../../market/domain/options/option-symbol.ts'

export const MAX_LEGS = 8
export const MAX_CONTRACTS = 10_000
export const MAX_SHARES = 1_000_000

export interface LegText {
  /** Contracts of an option, shares of the stock; not 0. */
  readonly quantity: number
  /** Null for the stock. */
  readonly contract: OptionContract | null
  /** USD per share; null where none is given. */
  readonly price: number | null
}

const LEG = /^([+-]?\d{1,9})\s+(.+?)(?:\s*@\s*(\d+(?:\.\d+)?))?$/

/** A sentence that says what is wrong, for a text that is not a leg. */
export function parseLeg(text: string): LegText | string {
  const [, count, name = '', price] = LEG.exec(text.trim()) ?? []
  if (count === undefined) return 'must be a quantity and a contract, such as -1 SPY261218P00640000 @ 3.15 or 100 stock'
  const quantity = Number(count)
  const contract = name.toLowerCase() === 'stock' ? null : parseOptionSymbol(name.toUpperCase())
  const isStock = name.toLowerCase() === 'stock'
  if (!isStock && contract === null) return 'must name an OCC option symbol such as SPY261218P00640000, or stock'
  const most = isStock ? MAX_SHARES : MAX_CONTRACTS
  if (quantity === 0 || Math.abs(quantity) > most) {
    return `must have a quantity from 1 to ${most} ${isStock ? 'shares' : 'contracts'}, negative when sold`
  }
  return { quantity, contract, price: price === undefined ? null : Number(price) }
}

/** The name of what a leg trades, equal for equal contracts. */
export function legName({ contract }: Pick<LegText, 'contract'>): string {
  return contract ? formatOptionSymbol(contract) : 'stock'
}
