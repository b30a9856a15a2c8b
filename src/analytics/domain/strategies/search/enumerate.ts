/** All structures of limited loss of the usable contracts: each is the sum of two rows of profits. */
import { at } from '../../../../lib/math/columns.ts'
import type { BestCandidates, SearchLeg } from './best-candidates.ts'
import { type ProfitRows, paidFor, receivedFor } from './profit-rows.ts'
import type { SearchContract, SearchExpiration } from './search-contracts.ts'
import type { SearchedTemplate } from './search-query.ts'

/** Strikes between the legs of a wing, and of a diagonal. */
const WINGS = 8
const DIAGONAL = 4
const MAX_GAP_DAYS = 60
const EQUAL = 1e-9

/** One expiration with its rows. */
export interface Board {
  readonly of: SearchExpiration
  readonly calls: ProfitRows
  readonly puts: ProfitRows
}

/** Spreads that sell a strike and buy one up to eight strikes above, and below. */
interface Wings {
  readonly above: Float64Array
  readonly below: Float64Array
}

const leg = (quantity: number, { row }: SearchContract): SearchLeg => ({ quantity, row })

/** Offers every structure to those that are kept. */
export class Enumeration {
  readonly #best: BestCandidates
  readonly #cells: number

  constructor(best: BestCandidates, cells: number) {
    this.#best = best
    this.#cells = cells
  }

  /** Structures of one expiration. */
  one(board: Board): void {
    this.#ofSide(board.calls, 'long_call', 'call_vertical')
    this.#ofSide(board.puts, 'long_put', 'put_vertical')
    this.#bought(board)
    if (this.#best.wants('iron_condor') || this.#best.wants('iron_butterfly')) this.#condors(board)
  }

  #ofSide(side: ProfitRows, single: SearchedTemplate, vertical: SearchedTemplate): void {
    if (this.#best.wants(single)) this.#singles(side, single)
    if (this.#best.wants(vertical)) this.#verticals(side, vertical)
    if (this.#best.wants('butterfly')) this.#butterflies(side)
  }

  /** Calendars and diagonals: the near leg sold, the far one bought. */
  two(near: Board, far: Board): void {
    const gap = far.of.expiration.dte - near.of.expiration.dte
    if (gap <= 0 || gap > MAX_GAP_DAYS) return
    this.#pairs(near.calls, far.calls, -1)
    this.#pairs(near.puts, far.puts, 1)
  }

  #singles(side: ProfitRows, template: SearchedTemplate): void {
    const none = new Float64Array(this.#cells)
    for (const [index, contract] of side.contracts.entries()) {
      const price = paidFor(contract)
      if (!this.#best.admits({ price, risk: price, width: Number.NaN })) continue
      const utility = this.#best.utility(side.bought, index * this.#cells, none, 0, price)
      this.#best.offer(template, utility, price, () => [leg(1, contract)])
    }
  }

  #verticals(side: ProfitRows, template: SearchedTemplate): void {
    for (const one of side.contracts.keys()) {
      for (const two of side.contracts.keys()) if (one !== two) this.#vertical(side, template, one, two)
    }
  }

  #vertical({ contracts, bought, sold }: ProfitRows, template: SearchedTemplate, one: number, two: number): void {
    const [long, short] = [contracts[one], contracts[two]]
    if (!long || !short) return
    const price = paidFor(long) - receivedFor(short)
    const width = Math.abs(long.strike - short.strike)
    const isCredit = long.isCall === long.strike > short.strike
    const risk = isCredit ? width + price : price
    if (!this.#best.admits({ price, risk, width })) return
    const utility = this.#best.utility(bought, one * this.#cells, sold, two * this.#cells, risk)
    this.#best.offer(template, utility, risk, () => [leg(1, long), leg(-1, short)])
  }

  /** Straddles and strangles. */
  #bought({ calls, puts }: Board): void {
    for (const one of puts.contracts.keys()) {
      for (const two of calls.contracts.keys()) this.#boughtPair(calls, puts, one, two)
    }
  }

  #boughtPair(calls: ProfitRows, puts: ProfitRows, one: number, two: number): void {
    const [put, call] = [puts.contracts[one], calls.contracts[two]]
    if (!put || !call || put.strike > call.strike) return
    const template = put.strike === call.strike ? 'straddle' : 'strangle'
    if (!this.#best.wants(template)) return
    const price = paidFor(put) + paidFor(call)
    if (!this.#best.admits({ price, risk: price, width: Number.NaN })) return
    const utility = this.#best.utility(puts.bought, one * this.#cells, calls.bought, two * this.#cells, price)
    this.#best.offer(template, utility, price, () => [leg(1, put), leg(1, call)])
  }

  #butterflies(side: ProfitRows): void {
    const wings = this.#wings(side)
    for (const index of side.contracts.keys()) {
      for (let wing = 1; wing <= WINGS; wing++) this.#butterfly(side, wings, index, wing)
    }
  }

  /** Equal wings around a strike that is sold twice. */
  #butterfly({ contracts }: ProfitRows, { above, below }: Wings, index: number, wing: number): void {
    const [low, middle, high] = [contracts[index - wing], contracts[index], contracts[index + wing]]
    if (!low || !middle || !high) return
    const width = middle.strike - low.strike
    if (Math.abs(high.strike - middle.strike - width) > EQUAL) return
    const price = paidFor(low) + paidFor(high) - 2 * receivedFor(middle)
    if (!this.#best.admits({ price, risk: price, width })) return
    const row = this.#wingRow(index, wing)
    const utility = this.#best.utility(above, row, below, row, price)
    this.#best.offer('butterfly', utility, price, () => [leg(1, low), leg(-2, middle), leg(1, high)])
  }

  #condors({ calls, puts }: Board): void {
    const wings = { calls: this.#wings(calls).above, puts: this.#wings(puts).below }
    for (const [one, put] of puts.contracts.entries()) {
      for (const [two, call] of calls.contracts.entries()) {
        if (put.strike <= call.strike) this.#condor({ calls, puts }, wings, one, two)
      }
    }
  }

  /** Iron condors of up to eight strikes, and iron butterflies where both sold strikes are one. */
  #condor(
    { calls, puts }: Pick<Board, 'calls' | 'puts'>,
    wings: { readonly calls: Float64Array; readonly puts: Float64Array },
    one: number,
    two: number,
  ): void {
    const [put, call] = [puts.contracts[one], calls.contracts[two]]
    if (!put || !call) return
    const template = put.strike === call.strike ? 'iron_butterfly' : 'iron_condor'
    if (!this.#best.wants(template)) return
    const sold = receivedFor(put) + receivedFor(call)
    for (let wing = 1; wing <= WINGS; wing++) {
      const [low, high] = [puts.contracts[one - wing], calls.contracts[two + wing]]
      if (!low || !high) break
      const width = Math.max(put.strike - low.strike, high.strike - call.strike)
      const price = paidFor(low) + paidFor(high) - sold
      const risk = width + price
      if (!this.#best.admits({ price, risk, width })) continue
      const [lower, upper] = [this.#wingRow(one, wing), this.#wingRow(two, wing)]
      const utility = this.#best.utility(wings.puts, lower, wings.calls, upper, risk)
      this.#best.offer(template, utility, risk, () => [leg(1, low), leg(-1, put), leg(-1, call), leg(1, high)])
    }
  }

  /** `inward` is the direction of strikes in which the bought leg is worth more, so that the loss is what is paid. */
  #pairs(near: ProfitRows, far: ProfitRows, inward: 1 | -1): void {
    const byStrike = new Map(far.contracts.map(({ strike }, index) => [strike, index]))
    for (const [one, { strike }] of near.contracts.entries()) {
      const same = byStrike.get(strike)
      if (same === undefined) continue
      for (let step = 0; step <= DIAGONAL; step++) this.#pair(near, far, one, same + inward * step)
    }
  }

  #pair(near: ProfitRows, far: ProfitRows, one: number, two: number): void {
    const [short, long] = [near.contracts[one], far.contracts[two]]
    if (!short || !long) return
    const template = short.strike === long.strike ? 'calendar' : 'diagonal'
    if (!this.#best.wants(template)) return
    const price = paidFor(long) - receivedFor(short)
    if (!this.#best.admits({ price, risk: price, width: Number.NaN })) return
    const utility = this.#best.utility(near.sold, one * this.#cells, far.bought, two * this.#cells, price)
    this.#best.offer(template, utility, price, () => [leg(-1, short), leg(1, long)])
  }

  #wings(side: ProfitRows): Wings {
    return { above: this.#wingRows(side, 1), below: this.#wingRows(side, -1) }
  }

  #wingRows({ contracts, bought, sold }: ProfitRows, direction: 1 | -1): Float64Array {
    const rows = new Float64Array(contracts.length * WINGS * this.#cells)
    for (const index of contracts.keys()) {
      for (let wing = 1; wing <= WINGS; wing++) {
        const other = index + direction * wing
        if (contracts[other]) addRows(rows, this.#wingRow(index, wing), [sold, index], [bought, other], this.#cells)
      }
    }
    return rows
  }

  #wingRow(index: number, wing: number): number {
    return (index * WINGS + wing - 1) * this.#cells
  }
}

type RowOf = readonly [column: Float64Array, index: number]

function addRows(rows: Float64Array, start: number, [one, first]: RowOf, [two, second]: RowOf, cells: number): void {
  for (let cell = 0; cell < cells; cell++)
    rows[start + cell] = at(one, first * cells + cell) + at(two, second * cells + cell)
}
