/**
 * The lowest volatilities of all contracts of a session by minute, outside of the heap. Those of a contract are a chain
 * from the latest to the earliest; each is lower than those after it, so that the earliest is the lowest of all. A place
 * of −1 is an empty chain.
 */
import { NumberRecords } from '../../../lib/math/number-records.ts'

const REAL = { volatility: 0, count: 1 } as const
const WHOLE = { minute: 0, before: 1, count: 2 } as const
const NONE = -1

export class LowestVolatilities {
  readonly #records = new NumberRecords(REAL.count, WHOLE.count)

  /** Drops what is before a minute, and returns what the chain begins with then. */
  dropBefore(minute: number, latest: number): number {
    let kept = NONE
    let place = latest
    while (place !== NONE && this.#minute(place) >= minute) {
      kept = place
      place = this.#before(place)
    }
    while (place !== NONE) place = this.#drop(place)
    if (kept === NONE) return NONE
    this.#records.setWhole(kept, WHOLE.before, NONE)
    return latest
  }

  /** NaN of an empty chain. */
  lowest(latest: number): number {
    let lowest = Number.NaN
    for (let place = latest; place !== NONE; place = this.#before(place)) lowest = this.#volatility(place)
    return lowest
  }

  /** Adds the volatility of a minute, and returns what the chain begins with then. */
  added(minute: number, volatility: number, latest: number): number {
    let before = latest
    while (before !== NONE && this.#volatility(before) >= volatility) before = this.#drop(before)
    if (before !== NONE && this.#minute(before) >= minute) return before
    const place = this.#records.add()
    this.#records.setReal(place, REAL.volatility, volatility)
    this.#records.setWhole(place, WHOLE.minute, minute)
    this.#records.setWhole(place, WHOLE.before, before)
    return place
  }

  /** Returns the one before it. */
  #drop(place: number): number {
    this.#records.remove(place)
    return this.#before(place)
  }

  #volatility(place: number): number {
    return this.#records.real(place, REAL.volatility)
  }

  #minute(place: number): number {
    return this.#records.whole(place, WHOLE.minute)
  }

  #before(place: number): number {
    return this.#records.whole(place, WHOLE.before)
  }
}
