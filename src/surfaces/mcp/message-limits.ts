import { MESSAGES_PER_MINUTE } from '../../accounts/domain/connected-app.ts'
import type { LimitUse } from '../../catalogue/context.ts'
import { requireAdmission } from '../../lib/async/require-admission.ts'
import type { Admission } from '../../lib/async/sliding-window.ts'
import type { Window, Windows } from '../../lib/async/windows.ts'

const WINDOW_MS = 60_000
const MAX_ACCOUNTS = 20_000

/**
 * Limits messages per account and minute, separately from REST requests. Addresses are not limited, because users of a
 * hosted client share them.
 */
export class MessageLimits {
  readonly #window: Window

  constructor(windows: Windows) {
    const limits = { limit: MESSAGES_PER_MINUTE, windowMs: WINDOW_MS, maxKeys: MAX_ACCOUNTS }
    this.#window = windows.of('messages', limits)
  }

  /** Counts all messages or none. */
  take(accountId: string, messages: number): Admission | Promise<Admission> {
    return this.#window.take(accountId, messages)
  }

  peek(accountId: string): Admission | Promise<Admission> {
    return this.#window.peek(accountId)
  }

  async usageOf(accountId: string): Promise<LimitUse> {
    const { limit, remaining } = await this.peek(accountId)
    return { name: 'mcp_messages', window: 'minute', limit, used: limit - remaining }
  }
}

export function requireAllowed(admission: Admission): void {
  requireAdmission(admission, 'messages per minute; each message of a batch counts')
}
