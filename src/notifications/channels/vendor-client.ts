import { withDeadline } from './deadline.ts'
import type { Answer, Broken } from './exchange.ts'
import { type Place, placeOpener } from './pinned-pool.ts'

export interface VendorPost {
  /** An address from the operator's settings: it may be private. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface VendorClientOptions {
  readonly timeoutMs?: number | undefined
  /** A connection for each request, where a repeated request would do harm. */
  readonly unkept?: boolean
  /** Bytes of an answer's body to keep, where a vendor answers with much. */
  readonly maxKept?: number
}

/** Calls the services that the operator chose. The same bounds as for a user's URL; where it leads is not judged. */
export class VendorClient {
  readonly timeoutMs: number
  readonly #places = new Map<string, Place>()
  readonly #unkept: boolean
  readonly #maxKept: number | undefined

  constructor({ timeoutMs = 10_000, unkept = false, maxKept }: VendorClientOptions = {}) {
    this.timeoutMs = timeoutMs
    this.#unkept = unkept
    this.#maxKept = maxKept
  }

  post({ url, headers, body }: VendorPost, signal: AbortSignal): Promise<Answer | Broken> {
    return withDeadline(this.timeoutMs, signal, async (deadline) => {
      const { origin, pathname, search } = new URL(url)
      const openPlace = await placeOpener()
      const place = this.#places.get(origin) ?? openPlace({ origin, timeoutMs: this.timeoutMs, unkept: this.#unkept })
      this.#places.set(origin, place)
      return place.request({ origin, path: `${pathname}${search}`, headers, body, maxKept: this.#maxKept }, deadline)
    })
  }

  async close(): Promise<void> {
    const places = [...this.#places.values()]
    this.#places.clear()
    await Promise.all(places.map((place) => place.close()))
  }
}
