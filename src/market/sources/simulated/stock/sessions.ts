/** The sessions of the simulation, counted from its first one, so that paths can be columns. */
import {
  nextTradingDay,
  sessionOn,
  type TradingSession,
  tradingDaysBetween,
} from '../../../domain/calendar/trading-calendar.ts'

/** The first bar of every symbol. */
const GENESIS = '2022-01-03'

/** Sessions before the first one that can be viewed, so that every view has a year of history. */
export const WARM_UP_SESSIONS = 252

export class Sessions {
  readonly #dates = [GENESIS]
  readonly #indexes = new Map([[GENESIS, 0]])

  /** Undefined for a date without a session and before the first one. */
  indexOf(date: string): number | undefined {
    this.#extendTo(date)
    return this.#indexes.get(date)
  }

  dateAt(index: number): string {
    let date = this.#dates[index]
    while (date === undefined) {
      this.#extendTo(nextTradingDay(this.#dates.at(-1) ?? GENESIS))
      date = this.#dates[index]
    }
    return date
  }

  at(index: number): TradingSession {
    const date = this.dateAt(index)
    const session = sessionOn(date)
    if (!session) throw new RangeError(`No trading session on ${date}`)
    return session
  }

  #extendTo(date: string): void {
    const last = this.#dates.at(-1) ?? GENESIS
    if (date <= last) return
    for (const next of tradingDaysBetween(nextTradingDay(last), date)) {
      this.#indexes.set(next, this.#dates.push(next) - 1)
    }
  }
}
