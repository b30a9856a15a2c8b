/** Which moments can be asked for: the present, cut to whole seconds, and the ends of past sessions. */
import { AppError } from '../../../domain/errors.ts'
import { WARM_UP_SESSIONS } from './sessions.ts'
import type { Moment, World } from './world.ts'

/** The data change at most this often. */
const VERSION_MS = 1000

export class MarketClock {
  readonly #world: World
  readonly #now: () => Date
  #latest: { readonly ms: number; readonly moment: Moment } | undefined

  constructor(world: World, now: () => Date) {
    this.#world = world
    this.#now = now
  }

  /** The first date with a past view. */
  get firstDate(): string {
    return this.#world.sessions.dateAt(WARM_UP_SESSIONS)
  }

  /** The same object for a whole second. Throws `unavailable` before the first session that can be looked back at. */
  present(): Moment {
    const ms = Math.floor(this.#now().getTime() / VERSION_MS) * VERSION_MS
    if (this.#latest?.ms === ms) return this.#latest.moment
    const moment = this.#world.momentAt(ms)
    if (moment && moment.index > WARM_UP_SESSIONS) {
      this.#latest = { ms, moment }
      return moment
    }
    throw new AppError(
      'unavailable',
      `The simulated market begins after ${this.firstDate}: set the clock to a later time.`,
    )
  }

  /** Throws `not_found` for a date without a finished session. */
  closeOn(date: string): Moment {
    const lastDate = this.lastDate(this.present())
    const index = date > lastDate ? undefined : this.#world.sessions.indexOf(date)
    if (index !== undefined && index >= WARM_UP_SESSIONS) return this.#world.within(index, 1)
    throw new AppError(
      'not_found',
      `The simulated market has no finished session on ${date}. Choose a trading day from ${this.firstDate} to ` +
        `${lastDate}, or leave date out for the present.`,
    )
  }

  /** Of the latest session that has ended. */
  lastDate({ index, phase, share }: Moment): string {
    return this.#world.sessions.dateAt(phase === 'night' || share >= 1 ? index : index - 1)
  }
}
