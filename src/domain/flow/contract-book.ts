/** The contracts that a session has traded so far, each read from its symbol once. */
import { daysBetween } from '../../lib/civil-date.ts'
import { formatOptionSymbol, isAdjustedRoot, parseOptionSymbol } from '../market/option-symbol.ts'
import type { ContractFacts } from './contract-facts.ts'
import { ContractLedger } from './contract-ledger.ts'
import type { Refusal } from './print-counts.ts'

/** More than any underlying lists; what a broken feed could invent is bounded by it. */
const MOST_CONTRACTS = 65_536
const MOST_REFUSED = 4_096

export interface BookEntry {
  readonly ledger: ContractLedger
  /** Whether the chain lists it. */
  readonly listed: boolean
}

export class ContractBook {
  readonly #sessionDate: string
  readonly #facts: ContractFacts
  readonly #entries = new Map<string, BookEntry>()
  readonly #refused = new Map<string, Refusal>()

  constructor(sessionDate: string, facts: ContractFacts) {
    this.#sessionDate = sessionDate
    this.#facts = facts
  }

  /**
   * The contract of a symbol as the tape writes it, padded or not; a reason when there can be no row of it. Open
   * interest is the chain's, else what the tape says of it at the contract's first print.
   */
  find(symbol: string, tapedInterest: number): BookEntry | Refusal {
    return this.#entries.get(symbol) ?? this.#refused.get(symbol) ?? this.#enter(symbol, tapedInterest)
  }

  #enter(symbol: string, tapedInterest: number): BookEntry | Refusal {
    const entry = this.#entries.size < MOST_CONTRACTS ? this.#open(symbol, tapedInterest) : 'too_many_contracts'
    if (typeof entry !== 'string') this.#entries.set(symbol, entry)
    else if (this.#refused.size < MOST_REFUSED) this.#refused.set(symbol, entry)
    return entry
  }

  #open(symbol: string, tapedInterest: number): BookEntry | Refusal {
    const contract = parseOptionSymbol(symbol)
    if (!contract) return 'unreadable_contract'
    const dte = daysBetween(this.#sessionDate, contract.expirationDate)
    if (dte < 0) return 'expired_contract'
    const optionSymbol = formatOptionSymbol(contract)
    // One feed may write a contract in both forms.
    const known = symbol === optionSymbol ? undefined : this.#entries.get(optionSymbol)
    if (known) return known
    const fact = this.#facts.find(optionSymbol)
    const entry = {
      listed: fact?.isListed === true,
      ledger: new ContractLedger({
        optionSymbol,
        optionType: contract.optionType,
        strike: contract.strike,
        expirationDate: contract.expirationDate,
        dte,
        multiplier: fact?.multiplier ?? (isAdjustedRoot(contract.root) ? Number.NaN : 100),
        openInterest: fact && !Number.isNaN(fact.openInterest) ? fact.openInterest : tapedInterest,
        carry: fact?.carry ?? null,
        history: fact?.history ?? null,
      }),
    }
    this.#entries.set(optionSymbol, entry)
    return entry
  }
}
