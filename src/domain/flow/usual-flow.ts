/**
 * What is usual for a symbol and its contracts, as far as the session has come: means in logarithms that start from what
 * the sessions before say, else from all symbols, and give way as prints are seen.
 */
import type { TradingSession } from '../market/trading-calendar.ts'
import type { ContractLedger } from './contract-ledger.ts'

/** Means of logarithms over all symbols, where nothing is known of the symbol itself. */
export interface UsualStart {
  readonly logSize: number
  readonly logPremium: number
}

const HOURS = 8
const MS_PER_HOUR = 3_600_000
/** So many prints speak as loudly as what was believed before. */
const SYMBOL_PRIOR = 30
const HOUR_PRIOR = 50
const CONTRACT_PRIOR = 5
/** Of open interest, where the usual volume of a contract is unknown. */
const TURNOVER = 0.05
const LEAST_VOLUME = 5
/** Narrower than this the sizes of a contract are not believed to be. */
const LEAST_DEVIATION = 0.4

export class UsualFlow {
  readonly #session: TradingSession | null
  readonly #start: UsualStart
  readonly #hourCount = new Float64Array(HOURS)
  readonly #hourSum = new Float64Array(HOURS)
  #count = 0
  #logSizes = 0
  #logPremiums = 0

  constructor(start: UsualStart, session: TradingSession | null) {
    this.#start = start
    this.#session = session
  }

  learn(contract: ContractLedger, size: number, premium: number, executedAtMs: number): void {
    const logSize = Math.log(size)
    contract.sizeCount++
    contract.logSizes += logSize
    const logPremium = Math.log(premium)
    if (Number.isNaN(logPremium)) return
    const hour = this.#hourOf(executedAtMs)
    this.#count++
    this.#logSizes += logSize
    this.#logPremiums += logPremium
    this.#hourCount[hour] = (this.#hourCount[hour] ?? 0) + 1
    this.#hourSum[hour] = (this.#hourSum[hour] ?? 0) + logPremium
  }

  /** Contracts of a usual print of the contract. */
  sizeOf({ identity, sizeCount, logSizes }: ContractLedger): number {
    const symbol = shrunk(this.#start.logSize, SYMBOL_PRIOR, this.#logSizes, this.#count)
    const known = identity.history?.usualSize ?? Number.NaN
    const start = known > 0 ? Math.log(known) : symbol
    return Math.exp(shrunk(start, CONTRACT_PRIOR, logSizes, sizeCount))
  }

  /** How widely sizes of the contract scatter, in logarithms; 1 where that is unknown. */
  sizeDeviationOf({ identity }: ContractLedger): number {
    const known = identity.history?.sizeDeviation ?? Number.NaN
    return known > 0 ? Math.max(known, LEAST_DEVIATION) : 1
  }

  /** USD of a usual print of the symbol in that hour of the session. */
  premiumAt(ms: number): number {
    const hour = this.#hourOf(ms)
    const symbol = shrunk(this.#start.logPremium, SYMBOL_PRIOR, this.#logPremiums, this.#count)
    return Math.exp(shrunk(symbol, HOUR_PRIOR, this.#hourSum[hour] ?? 0, this.#hourCount[hour] ?? 0))
  }

  /** Contracts that would usually have been traded by then. */
  expectedVolume({ identity }: ContractLedger, ms: number): number {
    const { history, openInterest } = identity
    const known = history?.usualVolume ?? Number.NaN
    const whole = known >= 0 ? known : TURNOVER * (openInterest > 0 ? openInterest : 0)
    return Math.max(whole * this.#shareOfDay(ms), LEAST_VOLUME)
  }

  /** What the symbol turned out to be like, for the session after. */
  means(): UsualStart {
    return {
      logSize: shrunk(this.#start.logSize, SYMBOL_PRIOR, this.#logSizes, this.#count),
      logPremium: shrunk(this.#start.logPremium, SYMBOL_PRIOR, this.#logPremiums, this.#count),
    }
  }

  #hourOf(ms: number): number {
    const hour = Math.floor((ms - (this.#session?.openMs ?? ms)) / MS_PER_HOUR)
    return Math.min(Math.max(hour, 0), HOURS - 1)
  }

  /** Trading is heavy after the open and before the close: share of the day's volume by then. */
  #shareOfDay(ms: number): number {
    if (!this.#session) return 1
    const { openMs, closeMs } = this.#session
    const t = Math.min(Math.max((ms - openMs) / (closeMs - openMs), 0), 1)
    return t + 0.1 * Math.sin(2 * Math.PI * t)
  }
}

function shrunk(start: number, weight: number, sum: number, count: number): number {
  return (weight * start + sum) / (weight + count)
}
