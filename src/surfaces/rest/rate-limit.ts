import type { FastifyReply } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { addressGroup } from '../../lib/address-group.ts'
import { type Admission, SlidingWindow } from '../../lib/sliding-window.ts'
import type { Caller, LimitUse } from '../../operations/context.ts'

const WINDOW_MS = 60_000
const MAX_ACCOUNTS = 20_000
const MAX_ADDRESSES = 50_000

/** Requests in any minute: by API key for each account, by browser session for each account, else for each address. */
export const REQUESTS_PER_MINUTE = { api_key: 100, session: 600, anonymous: 60 } as const

const USE_NAMES = { api_key: 'rest_requests', session: 'web_requests' } as const

export interface Clocks {
  /** Wall clock, for the header that tells an instant. */
  readonly now: () => Date
  /** A clock that never jumps, in milliseconds, for the windows. */
  readonly monotonicMs: () => number
}

/** One for the whole service: all surfaces that an API key opens share its window. */
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

  /** Where the caller stands, without counting: for requests that are refused before they cost anything. */
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

  /** What of its limits an account has used in the minute before now. */
  useOf(accountId: string): LimitUse[] {
    return (['api_key', 'session'] as const).map((kind) => {
      const { limit: most, remaining } = this.#windows[kind].peek(accountId, this.#clocks.monotonicMs())
      return { name: USE_NAMES[kind], window: 'minute', limit: most, used: most - remaining }
    })
  }

  #windowOf({ kind }: Caller): SlidingWindow {
    return kind === 'api_key' || kind === 'session' ? this.#windows[kind] : this.#windows.anonymous
  }
}

/** Counts the request, tells the caller where they stand, and refuses it when the window is full. */
export function limit(limits: RateLimits, caller: Caller, reply: FastifyReply): void {
  const admission = limits.take(caller)
  reply.headers(limits.headers(admission))
  if (admission.allowed) return
  const seconds = Math.max(1, Math.ceil(admission.resetMs / 1000))
  throw new AppError(
    'rate_limited',
    `At most ${admission.limit} requests a minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterS: seconds },
  )
}

function windowOf(most: number, maxKeys: number): SlidingWindow {
  return new SlidingWindow({ limit: most, windowMs: WINDOW_MS, maxKeys })
}

function keyOf({ account, address }: Caller): string {
  return account ? account.id : addressGroup(address ?? '')
}
