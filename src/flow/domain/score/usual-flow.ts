/**
 * Baselines of a symbol and its contracts during a session: means of logarithms, shrunk towards earlier sessions, or
 * towards all symbols if there are none.
 */
import type { TradingSession } from '../../../market/domain/calendar/trading-calendar.ts'
import type { ContractState } from '../tape/contract-state.ts'

/** Initial means of logarithms, from earlier sessions or from all symbols. */
export interface UsualStart {
  readonly logSize: number
  readonly logPremium: number
}

const HOURS = 8
const MS_PER_HOUR = 3_600_000
/** Number of prints with the same weight as the prior. */
const SYMBOL_PRIOR = 30
const HOUR_PRIOR = 50
const CONTRACT_PRIOR = 5
/** Assumed daily volume over open interest, for contracts with unknown history. */
const TURNOVER = 0.05
const MIN_VOLUME = 5
/** Lower bound for the size deviation of a contract. */
const MIN_DEVIATION = 0.4

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

  learn(contract: ContractState, size: number, premium: number, executedAtMs: number): void {
    const logSize = Math.log(size)
    contract.countSize(logSize)
    const logPremium = Math.log(premium)
    if (Number.isNaN(logPremium)) return
    const hour = this.#hourOf(executedAtMs)
    this.#count++
    this.#logSizes += logSize
    this.#logPremiums += logPremium
    this.#hourCount[hour] = (this.#hourCount[hour] ?? 0) + 1
    this.#hourSum[hour] = (this.#hourSum[hour] ?? 0) + logPremium
  }

  /** Expected size of a print of the contract, in contracts. */
  sizeOf({ history, sizeCount, logSizes }: ContractState): number {
    const symbol = shrunk(this.#start.logSize, SYMBOL_PRIOR, this.#logSizes, this.#count)
    const known = history?.usualSize ?? Number.NaN
    const start = known > 0 ? Math.log(known) : symbol
    return Math.exp(shrunk(start, CONTRACT_PRIOR, logSizes, sizeCount))
  }

  /** Deviation of the logarithm of the contract's print sizes; 1 when unknown. */
  sizeDeviationOf({ history }: ContractState): number {
    const known = history?.sizeDeviation ?? Number.NaN
    return known > 0 ? Math.max(known, MIN_DEVIATION) : 1
  }

  /** Expected premium of a print of the symbol in that hour of the session, USD. */
  premiumAt(ms: number): number {
    const hour = this.#hourOf(ms)
    const symbol = shrunk(this.#start.logPremium, SYMBOL_PRIOR, this.#logPremiums, this.#count)
    return Math.exp(shrunk(symbol, HOUR_PRIOR, this.#hourSum[hour] ?? 0, this.#hourCount[hour] ?? 0))
  }

  /** Expected volume of the contract up to that instant, in contracts. */
  expectedVolume({ history, openInterest }: ContractState, ms: number): number {
    const known = history?.usualVolume ?? Number.NaN
    const whole = known >= 0 ? known : TURNOVER * (openInterest > 0 ? openInterest : 0)
    return Math.max(whole * this.#shareOfDay(ms), MIN_VOLUME)
  }

  /** Posterior means, for the next session. */
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

  /** Expected share of the day's volume up to an instant; trading is heavier after the open and before the close. */
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
