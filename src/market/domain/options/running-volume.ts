/**
 * The contracts traded so far of each contract of a tape. A cancel has no reference to its trade: of the prints of one
 * contract, price and size, read in the order of time, each cancel takes back one trade before it, whatever the order in
 * which they are reported. For a trade that is never reported it takes back nothing.
 */

import { at } from '../../../lib/math/columns.ts'
import type { OptionPrints } from './option-prints.ts'

/** Condition codes of OPRA that take back an earlier report: CANC, CNCL, CNCO and CNOL. */
const CANCELS: ReadonlySet<string> = new Set(['A', 'C', 'E', 'G'])

/** The time of the execution or of the cancel, in epoch milliseconds. */
export interface PrintTime {
  readonly ms: number
  readonly condition: string
}

export interface VolumePrint extends PrintTime {
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly price: number
  readonly size: number
}

/** The earlier reports of the same contract, price and size. */
export type EqualPrints = (print: VolumePrint) => readonly PrintTime[]

export class RunningVolume {
  readonly #equalPrints: EqualPrints
  readonly #volumes = new Map<string, number>()
  /** Contracts with a cancel. */
  readonly #canceled = new Set<string>()
  /** All reports of the contracts, prices and sizes with a cancel, which are few. */
  readonly #reports = new Map<string, PrintTime[]>()

  /** `equalPrints` is called once for each contract, price and size with a cancel. */
  constructor(equalPrints: EqualPrints) {
    this.#equalPrints = equalPrints
  }

  /** The volume of its contract after a print, in the order of the reports. */
  add(print: VolumePrint): number {
    const { optionSymbol, size } = print
    const volume = Math.max(0, (this.#volumes.get(optionSymbol) ?? 0) + size * this.#changeOfCount(print))
    this.#volumes.set(optionSymbol, volume)
    return volume
  }

  /** A print of which the volume after it is known. */
  restore(print: VolumePrint, volume: number): void {
    this.#changeOfCount(print)
    this.#volumes.set(print.optionSymbol, volume)
  }

  #changeOfCount(print: VolumePrint): number {
    const { optionSymbol, price, size, ms, condition } = print
    const isCancel = CANCELS.has(condition)
    if (!isCancel && !this.#canceled.has(optionSymbol)) return 1
    const key = `${optionSymbol} ${price} ${size}`
    const known = this.#reports.get(key)
    if (!isCancel && !known) return 1
    this.#canceled.add(optionSymbol)
    const reports = known ?? [...this.#equalPrints(print)]
    this.#reports.set(key, reports)
    const before = remaining(reports)
    reports.push({ ms, condition })
    return remaining(reports) - before
  }
}

/** Trades that no cancel takes back. */
function remaining(prints: readonly PrintTime[]): number {
  let count = 0
  for (const { condition } of prints.toSorted((a, b) => a.ms - b.ms)) {
    if (!CANCELS.has(condition)) count++
    else if (count > 0) count--
  }
  return count
}

/** A row of a tape. */
export function volumePrint(prints: OptionPrints, row: number): VolumePrint {
  return {
    optionSymbol: prints.optionSymbols.at(row) ?? '',
    ms: at(prints.executedAtMs, row),
    price: at(prints.price, row),
    size: at(prints.size, row),
    condition: prints.condition.at(row) ?? '',
  }
}

/** The volumes after each row of a whole tape. */
export function runningVolumes(prints: OptionPrints): Float64Array {
  const rowsOf = new Map<string, number[]>()
  const traded = new RunningVolume(({ optionSymbol, price, size }) =>
    (rowsOf.get(optionSymbol) ?? [])
      .filter((row) => at(prints.price, row) === price && at(prints.size, row) === size)
      .map((row) => volumePrint(prints, row)),
  )
  const volumes = new Float64Array(prints.count)
  for (let row = 0; row < prints.count; row++) {
    const print = volumePrint(prints, row)
    volumes[row] = traded.add(print)
    const rows = rowsOf.get(print.optionSymbol)
    if (rows) rows.push(row)
    else rowsOf.set(print.optionSymbol, [row])
  }
  return volumes
}
