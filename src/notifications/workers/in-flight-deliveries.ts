import type { Room } from '../domain/delivery/fair-pick.ts'

const MAX_IN_FLIGHT = 256
/** At one endpoint, and of one account, by all processes of the service together. */
const MAX_AT_ENDPOINT = 4
const MAX_AT_ACCOUNT = 16
/**
 * Claims of one turn of the event loop: more would hold up everybody else in the process. With 32 the loop was late by
 * 30 ms at the 99th percentile, with 16 by 15 ms, at the same rate.
 */
export const MAX_CLAIMS_AT_ONCE = 16

export interface InFlightDelivery {
  readonly id: string
  readonly endpointId: string
  readonly accountId: string
}

/**
 * What this process is sending at the moment. A row in flight is not claimed again whatever the clock says, and no
 * endpoint or account takes all places.
 */
export class InFlightDeliveries {
  readonly #instanceId: string
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #atEndpoint = new Map<string, number>()
  readonly #atAccount = new Map<string, number>()
  /** The deliveries that take a place, by id: an answer frees the place, though the row is in flight until it is written. */
  readonly #placed = new Map<string, InFlightDelivery>()
  #isClosed = false
  #leases = 0
  #processes = 1
  /** The endpoint after which the next round through the endpoints continues. */
  lastEndpoint = ''

  constructor(instanceId: string) {
    this.#instanceId = instanceId
  }

  get size(): number {
    return this.#inFlight.size
  }

  /** A name that no other claim has, of this process or another. */
  nextLease(): string {
    this.#leases++
    return `${this.#instanceId}.${this.#leases}`
  }

  has(id: string): boolean {
    return this.#inFlight.has(id)
  }

  atEndpoint(endpointId: string): number {
    return this.#atEndpoint.get(endpointId) ?? 0
  }

  /** How many processes of the service send now. */
  shareWith(processes: number): void {
    this.#processes = Math.max(1, processes)
  }

  /** Of this process. With more than four processes an endpoint may get one delivery of each. */
  get maxAtEndpoint(): number {
    return this.#shareOf(MAX_AT_ENDPOINT)
  }

  #shareOf(limit: number): number {
    return Math.max(1, Math.floor(limit / this.#processes))
  }

  /** Nothing is claimed until a place is free. */
  get isFull(): boolean {
    return this.#isClosed || this.#placed.size >= MAX_IN_FLIGHT
  }

  /** Nothing is claimed any more; what is in flight may end. */
  close(): void {
    this.#isClosed = true
  }

  room(maxAtEndpoint: (endpointId: string) => number): Room {
    return {
      total: this.isFull ? 0 : Math.min(MAX_CLAIMS_AT_ONCE, MAX_IN_FLIGHT - this.#placed.size),
      atEndpoint: (id) => maxAtEndpoint(id) - this.atEndpoint(id),
      atAccount: (id) => this.#shareOf(MAX_AT_ACCOUNT) - (this.#atAccount.get(id) ?? 0),
    }
  }

  /** Runs in the background; `work` must not throw. */
  begin(delivery: InFlightDelivery, work: () => Promise<void>): void {
    this.#placed.set(delivery.id, delivery)
    add(this.#atEndpoint, delivery.endpointId, 1)
    add(this.#atAccount, delivery.accountId, 1)
    const done = work().finally(() => {
      this.release(delivery.id)
      this.#inFlight.delete(delivery.id)
    })
    this.#inFlight.set(delivery.id, done)
  }

  /** Frees the place of a delivery whose peer has answered. */
  release(id: string): void {
    const delivery = this.#placed.get(id)
    if (!delivery) return
    this.#placed.delete(id)
    add(this.#atEndpoint, delivery.endpointId, -1)
    add(this.#atAccount, delivery.accountId, -1)
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values())
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
