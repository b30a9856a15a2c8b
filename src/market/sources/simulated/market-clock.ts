/**
 * Available moments: the present, truncated to seconds, and past closes. While the market is closed, the present is the
 * last close, or an instant of the replayed session.
 */

import { AppError } from '../../../lib/errors.ts'
import { isCivilDate } from '../../../lib/time/civil-date.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { isTradingDay, marketSessionAt, tradingDaysAround } from '../../domain/calendar/trading-calendar.ts'
import type { MarketSession } from '../../domain/stocks/quote.ts'
import { WARM_UP_SESSIONS } from './stock/sessions.ts'
import type { Moment, World } from './world.ts'

/** The data change at most this often. */
const VERSION_MS = 1000

interface ClockOptions {
  readonly now: () => Date
  /** Whether prices move at night, at weekends and on holidays; otherwise they stand still at the last close. */
  readonly alwaysOpen: boolean
  /** Whether the last session is replayed, again and again, until the next one opens. */
  readonly replays: boolean
}

export class MarketClock {
  readonly #world: World
  readonly #now: () => Date
  readonly #alwaysOpen: boolean
  readonly #replays: boolean
  /** The close at which the market stands still. */
  #close: Moment | undefined
  #latest: { readonly ms: number; readonly moment: Moment } | undefined
  #latestSession: { readonly minute: number; readonly session: MarketSession } | undefined

  constructor(world: World, { now, alwaysOpen, replays }: ClockOptions) {
    this.#world = world
    this.#now = now
    this.#alwaysOpen = alwaysOpen
    this.#replays = replays
  }

  /** The first date with a past view. */
  get firstDate(): string {
    return this.#world.sessions.dateAt(WARM_UP_SESSIONS)
  }

  /** Whether the market is open now, by the calendar of the exchanges unless it is always open. */
  get marketSession(): MarketSession {
    if (this.#alwaysOpen) return 'open'
    // Sessions begin and end with a minute, and every quote names the present one.
    const minute = Math.floor(this.#now().getTime() / MINUTE_MS)
    if (this.#latestSession?.minute !== minute) {
      this.#latestSession = { minute, session: marketSessionAt(minute * MINUTE_MS) }
    }
    return this.#latestSession.session
  }

  /**
   * The same object within one second, and as long as the market is closed. Throws `unavailable` before the first
   * session with enough history.
   */
  present(): Moment {
    const ms = Math.floor(this.#now().getTime() / VERSION_MS) * VERSION_MS
    if (this.#latest?.ms === ms) return this.#latest.moment
    const instant = this.#world.momentAt(ms)
    if (instant && instant.index > WARM_UP_SESSIONS) {
      const moment = this.#shown(instant)
      this.#latest = { ms, moment }
      return moment
    }
    throw new AppError(
      'unavailable',
      `The simulated market begins after ${this.firstDate}: set the clock to a later time.`,
    )
  }

  /** The moment that answers describe at an instant. */
  #shown(instant: Moment): Moment {
    if (instant.phase === 'session' || this.#alwaysOpen) return instant
    return this.#replays ? this.#replayed(instant) : this.#closeOf(instant.index)
  }

  /** As far into its session as time has passed since its close; a session that is over begins again. */
  #replayed({ index, asOfMs }: Moment): Moment {
    const { openMs, closeMs } = this.#world.sessions.at(index)
    const lengthMs = closeMs - openMs
    const passedMs = asOfMs - closeMs
    const run = Math.floor(passedMs / lengthMs)
    return { ...this.#world.within(index, (passedMs - run * lengthMs) / lengthMs), replay: run }
  }

  /** Throws `not_found` for a date without a finished session. */
  closeOn(date: string): Moment {
    const lastDate = this.lastDate(this.present())
    const index = date > lastDate ? undefined : this.#world.sessions.indexOf(date)
    if (index !== undefined && index >= WARM_UP_SESSIONS) return this.#world.within(index, 1)
    const around = isCivilDate(date) && !isTradingDay(date) ? `${tradingDaysAround(date)} ` : ''
    throw new AppError(
      'not_found',
      `The simulated market has no finished session on ${date}. ${around}Choose a trading day from ${this.firstDate} to ` +
        `${lastDate}, or leave date out for the present.`,
    )
  }

  #closeOf(index: number): Moment {
    if (this.#close?.index !== index) this.#close = this.#world.within(index, 1)
    return this.#close
  }

  /** Of the latest session that has ended: a replayed one has. */
  lastDate({ index, phase, share, replay }: Moment): string {
    const hasEnded = phase === 'night' || share >= 1 || replay !== undefined
    return this.#world.sessions.dateAt(hasEnded ? index : index - 1)
  }
}
