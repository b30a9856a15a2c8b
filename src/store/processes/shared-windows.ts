import { type Admission, SlidingWindow, type WindowLimits } from '../../lib/async/sliding-window.ts'
import type { Window, Windows } from '../../lib/async/windows.ts'

/** A busy server answers within this; one that does not is treated as one that is away. */
const ANSWER_MS = 1_000
/** After a failure a server is asked again by one request after this. */
const RETRY_MS = 1_000

export interface WindowQuestion {
  readonly name: string
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  /** 0: only the state. */
  readonly events: number
}

/** A server that counts for all processes, by its own clock. */
export interface WindowServer {
  readonly name: string
  answer(question: WindowQuestion): Promise<Admission>
}

export interface SharedWindowsParts {
  /** In this order: the next is asked where one fails. */
  readonly servers: readonly WindowServer[]
  readonly monotonicMs: () => number
  /** Called once for each outage of a server. */
  readonly onFailure: (server: string, error: unknown) => void
}

/**
 * Windows that a server counts. While none answers, each process admits its share by itself: then, and when a server is
 * back, a key may have one window more.
 */
export class SharedWindows implements Windows {
  readonly #parts: SharedWindowsParts
  readonly #retryAtMs = new Map<WindowServer, number>()
  #processes = 1

  constructor(parts: SharedWindowsParts) {
    this.#parts = parts
  }

  shareWith(processes: number): void {
    this.#processes = Math.max(1, processes)
  }

  of(name: string, limits: WindowLimits): Window {
    const shares = new Map<number, SlidingWindow>()
    const ask = async (key: string, events: number) => {
      const question = { name, key, limit: limits.limit, windowMs: limits.windowMs, events }
      return (await this.#ask(question)) ?? this.#alone(shares, limits, question)
    }
    return { take: (key, events = 1) => ask(key, events), peek: (key) => ask(key, 0) }
  }

  /** Undefined where no server answers. */
  async #ask(question: WindowQuestion): Promise<Admission | undefined> {
    for (const server of this.#parts.servers) {
      if (!this.#mayAsk(server)) continue
      try {
        const admission = await within(ANSWER_MS, server.answer(question))
        this.#retryAtMs.delete(server)
        return admission
      } catch (error) {
        if (!this.#retryAtMs.has(server)) this.#parts.onFailure(server.name, error)
        this.#retryAtMs.set(server, this.#parts.monotonicMs() + RETRY_MS)
      }
    }
    return undefined
  }

  /** One request tries a server that has failed; the others do not wait for it. */
  #mayAsk(server: WindowServer): boolean {
    const retryAtMs = this.#retryAtMs.get(server)
    if (retryAtMs === undefined) return true
    const nowMs = this.#parts.monotonicMs()
    if (nowMs < retryAtMs) return false
    this.#retryAtMs.set(server, nowMs + ANSWER_MS + RETRY_MS)
    return true
  }

  #alone(shares: Map<number, SlidingWindow>, limits: WindowLimits, { key, events }: WindowQuestion): Admission {
    const limit = Math.max(1, Math.floor(limits.limit / this.#processes))
    const window = shares.get(limit) ?? new SlidingWindow({ ...limits, limit })
    if (!shares.has(limit)) shares.clear()
    shares.set(limit, window)
    const nowMs = this.#parts.monotonicMs()
    return events === 0 ? window.peek(key, nowMs) : window.take(key, nowMs, events)
  }
}

/** What a server that counts answers: how many events are in the window, and the instant of the oldest, by its clock. */
export interface Counted {
  readonly isAllowed: boolean
  readonly used: number
  readonly oldestMs: number | null
  readonly nowMs: number
}

export function admissionOf({ isAllowed, used, oldestMs, nowMs }: Counted, question: WindowQuestion): Admission {
  const resetMs = oldestMs === null ? 0 : oldestMs + question.windowMs - nowMs
  return { allowed: isAllowed, limit: question.limit, remaining: Math.max(0, question.limit - used), resetMs }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
