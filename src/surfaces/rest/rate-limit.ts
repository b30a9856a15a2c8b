import type { FastifyReply } from 'fastify'
import type { Caller, LimitUse } from '../../catalogue/context.ts'
import { requireAdmission } from '../../lib/async/require-admission.ts'
import type { Admission } from '../../lib/async/sliding-window.ts'
import { type Window, type Windows, whenKnown } from '../../lib/async/windows.ts'
import { addressGroup } from '../../lib/text/address-group.ts'

const WINDOW_MS = 60_000
const MAX_ACCOUNTS = 20_000
const MAX_ADDRESSES = 50_000

/** Requests per minute: per account by API key, per account by browser session, otherwise per address. */
export const REQUESTS_PER_MINUTE = { api_key: 100, session: 600, anonymous: 60 } as const

const USAGE_NAMES = { api_key: 'rest_requests', session: 'web_requests' } as const

export interface RateLimitParts {
  /** Wall clock, for the header with an instant. */
  readonly now: () => Date
  readonly windows: Windows
}

/** One per service: all surfaces for API keys share its window. */
export class RateLimits {
  readonly #now: () => Date
  readonly #windows: Readonly<Record<keyof typeof REQUESTS_PER_MINUTE, Window>>

  constructor({ now, windows }: RateLimitParts) {
    this.#now = now
    const windowOf = (kind: keyof typeof REQUESTS_PER_MINUTE, maxKeys: number) =>
      windows.of(`requests.${kind}`, { limit: REQUESTS_PER_MINUTE[kind], windowMs: WINDOW_MS, maxKeys })
    this.#windows = {
      api_key: windowOf('api_key', MAX_ACCOUNTS),
      session: windowOf('session', MAX_ACCOUNTS),
      anonymous: windowOf('anonymous', MAX_ADDRESSES),
    }
  }

  /** Counts one request. */
  take(caller: Caller): Admission | Promise<Admission> {
    return this.#windowOf(caller).take(keyOf(caller))
  }

  /** The state of the caller's limit, without counting: for requests that are refused early. */
  peek(caller: Caller): Admission | Promise<Admission> {
    return this.#windowOf(caller).peek(keyOf(caller))
  }

  headers({ limit, remaining, resetMs }: Admission): Record<string, string> {
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil((this.#now().getTime() + resetMs) / 1000)),
    }
  }

  /** Usage of an account's limits in the last minute. */
  usageOf(accountId: string): Promise<LimitUse[]> {
    const uses = (['api_key', 'session'] as const).map(async (kind): Promise<LimitUse> => {
      const { limit, remaining } = await this.#windows[kind].peek(accountId)
      return { name: USAGE_NAMES[kind], window: 'minute', limit, used: limit - remaining }
    })
    return Promise.all(uses)
  }

  #windowOf({ kind }: Caller): Window {
    return kind === 'api_key' || kind === 'session' ? this.#windows[kind] : this.#windows.anonymous
  }
}

/** Counts the request, sets the rate-limit headers, and throws when the window is full. */
export function limit(limits: RateLimits, caller: Caller, reply: FastifyReply): void | Promise<void> {
  return whenKnown(limits.take(caller), (admission) => {
    reply.headers(limits.headers(admission))
    requireAdmission(admission, 'requests per minute')
  })
}

function keyOf({ account, address }: Caller): string {
  return account ? account.id : addressGroup(address ?? '')
}
