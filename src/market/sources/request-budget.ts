/**
 * How many requests a vendor takes in a minute: the limit of the settings, and what the vendor answers in
 * `X-RateLimit-Limit`, `-Remaining` and `-Reset` (epoch seconds), which count what other programs of the account ask, too.
 */

import { URGENCIES } from './urgency.ts'
import type { RawAnswer } from './vendor-answer.ts'

export interface BudgetOptions {
  readonly requestsPerMinute: number
  /** The vendor's own limit counts where it is higher: nobody chose the one above. */
  readonly isDefault: boolean
}

const WINDOW_MS = 60_000
/** Shares of the minute that each urgency may use up: the rest is kept for more urgent ones. */
const SHARE = [0.6, 0.6, 0.8, 1] as const
/** Clocks differ: a reset that lies further away is not believed. */
const MAX_RESET_MS = 2 * WINDOW_MS
/** Counted differently at both ends, the last requests of a minute are left alone. */
const MARGIN = 0.95

interface ReportedLimit {
  left: number
  readonly resetMs: number
}

export class RequestBudget {
  readonly #options: BudgetOptions
  #limit: number
  /** Monotonic instants of the requests of the last minute, in order. */
  #starts: number[] = []
  #reported: ReportedLimit | null = null
  #underWay = 0

  constructor(options: BudgetOptions) {
    this.#options = options
    this.#limit = options.requestsPerMinute
  }

  /** Milliseconds until a request of a rank (place in `URGENCIES`) may start. */
  waitMs(rank: number, nowMs: number): number {
    const share = SHARE[rank] ?? SHARE[URGENCIES.length - 1] ?? 1
    const allowed = Math.max(1, Math.floor(this.#limit * share))
    while (this.#starts.length > 0 && (this.#starts[0] ?? 0) <= nowMs - WINDOW_MS) this.#starts.shift()
    const blocking = this.#starts[this.#starts.length - allowed]
    const own = blocking === undefined ? 0 : blocking + WINDOW_MS - nowMs
    return Math.max(own, this.#reportedWaitMs(this.#limit - allowed, nowMs))
  }

  started(nowMs: number): void {
    this.#starts.push(nowMs)
    this.#underWay++
    if (this.#reported) this.#reported.left--
  }

  /** An answer came, or none. */
  ended(): void {
    this.#underWay--
  }

  /** Of any answer, also of a refusal. `epochMs` and `nowMs` are one instant by both clocks. */
  heard(headers: RawAnswer['headers'], epochMs: number, nowMs: number): void {
    const limit = numberIn(headers['x-ratelimit-limit'])
    if (limit > 0) this.#limit = this.#limitFor(Math.max(1, Math.floor(limit * MARGIN)))
    const inMs = numberIn(headers['x-ratelimit-reset']) * 1000 - epochMs
    const remaining = numberIn(headers['x-ratelimit-remaining'])
    if (!(remaining >= 0 && inMs > 0 && inMs <= MAX_RESET_MS)) return
    // Those under way were sent before this answer, and may not be counted in it.
    this.#reported = { left: remaining - Math.max(0, this.#underWay - 1), resetMs: nowMs + inMs }
  }

  #limitFor(reported: number): number {
    const { requestsPerMinute, isDefault } = this.#options
    return isDefault ? reported : Math.min(reported, requestsPerMinute)
  }

  #reportedWaitMs(reserve: number, nowMs: number): number {
    if (this.#reported && nowMs >= this.#reported.resetMs) this.#reported = null
    return this.#reported && this.#reported.left <= reserve ? this.#reported.resetMs - nowMs : 0
  }
}

function numberIn(header: string | readonly string[] | undefined): number {
  const text = typeof header === 'string' ? header : header?.[0]
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text)
}
