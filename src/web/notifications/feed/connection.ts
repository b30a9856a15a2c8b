import type { FeedFrame } from '../../../notifications/domain/feed-frame.ts'
import { backOffMs } from './back-off.ts'
import { type FeedAction, NOWHERE, type Place, stepTo } from './place.ts'

/** The part of a WebSocket that is used. */
export interface Wire {
  send(text: string): void
  close(): void
}

export interface WireEvents {
  readonly opened: () => void
  readonly received: (text: string) => void
  readonly closed: (code: number) => void
}

export interface FeedParts {
  readonly open: (path: string, events: WireEvents) => Wire
  readonly random: () => number
  /** A message in order; `isMissed` means that it happened while there was no connection. */
  readonly onFrame: (frame: FeedFrame, isMissed: boolean) => void
  /** Missed events are unknown: fetch everything again. */
  readonly onRefetch: () => void
  readonly onUnread: (count: number) => void
  readonly onLive: (isLive: boolean) => void
  /** Any message arrived. */
  readonly onHeard: () => void
  /** The session has ended (4401), or the plan or account status no longer allows the feed (4403). */
  readonly onRefused: (code: number) => void
}

const PATH = '/ws/notifications'
const PING_EVERY_MS = 25_000
const PONG_WITHIN_MS = 10_000
const STABLE_AFTER_MS = 10_000
export const CLOSED = { signedOut: 4401, notAllowed: 4403 } as const

type Timer = ReturnType<typeof setTimeout>

/** The feed connection of one tab: reconnects automatically and resumes where it stopped. */
export class FeedConnection {
  readonly #parts: FeedParts
  #wire: Wire | null = null
  #place: Place = NOWHERE
  #failures = 0
  #isEnded = false
  #retry: Timer | undefined
  #ping: Timer | undefined
  #pong: Timer | undefined
  #stable: Timer | undefined

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#connect()
  }

  /** Connects immediately if it is waiting, because the network or the user is back. */
  wake(): void {
    if (this.#wire !== null || this.#isEnded) return
    clearTimeout(this.#retry)
    this.#connect()
  }

  end(): void {
    this.#isEnded = true
    this.#stopTimers()
    this.#wire?.close()
    this.#wire = null
  }

  #connect(): void {
    const { seq } = this.#place
    const own: { wire: Wire | null } = { wire: null }
    const isOwn = () => own.wire !== null && own.wire === this.#wire
    own.wire = this.#parts.open(seq === null ? PATH : `${PATH}?after=${seq}`, {
      opened: () => isOwn() && this.#opened(),
      received: (text) => isOwn() && this.#received(text),
      closed: (code) => isOwn() && this.#closed(code),
    })
    this.#wire = own.wire
  }

  #opened(): void {
    this.#stable = setTimeout(() => {
      this.#failures = 0
    }, STABLE_AFTER_MS)
    this.#pingLater()
  }

  #received(text: string): void {
    clearTimeout(this.#pong)
    this.#parts.onHeard()
    const message: FeedFrame | { readonly type: 'pong' } = JSON.parse(text)
    if (message.type === 'pong') return
    if (message.type === 'ready') this.#parts.onLive(true)
    const { place, action } = stepTo(this.#place, message)
    this.#place = place
    this.#parts.onUnread(message.unread_count)
    this.#do(action, message)
  }

  #do(action: FeedAction, frame: FeedFrame): void {
    if (action === 'refetch') this.#parts.onRefetch()
    if (action === 'apply') this.#parts.onFrame(frame, frame.seq <= this.#place.headSeq)
    if (action === 'resume') this.#wire?.send(JSON.stringify({ type: 'resume', after: this.#place.seq }))
  }

  #closed(code: number): void {
    this.#wire = null
    this.#stopTimers()
    this.#parts.onLive(false)
    if (this.#isEnded) return
    if (code === CLOSED.signedOut || code === CLOSED.notAllowed) {
      this.#isEnded = true
      this.#parts.onRefused(code)
      return
    }
    this.#retry = setTimeout(() => this.#connect(), backOffMs(this.#failures, this.#parts.random()))
    this.#failures += 1
  }

  /** Browsers cannot send protocol pings; a connection that does not answer in time is closed. */
  #pingLater(): void {
    this.#ping = setTimeout(() => {
      this.#wire?.send('{"type":"ping"}')
      this.#pong = setTimeout(() => {
        this.#wire?.close()
        this.#closed(0)
      }, PONG_WITHIN_MS)
      this.#pingLater()
    }, PING_EVERY_MS)
  }

  #stopTimers(): void {
    for (const timer of [this.#retry, this.#ping, this.#pong, this.#stable]) clearTimeout(timer)
  }
}
