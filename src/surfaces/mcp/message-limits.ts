import { AppError } from '../../domain/errors.ts'
import { type Admission, SlidingWindow } from '../../lib/sliding-window.ts'
import type { LimitUse } from '../../operations/context.ts'

const WINDOW_MS = 60_000
const MAX_ACCOUNTS = 20_000

export const MESSAGES_PER_MINUTE = 100

/**
 * Messages of each account in any minute, apart from its REST requests. By account and never by address: users of a
 * hosted client share its addresses.
 */
export class MessageLimits {
  readonly #monotonicMs: () => number
  readonly #window = new SlidingWindow({ limit: MESSAGES_PER_MINUTE, windowMs: WINDOW_MS, maxKeys: MAX_ACCOUNTS })

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** Counts messages, all of them or none. */
  take(accountId: string, messages: number): Admission {
    const nowMs = this.#monotonicMs()
    const before = this.#window.peek(accountId, nowMs)
    if (before.remaining < messages) return { ...before, allowed: false }
    let admission = before
    for (let count = 0; count < messages; count++) admission = this.#window.take(accountId, nowMs)
    return admission
  }

  peek(accountId: string): Admission {
    return this.#window.peek(accountId, this.#monotonicMs())
  }

  useOf(accountId: string): LimitUse {
    const { limit, remaining } = this.peek(accountId)
    return { name: 'mcp_messages', window: 'minute', limit, used: limit - remaining }
  }
}

export function requireRoom({ allowed, limit, resetMs }: Admission): void {
  if (allowed) return
  const seconds = Math.max(1, Math.ceil(resetMs / 1000))
  throw new AppError(
    'rate_limited',
    `At most ${limit} messages a minute, each of a batch counted. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterS: seconds },
  )
}
