/** The contracts traded in a session so far, by symbol. */
import { daysBetween } from '../../../lib/time/civil-date.ts'
import { formatOptionSymbol, isAdjustedRoot, parseOptionSymbol } from '../../../market/domain/options/option-symbol.ts'
import type { ContractFacts } from './contract-facts.ts'
import { type ContractExpiration, ContractNumbers, ContractState } from './contract-state.ts'
import type { PendingRow } from './pending-row.ts'
import type { Rejection } from './print-counts.ts'
import type { RecentPrints } from './recent-prints.ts'

/** More than any underlying lists; limits the memory that a broken feed can use. */
const MAX_CONTRACTS = 65_536
const MAX_REJECTED = 4_096

export class ContractBook {
  readonly #sessionDate: string
  readonly #facts: ContractFacts
  readonly #numbers: ContractNumbers<PendingRow>
  readonly #entries = new Map<string, ContractState<PendingRow>>()
  readonly #rejected = new Map<string, Rejection>()
  /** By date: the days to it, and one text of it for its thousands of contracts. */
  readonly #expirations = new Map<string, ContractExpiration>()

  /** The contracts share `prints`. */
  constructor(sessionDate: string, facts: ContractFacts, prints: RecentPrints<PendingRow>) {
    this.#sessionDate = sessionDate
    this.#facts = facts
    this.#numbers = new ContractNumbers(prints)
  }

  /**
   * The contract of a symbol as written on the tape, padded or not; otherwise the reason for rejection. Open interest is
   * that of the tape, which may be renewed in a session, else the chain's.
   */
  find(symbol: string, tapedInterest: number): ContractState<PendingRow> | Rejection {
    const known = this.#entries.get(symbol)
    if (known) {
      known.knowOpenInterest(tapedInterest)
      return known
    }
    return this.#rejected.get(symbol) ?? this.#enter(symbol, tapedInterest)
  }

  #enter(symbol: string, tapedInterest: number): ContractState<PendingRow> | Rejection {
    const entry = this.#entries.size < MAX_CONTRACTS ? this.#open(symbol, tapedInterest) : 'too_many_contracts'
    if (typeof entry !== 'string') this.#entries.set(symbol, entry)
    else if (this.#rejected.size < MAX_REJECTED) this.#rejected.set(symbol, entry)
    return entry
  }

  #open(symbol: string, tapedInterest: number): ContractState<PendingRow> | Rejection {
    const contract = parseOptionSymbol(symbol)
    if (!contract) return 'unreadable_contract'
    const expiration = this.#expirationOn(contract.expirationDate)
    if (expiration.dte < 0) return 'expired_contract'
    const padded = formatOptionSymbol(contract)
    // The text of the tape, which keeps it anyway, instead of one more for each contract.
    const optionSymbol = symbol === padded ? symbol : padded
    // A feed can use both forms for a contract.
    const known = symbol === optionSymbol ? undefined : this.#entries.get(optionSymbol)
    if (known) {
      known.knowOpenInterest(tapedInterest)
      return known
    }
    const fact = this.#facts.find(optionSymbol)
    const state = new ContractState<PendingRow>(
      {
        optionSymbol,
        optionType: contract.optionType,
        strike: contract.strike,
        expiration,
        multiplier: fact?.multiplier ?? (isAdjustedRoot(contract.root) ? Number.NaN : 100),
        openInterest: Number.isNaN(tapedInterest) ? (fact?.openInterest ?? Number.NaN) : tapedInterest,
        carry: fact?.carry ?? null,
        history: fact?.history ?? null,
        isListed: fact?.isListed === true,
      },
      this.#numbers,
    )
    this.#entries.set(optionSymbol, state)
    return state
  }

  #expirationOn(expirationDate: string): ContractExpiration {
    const known = this.#expirations.get(expirationDate)
    if (known) return known
    const expiration = { expirationDate, dte: daysBetween(this.#sessionDate, expirationDate) }
    this.#expirations.set(expirationDate, expiration)
    return expiration
  }
}
