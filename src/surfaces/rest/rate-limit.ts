import type { FastifyReply } from 'fastify'
import type { Caller, LimitUse } from '../../catalogue/context.ts'
import { requireAdmission } from '../../lib/async/require-admission.ts'
import { type Admission, SlidingWindow } from '../../lib/async/sliding-window.ts'
import { addressGroup } from '../../lib/text/address-group.ts'

const WINDOW_MS = 60_000
const MAX_ACCOUNTS = 20_000
const MAX_ADDRESSES = 50_000

/** Requests per minute: per account by API key, per account by browser session, otherwise per address. */
export const REQUESTS_PER_MINUTE = { api_key: 100, session: 600, anonymous: 60 } as const

const USAGE_NAMES = { api_key: 'rest_requests', session: 'web_requests' } as const

export interface Clocks {
  /** Wall clock, for the header with an instant. */
  readonly now: () => Date
  /** Monotonic clock in milliseconds, for the windows. */
  readonly monotonicMs: () => number
}

/** One per service: all surfaces for API keys share its window. */
export class RateLimits {
  readonly #clocks: Clocks
  readonly #windows = {
    api_key: windowOf(REQUESTS_PER_MINUTE.api_key, MAX_ACCOUNTS),
    session: windowOf(REQUESTS_PER_MINUTE.session, MAX_ACCOUNTS),
    anonymous: windowOf(REQUESTS_PER_MINUTE.anonymous, MAX_ADDRESSES),
  }

  constructor(clocks: Clocks) {
    this.#clocks = clocks
  }

  /** Counts one request. */
  take(caller: Caller): Admission {
    return this.#windowOf(caller).take(keyOf(caller), this.#clocks.monotonicMs())
  }

  /** The state of the caller's limit, without counting: for requests that are refused early. */
  peek(caller: Caller): Admission {
    return this.#windowOf(caller).peek(keyOf(caller), this.#clocks.monotonicMs())
  }

  headers({ limit, remaining, resetMs }: Admission): Record<string, string> {
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil((this.#clocks.now().getTime() + resetMs) / 1000)),
    }
  }

  /** Usage of an account's limits in the last minute. */
  usageOf(accountId: string): LimitUse[] {
    return (['api_key', 'session'] as const).map((kind) => {
      const { limit, remaining } = this.#windows[kind].peek(accountId, this.#clocks.monotonicMs())
      return { name: USAGE_NAMES[kind], window: 'minute', limit, used: limit - remaining }
    })
  }

  #windowOf({ kind }: Caller): SlidingWindow {
    return kind === 'api_key' || kind === 'session' ? this.#windows[kind] : this.#windows.anonymous
  }
}

/** Counts the request, sets the rate-limit headers, and throws when the window is full. */
export function limit(limits: RateLimits, caller: Caller, reply: FastifyReply): void {
  const admission = limits.take(caller)
  reply.headers(limits.headers(admission))
  requireAdmission(admission, 'requests per minute')
}

function windowOf(limit: number, maxKeys: number): SlidingWindow {
  return new SlidingWindow({ limit, windowMs: WINDOW_MS, maxKeys })
}

function keyOf({ account, address }: Caller): string {
  return account ? account.id : addressGroup(address ?? '')
}
