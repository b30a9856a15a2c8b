import type { Frame } from './frames.ts'

/** The part of a WebSocket that is used; that of `ws` fits. */
export interface Wire {
  readonly bufferedAmount: number
  send(text: string, sent: () => void): void
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
}

/** A reader with more buffered bytes is slow: it gets nothing more until the buffer is empty. */
export const SLOW_BYTES = 64 * 1024
export const DRAIN_MS = 30_000
const PING_EVERY_MS = 30_000
const PONG_WITHIN_MS = 10_000
const MAX_MESSAGES = 20
const MESSAGES_WITHIN_MS = 10_000

export const CLOSE = {
  stopping: [1001, 'the service is stopping'],
  flood: [1008, 'too many messages'],
  unreadable: [1008, 'send JSON of a known type'],
  failed: [1011, 'internal error'],
  tooSlow: [1013, 'too slow'],
  unchecked: [1013, 'the credentials could not be checked, connect again'],
  signedOut: [4401, 'the session or key has ended'],
  notAllowed: [4403, 'the plan or account status does not allow it'],
} as const satisfies Record<string, readonly [number, string]>

/** One open connection. Its buffer is bounded, even for a slow reader. */
export class FeedSocket {
  readonly accountId: string
  readonly #wire: Wire
  readonly #monotonicMs: () => number
  readonly #onDrained: () => void
  #slowSinceMs: number | null = null
  #pingedMs: number
  #awaitsPong = false
  readonly #messages: number[] = []

  constructor(accountId: string, wire: Wire, monotonicMs: () => number, onDrained: (socket: FeedSocket) => void) {
    this.accountId = accountId
    this.#wire = wire
    this.#monotonicMs = monotonicMs
    this.#onDrained = () => onDrained(this)
    this.#pingedMs = monotonicMs()
  }

  /** False if the reader is slow: it gets a `reset` after it has caught up. */
  send(frame: Frame): boolean {
    return this.sendText(JSON.stringify(frame))
  }

  sendText(text: string): boolean {
    if (this.#slowSinceMs !== null) return false
    this.#wire.send(text, () => this.#checkDrained())
    if (this.#wire.bufferedAmount > SLOW_BYTES) this.#slowSinceMs = this.#monotonicMs()
    return true
  }

  /** Whether the client may send one more message now. */
  takeMessage(): boolean {
    const now = this.#monotonicMs()
    while (this.#messages[0] !== undefined && this.#messages[0] <= now - MESSAGES_WITHIN_MS) this.#messages.shift()
    this.#messages.push(now)
    return this.#messages.length <= MAX_MESSAGES
  }

  receivePong(): void {
    this.#awaitsPong = false
  }

  /** Called periodically: pings, and ends connections that do not answer or do not read. */
  tick(): void {
    const now = this.#monotonicMs()
    this.#checkDrained()
    if (this.#slowSinceMs !== null && now - this.#slowSinceMs >= DRAIN_MS) this.#cut()
    else if (this.#awaitsPong && now - this.#pingedMs >= PONG_WITHIN_MS) this.#wire.terminate()
    else if (now - this.#pingedMs >= PING_EVERY_MS) this.#ping(now)
  }

  close([code, reason]: readonly [number, string]): void {
    this.#wire.close(code, reason)
  }

  #checkDrained(): void {
    if (this.#slowSinceMs === null || this.#wire.bufferedAmount > 0) return
    this.#slowSinceMs = null
    this.#onDrained()
  }

  #ping(nowMs: number): void {
    this.#pingedMs = nowMs
    this.#awaitsPong = true
    this.#wire.ping()
  }

  /** A close frame would wait behind the unread buffer. */
  #cut(): void {
    this.close(CLOSE.tooSlow)
    this.#wire.terminate()
  }
}
