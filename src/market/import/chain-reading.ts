/** The part of reading a chain that is common to all formats: which rows belong to it, and the report. */

import { newYorkTime } from '../domain/calendar/new-york-time.ts'
import { symbolOfRoot } from '../domain/calendar/option-expirations.ts'
import { optionQuoteInstantAt } from '../domain/calendar/option-hours.ts'
import { quoteInstantAt, sessionDateAt } from '../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../domain/options/chain.ts'
import { ChainBuilder, type ContractRow, type RowRefusal } from '../domain/options/chain-builder.ts'
import { FileRefused } from './file-refused.ts'
import type { ReadLog } from './read-log.ts'
import type { ImportedDocument, ReadRequest } from './reading.ts'

const REASONS: Readonly<Record<RowRefusal, string>> = {
  bad_root: 'not an option root',
  bad_strike: 'not a listable strike',
  bad_expiration_date: 'not a date that exists',
  repeated: 'an earlier row is of the same contract',
}

export interface ChainFacts {
  readonly stampMs: number
  readonly name: string | null
  readonly underlyingPrice: number
  /** The quotes are at most of the close of the stocks, also those of options that trade on. */
  readonly endsWithStocks?: boolean
  /** New York date, where the file names it. */
  readonly openInterestDate?: string
  readonly warnings?: readonly string[]
}

export class ChainReading {
  readonly #builder = new ChainBuilder()
  readonly #request: ReadRequest
  readonly #log: ReadLog
  readonly #ofRoot = new Map<string, boolean>()
  #symbol: string | undefined
  #knownIvs = 0

  constructor(request: ReadRequest, log: ReadLog) {
    this.#request = request
    this.#log = log
    this.#symbol = request.symbol
  }

  /** Without a given symbol, the first contract determines the symbol of the file. */
  add(rowNumber: number, column: string, row: ContractRow): void {
    if (!this.#belongs(row.root)) {
      this.#log.refuseRow(
        rowNumber,
        column,
        row.root,
        `a contract of ${symbolOfRoot(row.root)}, not of ${this.#symbol}`,
      )
      return
    }
    const refusal = this.#builder.add(row)
    if (refusal) this.#log.refuseRow(rowNumber, column, contractText(row), REASONS[refusal])
    else if (row.vendorIv !== undefined && row.vendorIv >= 0) this.#knownIvs++
  }

  get count(): number {
    return this.#builder.count
  }

  finish({ stampMs, name, underlyingPrice, openInterestDate, ...facts }: ChainFacts): ImportedDocument {
    const { warnings = [], endsWithStocks = false } = facts
    const symbol = this.#symbol
    if (symbol === undefined || this.count === 0) throw new FileRefused('No contract of the file could be taken.')
    const asOfMs = endsWithStocks ? quoteInstantAt(stampMs) : optionQuoteInstantAt(symbol, stampMs)
    const moved = movedSentence(stampMs, asOfMs)
    if (moved) this.#log.note(moved)
    if (stampMs > this.#request.nowMs) this.#log.note('The file is stamped in the future of this machine’s clock.')
    const all = moved ? [moved, ...warnings] : warnings
    const chain = this.#builder.build({ symbol, asOfMs, underlyingPrice, warnings: all })
    this.#describe(chain)
    return {
      type: 'chain',
      stampMs,
      name,
      chain: openInterestDate === undefined ? chain : { ...chain, openInterestDate },
    }
  }

  #belongs(root: string): boolean {
    const known = this.#ofRoot.get(root)
    if (known !== undefined) return known
    this.#symbol ??= symbolOfRoot(root)
    // Roots have no dots: the contracts of BRK.B are named BRKB.
    const belongs = symbolOfRoot(root) === this.#symbol.replaceAll('.', '')
    this.#ofRoot.set(root, belongs)
    return belongs
  }

  #describe({ asOfMs, sessionDate, expirations, contracts }: OptionChain): void {
    this.#log.taken += contracts.count
    let expired = 0
    let ivs = 0
    for (let row = 0; row < contracts.count; row++) {
      if ((expirations[contracts.expirationIndex[row] ?? 0]?.settlesAtMs ?? 0) <= asOfMs) expired++
      if (!Number.isNaN(contracts.vendorIv[row])) ivs++
    }
    if (expired > 0) this.#log.note(`${sessionDate}: expired contracts, stored but excluded from all sums: ${expired}.`)
    const placeholders = this.#knownIvs - ivs
    if (placeholders > 0)
      this.#log.note(`${sessionDate}: implied volatilities of 0 and placeholders, read as unknown: ${placeholders}.`)
  }
}

/** Null when the stamp lies in regular hours. */
function movedSentence(stampMs: number, asOfMs: number): string | null {
  if (stampMs === asOfMs) return null
  return `Stamped ${newYorkText(stampMs)} New York time, outside market hours: the quotes are those of the close of ${sessionDateAt(asOfMs)}.`
}

function newYorkText(ms: number): string {
  const { date, minuteOfDay } = newYorkTime(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date} ${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`
}

function contractText({ root, expirationDate, strike, optionType }: ContractRow): string {
  return `${root} ${expirationDate} ${strike} ${optionType}`
}
