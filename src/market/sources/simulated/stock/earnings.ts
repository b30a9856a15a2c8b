/**
 * When a simulated company reports: once a quarter, 12 to 45 days after its end, always before the open or always after
 * the close. The dates are known long before, as real ones are to within days.
 */

import { mix, mixText, uniform } from '../../../../lib/math/seeded-random.ts'
import { addDays, civilDate } from '../../../../lib/time/civil-date.ts'
import { isTradingDay, nextTradingDay, sessionOn } from '../../../domain/calendar/trading-calendar.ts'

export interface EarningsReport {
  readonly reportDate: string
  readonly timing: 'before_open' | 'after_close'
  /** The session whose opening price is the first to know. */
  readonly reactionDate: string
  readonly reactionMs: number
}

export class Earnings {
  readonly #stream: number
  readonly #years = new Map<number, readonly EarningsReport[]>()
  readonly #coming = new Map<number, readonly number[]>()

  constructor(seed: number, symbol: string) {
    this.#stream = mixText(seed, `earnings ${symbol}`)
  }

  isReaction(date: string): boolean {
    const year = Number(date.slice(0, 4))
    return this.#of(year).some((report) => report.reactionDate === date)
  }

  /** The opening instants of the coming four years or more that will know a report, in order. */
  reactionsAfter(ms: number): readonly number[] {
    const year = new Date(ms).getUTCFullYear()
    const reactions = this.#coming.get(year) ?? this.#reactionsFrom(year)
    const passed = reactions.findIndex((reactionMs) => reactionMs > ms)
    return passed > 0 ? reactions.slice(passed) : reactions
  }

  #reactionsFrom(year: number): readonly number[] {
    const years = [year, year + 1, year + 2, year + 3, year + 4]
    const reactions = years.flatMap((each) => this.#of(each).map((report) => report.reactionMs))
    this.#coming.set(year, reactions)
    return reactions
  }

  /** The reports with a date from one to another, both included, in order. */
  between(from: string, to: string): EarningsReport[] {
    const reports: EarningsReport[] = []
    for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
      reports.push(...this.#of(year).filter(({ reportDate }) => reportDate >= from && reportDate <= to))
    }
    return reports
  }

  /** The reports of a calendar year in order. None is so late in December that the reaction is in the next year. */
  #of(year: number): readonly EarningsReport[] {
    const known = this.#years.get(year)
    if (known) return known
    const reports = [1, 4, 7, 10].map((month) => this.#report(year, month))
    this.#years.set(year, reports)
    return reports
  }

  #report(year: number, month: number): EarningsReport {
    const timing = uniform(mix(this.#stream, 1)) < 0.5 ? 'before_open' : 'after_close'
    const usual = 15 + Math.floor(26 * uniform(mix(this.#stream, 2)))
    const shift = Math.floor(7 * uniform(mix(mix(this.#stream, year), month))) - 3
    const planned = addDays(civilDate(year, month, 1), usual + shift)
    const reportDate = isTradingDay(planned) ? planned : nextTradingDay(planned)
    const reactionDate = timing === 'before_open' ? reportDate : nextTradingDay(reportDate)
    return { reportDate, timing, reactionDate, reactionMs: sessionOn(reactionDate)?.openMs ?? Number.NaN }
  }
}
