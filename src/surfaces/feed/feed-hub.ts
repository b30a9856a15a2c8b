import { nextTurn } from '../../lib/node/next-turn.ts'
import type { NotificationStore } from '../../notifications/store/index.ts'
import { CLOSE, type FeedSocket } from './feed-socket.ts'
import { type Frame, framesAfter, type Place } from './frames.ts'

export const MAX_SOCKETS = 10
/** A client that missed more events fetches the list again. */
export const MAX_REPLAYED = 500
const SOCKETS_PER_BATCH = 500

export interface FeedHubParts {
  readonly store: NotificationStore
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

interface Account {
  /** Sequence number of the last event that was sent. */
  seq: number
  readonly sockets: Set<FeedSocket>
  /** Sockets that have received `ready`; only these receive new events. */
  readonly ready: Set<FeedSocket>
  /** Steps of one account run one after another, so that no event is missed between a read and a message. */
  queue: Promise<void>
}

/** Sends every change of an account to its open sockets, each change once and in order. */
export class FeedHub {
  readonly #parts: FeedHubParts
  readonly #accounts = new Map<string, Account>()
  /** Accounts whose feed has changed since it was read. */
  readonly #changedAccounts = new Set<string>()
  #reading: Promise<void> | undefined

  constructor(parts: FeedHubParts) {
    this.#parts = parts
  }

  *sockets(): Iterable<FeedSocket> {
    for (const { sockets } of this.#accounts.values()) yield* sockets
  }

  openOf(accountId: string): number {
    return this.#accounts.get(accountId)?.sockets.size ?? 0
  }

  /** Sends `ready`, missed events after a sequence number, and from then on new events. */
  join(socket: FeedSocket, after: number | null): void {
    const account = this.#accountOf(socket.accountId)
    account.sockets.add(socket)
    this.#step(socket, account, async () => {
      const isFirst = account.seq < 0
      if (!isFirst) await this.#readAndSend(socket.accountId, account)
      const head = await this.#parts.store.feedEvents.head(socket.accountId)
      // Events between the read and the head are sent to all at the next read.
      if (isFirst) account.seq = head.seq
      socket.send({ type: 'ready', seq: account.seq, unread_count: head.unreadCount })
      if (after !== null) await this.#replay(socket, account, after)
      if (account.sockets.has(socket)) account.ready.add(socket)
    })
  }

  resume(socket: FeedSocket, after: number): void {
    const account = this.#accounts.get(socket.accountId)
    if (account) this.#step(socket, account, () => this.#replay(socket, account, after))
  }

  /** A slow reader has caught up and must fetch what it missed. */
  drained(socket: FeedSocket): void {
    const account = this.#accounts.get(socket.accountId)
    if (account) this.#step(socket, account, () => this.#reset(socket, account))
  }

  leave(socket: FeedSocket): void {
    const account = this.#accounts.get(socket.accountId)
    account?.sockets.delete(socket)
    account?.ready.delete(socket)
    if (account?.sockets.size === 0) this.#accounts.delete(socket.accountId)
  }

  /** Reports a committed change in the feed of an account. */
  changed(accountId: string): void {
    if (!this.#accounts.has(accountId)) return
    this.#changedAccounts.add(accountId)
    this.#reading ??= this.#broadcastChanges()
  }

  /** Another process may have changed any feed. */
  changedAll(): void {
    for (const accountId of this.#accounts.keys()) this.changed(accountId)
  }

  closeAll(code: readonly [number, string]): void {
    for (const socket of this.sockets()) socket.close(code)
  }

  #accountOf(accountId: string): Account {
    const existing = this.#accounts.get(accountId)
    if (existing) return existing
    const created: Account = { seq: -1, sockets: new Set(), ready: new Set(), queue: Promise.resolve() }
    this.#accounts.set(accountId, created)
    return created
  }

  #step(socket: FeedSocket | null, account: Account, work: () => Promise<void>): void {
    account.queue = account.queue.then(work).catch((error: unknown) => {
      this.#parts.onError(error)
      // A client that missed an event must not assume that it is up to date.
      for (const each of socket ? [socket] : account.sockets) each.close(CLOSE.failed)
    })
  }

  /** Reads and sends the new events of all changed accounts, in batches limited by the number of sockets. */
  async #broadcastChanges(): Promise<void> {
    // Changes of one commit arrive together.
    await null
    while (this.#changedAccounts.size > 0) {
      const places = this.#nextBatch()
      try {
        const frames = await framesAfter(this.#parts.store, places, MAX_REPLAYED, this.#parts.now())
        for (const [index, place] of places.entries()) this.#enqueue(place, frames[index] ?? [])
      } catch (error) {
        for (const { accountId } of places) this.#fail(accountId, error)
      }
      await nextTurn()
    }
    this.#reading = undefined
  }

  #nextBatch(): Place[] {
    const places: Place[] = []
    let sockets = 0
    for (const accountId of this.#changedAccounts) {
      const account = this.#accounts.get(accountId)
      if (account && places.length > 0 && sockets + account.sockets.size > SOCKETS_PER_BATCH) break
      this.#changedAccounts.delete(accountId)
      if (!account) continue
      sockets += account.sockets.size
      places.push({ accountId, seq: account.seq })
    }
    return places
  }

  /** Queues events that were read after a sequence number; a joining socket may already have sent some of them. */
  #enqueue({ accountId, seq }: Place, found: readonly Frame[]): void {
    const account = this.#accounts.get(accountId)
    if (!account) return
    this.#step(null, account, async () => {
      // The first socket of an account reads the sequence number itself.
      if (seq < 0) return this.#readAndSend(accountId, account)
      this.#send(account, found)
      if (found.length === MAX_REPLAYED) this.changed(accountId)
    })
  }

  #fail(accountId: string, error: unknown): void {
    const account = this.#accounts.get(accountId)
    if (account) this.#step(null, account, () => Promise.reject(error))
  }

  /** Reads new events and sends them. */
  async #readAndSend(accountId: string, account: Account): Promise<void> {
    if (account.seq < 0) return
    for (;;) {
      const [frames = []] = await this.#after(accountId, account.seq)
      if (frames.length === 0) return
      this.#send(account, frames)
    }
  }

  #send(account: Account, frames: readonly Frame[]): void {
    const newFrames = frames.filter(({ seq }) => seq > account.seq)
    account.seq = newFrames.at(-1)?.seq ?? account.seq
    const texts = newFrames.map((frame) => JSON.stringify(frame))
    for (const socket of account.ready) for (const text of texts) socket.sendText(text)
  }

  async #replay(socket: FeedSocket, account: Account, after: number): Promise<void> {
    if (after === account.seq) return
    if (after > account.seq || account.seq - after > MAX_REPLAYED) return this.#reset(socket, account)
    const [found = []] = await this.#after(socket.accountId, after)
    const missed = found.filter(({ seq }) => seq <= account.seq)
    // Older events were deleted, so the client cannot resume from its sequence number.
    if (missed.length !== account.seq - after) return this.#reset(socket, account)
    for (const frame of missed) socket.send(frame)
  }

  async #reset(socket: FeedSocket, account: Account): Promise<void> {
    const { unreadCount } = await this.#parts.store.feedEvents.head(socket.accountId)
    socket.send({ type: 'reset', seq: account.seq, unread_count: unreadCount })
  }

  #after(accountId: string, seq: number): Promise<Frame[][]> {
    const { store, now } = this.#parts
    return framesAfter(store, [{ accountId, seq }], MAX_REPLAYED, now())
  }
}
