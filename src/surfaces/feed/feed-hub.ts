import { nextTurn } from '../../lib/node/next-turn.ts'
import type { Store } from '../../store/open.ts'
import { CLOSE, type FeedSocket } from './feed-socket.ts'
import { type Frame, framesAfter, type Place } from './frames.ts'

export const MOST_SOCKETS = 10
/** More than this is fetched anew and not replayed. */
export const MOST_REPLAYED = 500
const SOCKETS_PER_TURN = 500

export interface FeedHubParts {
  readonly store: Store
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

interface Account {
  /** Up to where the sockets have been told. */
  seq: number
  readonly sockets: Set<FeedSocket>
  /** Those of them that have been told where they stand: only these are told what comes. */
  readonly ready: Set<FeedSocket>
  /** Steps of one account come one after the other, so that nothing falls between a look and a message. */
  queue: Promise<void>
}

/** Tells every open bell of an account what changed, each change once and in order. */
export class FeedHub {
  readonly #parts: FeedHubParts
  readonly #accounts = new Map<string, Account>()
  /** Accounts whose feed has moved since it was looked at. */
  readonly #moved = new Set<string>()
  #looking: Promise<void> | undefined

  constructor(parts: FeedHubParts) {
    this.#parts = parts
  }

  *sockets(): Iterable<FeedSocket> {
    for (const { sockets } of this.#accounts.values()) yield* sockets
  }

  openOf(accountId: string): number {
    return this.#accounts.get(accountId)?.sockets.size ?? 0
  }

  /** Sends `ready`, what was missed after a place, and from then on what happens. */
  join(socket: FeedSocket, after: number | null): void {
    const account = this.#accountOf(socket.accountId)
    account.sockets.add(socket)
    this.#step(socket, account, async () => {
      const isFirst = account.seq < 0
      if (!isFirst) await this.#look(socket.accountId, account)
      const head = await this.#parts.store.feedEvents.head(socket.accountId)
      // What came between the look and the head is told to all at the next look.
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

  /** A slow reader has caught up: what it missed meanwhile it fetches. */
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

  /** Something was committed to the feed of an account. */
  changed(accountId: string): void {
    if (!this.#accounts.has(accountId)) return
    this.#moved.add(accountId)
    this.#looking ??= this.#lookAtMoved()
  }

  /** Another process may have changed any of them. */
  changedAll(): void {
    for (const accountId of this.#accounts.keys()) this.changed(accountId)
  }

  closeAll(code: readonly [number, string]): void {
    for (const socket of this.sockets()) socket.close(code)
  }

  #accountOf(accountId: string): Account {
    const known = this.#accounts.get(accountId)
    if (known) return known
    const made: Account = { seq: -1, sockets: new Set(), ready: new Set(), queue: Promise.resolve() }
    this.#accounts.set(accountId, made)
    return made
  }

  #step(socket: FeedSocket | null, account: Account, work: () => Promise<void>): void {
    account.queue = account.queue.then(work).catch((error: unknown) => {
      this.#parts.onError(error)
      // A client that was not told everything must not believe that it was.
      for (const each of socket ? [socket] : account.sockets) each.close(CLOSE.failed)
    })
  }

  /** Reads what is new of all that have moved, as many in one turn as have so many sockets, and tells it. */
  async #lookAtMoved(): Promise<void> {
    // All that one commit has moved come together.
    await null
    while (this.#moved.size > 0) {
      const places = this.#takeMoved()
      try {
        const frames = await framesAfter(this.#parts.store, places, MOST_REPLAYED, this.#parts.now())
        for (const [index, place] of places.entries()) this.#tellOf(place, frames[index] ?? [])
      } catch (error) {
        for (const { accountId } of places) this.#fail(accountId, error)
      }
      await nextTurn()
    }
    this.#looking = undefined
  }

  #takeMoved(): Place[] {
    const places: Place[] = []
    let sockets = 0
    for (const accountId of this.#moved) {
      const account = this.#accounts.get(accountId)
      if (account && places.length > 0 && sockets + account.sockets.size > SOCKETS_PER_TURN) break
      this.#moved.delete(accountId)
      if (!account) continue
      sockets += account.sockets.size
      places.push({ accountId, seq: account.seq })
    }
    return places
  }

  /** What was read after a place is told by its turn; meanwhile a joining socket may have made a part of it known. */
  #tellOf({ accountId, seq }: Place, found: readonly Frame[]): void {
    const account = this.#accounts.get(accountId)
    if (!account) return
    this.#step(null, account, async () => {
      // Who joins first finds out by himself where the feed stands.
      if (seq < 0) return this.#look(accountId, account)
      this.#tell(account, found)
      if (found.length === MOST_REPLAYED) this.changed(accountId)
    })
  }

  #fail(accountId: string, error: unknown): void {
    const account = this.#accounts.get(accountId)
    if (account) this.#step(null, account, () => Promise.reject(error))
  }

  /** Reads what is new and tells it. */
  async #look(accountId: string, account: Account): Promise<void> {
    if (account.seq < 0) return
    for (;;) {
      const [frames = []] = await this.#after(accountId, account.seq)
      if (frames.length === 0) return
      this.#tell(account, frames)
    }
  }

  #tell(account: Account, frames: readonly Frame[]): void {
    const news = frames.filter(({ seq }) => seq > account.seq)
    account.seq = news.at(-1)?.seq ?? account.seq
    const texts = news.map((frame) => JSON.stringify(frame))
    for (const socket of account.ready) for (const text of texts) socket.sendText(text)
  }

  async #replay(socket: FeedSocket, account: Account, after: number): Promise<void> {
    if (after === account.seq) return
    if (after > account.seq || account.seq - after > MOST_REPLAYED) return this.#reset(socket, account)
    const [found = []] = await this.#after(socket.accountId, after)
    const missed = found.filter(({ seq }) => seq <= account.seq)
    // Older events were forgotten: what is left does not begin where the client stands.
    if (missed.length !== account.seq - after) return this.#reset(socket, account)
    for (const frame of missed) socket.send(frame)
  }

  async #reset(socket: FeedSocket, account: Account): Promise<void> {
    const { unreadCount } = await this.#parts.store.feedEvents.head(socket.accountId)
    socket.send({ type: 'reset', seq: account.seq, unread_count: unreadCount })
  }

  #after(accountId: string, seq: number): Promise<Frame[][]> {
    const { store, now } = this.#parts
    return framesAfter(store, [{ accountId, seq }], MOST_REPLAYED, now())
  }
}
