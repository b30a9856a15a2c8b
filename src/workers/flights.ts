import type { Room } from '../domain/notifications/fair-pick.ts'

export const MOST_UNDER_WAY = 256
export const MOST_AT_ENDPOINT = 4
export const MOST_AT_ACCOUNT = 16
/**
 * Claims of one turn of the event loop: more would hold up everybody else in the process. With 32 the loop was late by
 * 30 ms at the 99th percentile, with 16 by 15 ms, at the same rate.
 */
export const MOST_CLAIMS_AT_ONCE = 16

export interface Flight {
  readonly id: string
  readonly endpointId: string
  readonly accountId: string
}

/**
 * What this process is sending at the moment. A row in flight is not claimed again whatever the clock says, and no
 * endpoint or account takes all the places.
 */
export class Flights {
  readonly #instanceId: string
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #atEndpoint = new Map<string, number>()
  readonly #atAccount = new Map<string, number>()
  /** What takes a place, by its id: an answer frees the place, though the row stays this process's until it is written. */
  readonly #placed = new Map<string, Flight>()
  #isClosed = false
  #leases = 0
  /** Where the round through the endpoints goes on. */
  lastEndpoint = ''

  constructor(instanceId: string) {
    this.#instanceId = instanceId
  }

  get size(): number {
    return this.#underWay.size
  }

  /** A name that no other claim has, of this process or another. */
  nextLease(): string {
    this.#leases++
    return `${this.#instanceId}.${this.#leases}`
  }

  has(id: string): boolean {
    return this.#underWay.has(id)
  }

  atEndpoint(endpointId: string): number {
    return this.#atEndpoint.get(endpointId) ?? 0
  }

  /** No more is claimed until something lands. */
  get isFull(): boolean {
    return this.#isClosed || this.#placed.size >= MOST_UNDER_WAY
  }

  /** From now on nothing is claimed; what is under way may end. */
  close(): void {
    this.#isClosed = true
  }

  room(mostAtEndpoint: (endpointId: string) => number): Room {
    return {
      total: this.isFull ? 0 : Math.min(MOST_CLAIMS_AT_ONCE, MOST_UNDER_WAY - this.#placed.size),
      atEndpoint: (id) => mostAtEndpoint(id) - this.atEndpoint(id),
      atAccount: (id) => MOST_AT_ACCOUNT - (this.#atAccount.get(id) ?? 0),
    }
  }

  /** Goes on by itself; `work` must not throw. */
  begin(flight: Flight, work: () => Promise<void>): void {
    this.#placed.set(flight.id, flight)
    add(this.#atEndpoint, flight.endpointId, 1)
    add(this.#atAccount, flight.accountId, 1)
    const done = work().finally(() => {
      this.land(flight.id)
      this.#underWay.delete(flight.id)
    })
    this.#underWay.set(flight.id, done)
  }

  /** The peer has answered: its place is free. */
  land(id: string): void {
    const flight = this.#placed.get(id)
    if (!flight) return
    this.#placed.delete(id)
    add(this.#atEndpoint, flight.endpointId, -1)
    add(this.#atAccount, flight.accountId, -1)
  }

  /** When all that was under way has ended. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values())
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
