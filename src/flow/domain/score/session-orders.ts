import { HOUR_MS } from '../../../lib/time/duration.ts'
import { isAccumulable } from '../sums/accumulation.ts'
import { aggressorOf, isOpenMarket } from '../tape/contract-row.ts'
import type { ContractState } from '../tape/contract-state.ts'
import { type PendingRow, priceOf } from '../tape/pending-row.ts'
import type { Direction } from '../tape/print-side.ts'
import type { OrderTally, TalliedOrder } from './order-tally.ts'

/** Sums of `OrderTally` over a contract and those near it, at one instant. */
export interface NearOrders {
  buys: number
  sells: number
  buying: number
  apart: number
  logSizes: number
  logSquares: number
  rows: number
  balance: number
  sizeBalance: number
  squares: number
  /** Rows of buying, and of selling, of a size like that of the row. */
  similarBuying: number
  similarSelling: number
  /** Contracts in which somebody bought in the last two hours. */
  strikes: number
}

/** So many strikes that have traded, on each side of a contract, are near it: an accumulation is spread over a few. */
const NEAR = 3
const RECENT_MS = 2 * HOUR_MS

/** The final rows of all contracts of a symbol. */
export class SessionOrders {
  /** Contracts in them. */
  size = 0
  /** By days to expiry, calls after puts: the contracts that were typical for accumulation, by strike. */
  readonly #sides = new Map<number, ContractState<PendingRow>[]>()

  /** Counts a final row, for its contract too. */
  add(row: PendingRow): void {
    const { contract, size, delta } = row
    this.size += size
    const isTypical = isAccumulable({ delta, dte: contract.dte })
    contract.orders.add(orderOf(row), isTypical)
    if (!isTypical) return
    const side = this.#sideOf(contract)
    const place = placeOf(side, contract.strike)
    if (side[place] !== contract) side.splice(place, 0, contract)
  }

  /** Of the contract and of the strikes near it, with a row of the contract that is to come. */
  near(contract: ContractState<PendingRow>, order: TalliedOrder): Readonly<NearOrders> {
    const sums = withOrder(contract.orders, order)
    const side = this.#sideOf(contract)
    const place = placeOf(side, contract.strike)
    const end = (side[place] === contract ? place + 1 : place) + NEAR
    for (let each = Math.max(place - NEAR, 0); each < Math.min(end, side.length); each++) {
      const other = side[each]
      if (other && other !== contract) addTally(sums, other.orders, order)
    }
    return sums
  }

  #sideOf({ dte, optionType }: Pick<ContractState, 'dte' | 'optionType'>): ContractState<PendingRow>[] {
    const key = 2 * dte + (optionType === 'call' ? 1 : 0)
    const known = this.#sides.get(key)
    if (known) return known
    const side: ContractState<PendingRow>[] = []
    this.#sides.set(key, side)
    return side
  }
}

/** Below it, rounding decides between bid and ask. */
const MIN_LEAN = 1e-6

export function orderOf(row: PendingRow): TalliedOrder {
  const { size, executedAtMs } = row
  const place = isOpenMarket(row) && row.direction === 0 ? placeInQuote(row) : 0
  const lean: Direction = place > MIN_LEAN ? 1 : place < -MIN_LEAN ? -1 : 0
  return { aggressor: aggressorOf(row), lean, size, executedAtMs }
}

/** Signed distance of the price from the middle of the quote, in half spreads; NaN without a usable quote. */
export function placeInQuote(row: PendingRow): number {
  const { bid, ask, lowQuality } = row
  return lowQuality ? Number.NaN : (priceOf(row) - 0.5 * (bid + ask)) / (0.5 * (ask - bid))
}

/** A class, because an object with so many fields is made for every print. */
class NearSums implements NearOrders {
  buys = 0
  sells = 0
  buying = 0
  apart = 0
  logSizes = 0
  logSquares = 0
  rows = 0
  balance = 0
  sizeBalance = 0
  squares = 0
  similarBuying = 0
  similarSelling = 0
  strikes = 0
}

function withOrder(tally: OrderTally, order: TalliedOrder): NearOrders {
  const { aggressor, lean, size, executedAtMs } = order
  const sums = new NearSums()
  addTally(sums, tally, order)
  const direction = aggressor || lean
  if (direction === 0) return sums
  const logSize = Math.log(size)
  sums.rows++
  sums.balance += direction
  sums.sizeBalance += direction * size
  sums.squares += size * size
  if (aggressor > 0) sums.buys++
  if (direction < 0) return sums
  sums.buying++
  if (tally.isApart(executedAtMs)) sums.apart++
  sums.logSizes += logSize
  sums.logSquares += logSize * logSize
  sums.strikes = 1
  return sums
}

function addTally(sums: NearOrders, tally: OrderTally, { size, executedAtMs }: TalliedOrder): void {
  sums.buys += tally.buys
  sums.sells += tally.sells
  sums.buying += tally.buying
  sums.apart += tally.apart
  sums.logSizes += tally.logSizes
  sums.logSquares += tally.logSquares
  if (executedAtMs - tally.lastBuyingMs < RECENT_MS) sums.strikes++
  const { faded } = tally
  if (!faded) return
  const factor = faded.factorAt(executedAtMs)
  sums.rows += factor * faded.rows
  sums.balance += factor * faded.balance
  sums.sizeBalance += factor * faded.sizeBalance
  sums.squares += factor * faded.squares
  sums.similarBuying += factor * faded.similar(1, size)
  sums.similarSelling += factor * faded.similar(-1, size)
}

/** Where a strike is, or would be. */
function placeOf(contracts: readonly ContractState<PendingRow>[], strike: number): number {
  let place = contracts.length
  while (place > 0 && (contracts[place - 1]?.strike ?? 0) >= strike) place--
  return place
}
