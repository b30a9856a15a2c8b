import { MESSAGES_PER_MINUTE } from '../../accounts/domain/connected-app.ts'
import type { LimitUse } from '../../catalogue/context.ts'
import { requireAdmission } from '../../lib/async/require-admission.ts'
import { type Admission, SlidingWindow } from '../../lib/async/sliding-window.ts'

const WINDOW_MS = 60_000
const MAX_ACCOUNTS = 20_000

/**
 * Limits messages per account and minute, separately from REST requests. Addresses are not limited, because users of a
 * hosted client share them.
 */
export class MessageLimits {
  readonly #monotonicMs: () => number
  readonly #window = new SlidingWindow({ limit: MESSAGES_PER_MINUTE, windowMs: WINDOW_MS, maxKeys: MAX_ACCOUNTS })

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** Counts all messages or none. */
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

  usageOf(accountId: string): LimitUse {
    const { limit, remaining } = this.peek(accountId)
    return { name: 'mcp_messages', window: 'minute', limit, used: limit - remaining }
  }
}

export function requireAllowed(admission: Admission): void {
  requireAdmission(admission, 'messages per minute; each message of a batch counts')
}
