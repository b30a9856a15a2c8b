import { isAccumulable } from '../sums/accumulation.ts'
import { aggressorOf } from '../tape/contract-row.ts'
import type { ContractIdentity } from '../tape/contract-state.ts'
import type { PendingRow } from '../tape/pending-row.ts'
import { OrderTally } from './order-tally.ts'

/** The final rows of all contracts of a symbol. */
export class SessionOrders {
  /** Contracts in them. */
  size = 0
  /** By days to expiry, calls after puts. */
  readonly #sides = new Map<number, OrderTally>()

  /** Counts a final row, for its contract too. */
  add(row: PendingRow): void {
    const { contract, size, delta, executedAtMs } = row
    const aggressor = aggressorOf(row)
    this.size += size
    contract.orders.add(aggressor, size, executedAtMs)
    const { identity } = contract
    if (isAccumulable({ delta, dte: identity.dte })) this.sideOf(identity).add(aggressor, size, executedAtMs)
  }

  /** Rows of the calls, or of the puts, of the expiration of a contract that were typical for accumulation. */
  sideOf({ dte, optionType }: Pick<ContractIdentity, 'dte' | 'optionType'>): OrderTally {
    const key = 2 * dte + (optionType === 'call' ? 1 : 0)
    const known = this.#sides.get(key)
    if (known) return known
    const side = new OrderTally()
    this.#sides.set(key, side)
    return side
  }
}
