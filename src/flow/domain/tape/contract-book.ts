/** The contracts traded in a session so far, by symbol. */
import { daysBetween } from '../../../lib/time/civil-date.ts'
import { formatOptionSymbol, isAdjustedRoot, parseOptionSymbol } from '../../../market/domain/options/option-symbol.ts'
import type { ContractFacts } from './contract-facts.ts'
import { type ContractIdentity, ContractState } from './contract-state.ts'
import type { PendingRow } from './pending-row.ts'
import type { Rejection } from './print-counts.ts'
import type { RecentPrints } from './recent-prints.ts'

/** More than any underlying lists; limits the memory that a broken feed can use. */
const MAX_CONTRACTS = 65_536
const MAX_REJECTED = 4_096

export interface BookEntry {
  readonly state: ContractState<PendingRow>
  /** Whether the chain lists it. */
  readonly listed: boolean
}

export class ContractBook {
  readonly #sessionDate: string
  readonly #facts: ContractFacts
  readonly #prints: RecentPrints<PendingRow>
  readonly #entries = new Map<string, BookEntry>()
  readonly #rejected = new Map<string, Rejection>()
  /** By date: the days to it, and one text of it for its thousands of contracts. */
  readonly #expirations = new Map<string, Pick<ContractIdentity, 'expirationDate' | 'dte'>>()

  /** The contracts share `prints`. */
  constructor(sessionDate: string, facts: ContractFacts, prints: RecentPrints<PendingRow>) {
    this.#sessionDate = sessionDate
    this.#facts = facts
    this.#prints = prints
  }

  /**
   * The contract of a symbol as written on the tape, padded or not; otherwise the reason for rejection. Open interest is
   * that of the tape, which may be renewed in a session, else the chain's.
   */
  find(symbol: string, tapedInterest: number): BookEntry | Rejection {
    const known = this.#entries.get(symbol)
    if (known) {
      known.state.knowOpenInterest(tapedInterest)
      return known
    }
    return this.#rejected.get(symbol) ?? this.#enter(symbol, tapedInterest)
  }

  #enter(symbol: string, tapedInterest: number): BookEntry | Rejection {
    const entry = this.#entries.size < MAX_CONTRACTS ? this.#open(symbol, tapedInterest) : 'too_many_contracts'
    if (typeof entry !== 'string') this.#entries.set(symbol, entry)
    else if (this.#rejected.size < MAX_REJECTED) this.#rejected.set(symbol, entry)
    return entry
  }

  #open(symbol: string, tapedInterest: number): BookEntry | Rejection {
    const contract = parseOptionSymbol(symbol)
    if (!contract) return 'unreadable_contract'
    const { expirationDate, dte } = this.#expirationOn(contract.expirationDate)
    if (dte < 0) return 'expired_contract'
    const optionSymbol = formatOptionSymbol(contract)
    // A feed can use both forms for a contract.
    const known = symbol === optionSymbol ? undefined : this.#entries.get(optionSymbol)
    if (known) {
      known.state.knowOpenInterest(tapedInterest)
      return known
    }
    const fact = this.#facts.find(optionSymbol)
    const entry = {
      listed: fact?.isListed === true,
      state: new ContractState<PendingRow>(
        {
          optionSymbol,
          optionType: contract.optionType,
          strike: contract.strike,
          expirationDate,
          dte,
          multiplier: fact?.multiplier ?? (isAdjustedRoot(contract.root) ? Number.NaN : 100),
          openInterest: Number.isNaN(tapedInterest) ? (fact?.openInterest ?? Number.NaN) : tapedInterest,
          carry: fact?.carry ?? null,
          history: fact?.history ?? null,
        },
        this.#prints,
      ),
    }
    this.#entries.set(optionSymbol, entry)
    return entry
  }

  #expirationOn(expirationDate: string): Pick<ContractIdentity, 'expirationDate' | 'dte'> {
    const known = this.#expirations.get(expirationDate)
    if (known) return known
    const expiration = { expirationDate, dte: daysBetween(this.#sessionDate, expirationDate) }
    this.#expirations.set(expirationDate, expiration)
    return expiration
  }
}
