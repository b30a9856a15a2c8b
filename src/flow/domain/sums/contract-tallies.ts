import { NumberRecords } from '../../../lib/math/number-records.ts'
import type { OptionType } from '../../../market/domain/options/chain.ts'
import type { FlowRow } from '../flow-row.ts'
import { accumulationChance } from '../score/accumulation-chance.ts'
import { type Accumulation, isAccumulable } from './accumulation.ts'
import { CENTS } from './flow-sums.ts'

export type TalliedRow = Pick<
  FlowRow,
  | 'optionSymbol'
  | 'optionType'
  | 'expirationDate'
  | 'dte'
  | 'premium'
  | 'size'
  | 'aggressor'
  | 'delta'
  | 'openInterest'
  | 'evidence'
>

/** What all rows of a contract share. */
type Contract = Pick<TalliedRow, 'optionSymbol' | 'optionType' | 'expirationDate' | 'dte'>

/** Premium in USD; volume in contracts. */
interface SidePremium {
  readonly premium: { readonly call: number; readonly put: number }
  readonly volume: number
}

/** Sums of the rows of a session by contract. */
export interface ContractSums {
  /** Of the contracts that pass. A row with unknown premium counts only in the volume. */
  bySide(passes: (contract: Pick<Contract, 'expirationDate' | 'dte'>) => boolean): SidePremium
  /** The contract with most rows that belong to an accumulation by the model; null without any such row. */
  strongestAccumulation(): Accumulation | null
}

/** Chances are in thousandths and premiums in cents, so that a row can be taken back exactly. */
const CHANCES = 1000
/** `expected`, `likelySize` and `likelyPremium` are sums of chances, times contracts and premiums. */
const REAL = { volume: 0, premium: 1, openInterest: 2, expected: 3, likelySize: 4, likelyPremium: 5, count: 6 } as const
/** Accumulable rows with an aggressive buyer, with an aggressive seller, and with neither. */
const WHOLE = { buys: 0, sells: 1, others: 2, count: 3 } as const

/**
 * Kept as rows come and change: a session has tens of thousands of rows, and questions about its sums come every few
 * seconds.
 */
export class ContractTallies implements ContractSums {
  /** In the order in which they were added, each with the place of its numbers. */
  readonly #places = new Map<string, Contract & { readonly place: number }>()
  readonly #numbers = new NumberRecords(REAL.count, WHOLE.count)

  static of(rows: Iterable<TalliedRow>): ContractTallies {
    const tallies = new ContractTallies()
    for (const row of rows) tallies.add(row)
    return tallies
  }

  /** With −1 it takes back a row that was added. */
  add(row: TalliedRow, times: 1 | -1 = 1): void {
    const { place } = this.#places.get(row.optionSymbol) ?? this.#newContract(row)
    const cents = Math.round(CENTS * row.premium)
    // Of the evening before; a source may know it only later.
    if (row.openInterest > 0) this.#numbers.setReal(place, REAL.openInterest, row.openInterest)
    this.#addTo(place, REAL.volume, times * row.size)
    if (Number.isNaN(cents)) return
    this.#addTo(place, REAL.premium, times * cents)
    if (!isAccumulable(row)) return
    const column = row.aggressor > 0 ? WHOLE.buys : row.aggressor < 0 ? WHOLE.sells : WHOLE.others
    this.#numbers.setWhole(place, column, this.#numbers.whole(place, column) + times)
    const chance = times * Math.round(CHANCES * accumulationChance(row.evidence))
    this.#addTo(place, REAL.expected, chance)
    this.#addTo(place, REAL.likelySize, chance * row.size)
    this.#addTo(place, REAL.likelyPremium, chance * cents)
  }

  bySide(passes: (contract: Pick<Contract, 'expirationDate' | 'dte'>) => boolean): SidePremium {
    const cents = { call: 0, put: 0 }
    let volume = 0
    for (const contract of this.#places.values()) {
      if (!passes(contract)) continue
      cents[contract.optionType] += this.#numbers.real(contract.place, REAL.premium)
      volume += this.#numbers.real(contract.place, REAL.volume)
    }
    return { premium: { call: cents.call / CENTS, put: cents.put / CENTS }, volume }
  }

  strongestAccumulation(): Accumulation | null {
    let strongest: Accumulation | null = null
    for (const { optionSymbol, optionType, place } of this.#places.values()) {
      if (this.#numbers.real(place, REAL.expected) === 0) continue
      const found = this.#accumulation(optionSymbol, optionType, place)
      if (!strongest || isStronger(found, strongest)) strongest = found
    }
    return strongest
  }

  #accumulation(optionSymbol: string, optionType: OptionType, place: number): Accumulation {
    const numbers = this.#numbers
    return {
      optionSymbol,
      optionType,
      buys: numbers.whole(place, WHOLE.buys),
      sells: numbers.whole(place, WHOLE.sells),
      others: numbers.whole(place, WHOLE.others),
      expected: numbers.real(place, REAL.expected) / CHANCES,
      size: numbers.real(place, REAL.likelySize) / CHANCES,
      premium: numbers.real(place, REAL.likelyPremium) / CHANCES / CENTS,
      openInterest: numbers.real(place, REAL.openInterest),
    }
  }

  #newContract({ optionSymbol, optionType, expirationDate, dte }: Contract): { place: number } {
    const place = this.#numbers.add()
    this.#places.set(optionSymbol, { optionSymbol, optionType, expirationDate, dte, place })
    return { place }
  }

  #addTo(place: number, column: number, more: number): void {
    this.#numbers.setReal(place, column, this.#numbers.real(place, column) + more)
  }
}

function isStronger(a: Accumulation, b: Accumulation): boolean {
  return a.expected > b.expected || (a.expected === b.expected && a.premium > b.premium)
}
