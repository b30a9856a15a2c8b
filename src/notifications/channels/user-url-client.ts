import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { untilAborted } from '../../lib/async/until-aborted.ts'
import { withDeadline } from './deadline.ts'
import type { Answer, Broken, Request } from './exchange.ts'
import { type Place, placeOpener } from './pinned-pool.ts'
import { canonicalAddress, isPublicAddress } from './public-address.ts'
import type { Resolve } from './resolver.ts'
import { BLOCKED, readUserUrl, type UrlRules, type UserUrl } from './user-url.ts'

/** How long a name's checked addresses are held to be right. */
const CHECK_HOLDS_MS = 60_000
/** Places kept, those used last; beyond it the oldest loses its connections. */
const MAX_PLACES = 1_000
/** A form is waiting for the answer while a URL is saved. */
const SAVE_MS = 5_000

export interface UserUrlClientOptions extends UrlRules {
  readonly resolve: Resolve
  readonly now: () => Date
  readonly timeoutMs?: number
  /** Certificates (PEM) to trust in place of the built-in ones, for a network with an authority of its own. */
  readonly trustedRoots?: string | undefined
}

export interface UserPost {
  readonly url: string
  /** All headers there are: what a user gave never becomes one. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export interface UserGet extends Omit<UserPost, 'body'> {
  /** Bytes of the answer's body to keep. */
  readonly maxKept: number
}

/** The URL leads where this service must not go. */
export interface Blocked {
  readonly kind: 'blocked'
  readonly reason: string
}

/** A host name that leads nowhere yet. */
export class NoSuchHost extends Error {
  constructor() {
    super('The host name has no address')
    this.name = 'NoSuchHost'
  }
}

type UserRequest = Omit<UserPost, 'body'> & Pick<Request, 'body' | 'maxKept'>

interface Checked {
  readonly place: Place
  readonly addresses: readonly string[]
  readonly atMs: number
}

/**
 * The one way by which this service calls an address that a user gave. It connects to the very addresses that it
 * checked, follows nothing, sends its own headers alone, and ends everything after `timeoutMs`.
 */
export class UserUrlClient {
  readonly timeoutMs: number
  readonly #options: UserUrlClientOptions
  readonly #checked = new LRUCache<string, Checked>({
    max: MAX_PLACES,
    dispose: ({ place }, _origin, reason) => {
      if (reason === 'evict') place.retire()
    },
  })

  constructor(options: UserUrlClientOptions) {
    this.#options = options
    this.timeoutMs = options.timeoutMs ?? 10_000
  }

  /**
   * What is wrong with a URL that is about to be saved, as a sentence; null where nothing is. A name that cannot be
   * resolved now may be saved: it is checked again before every attempt.
   */
  async refusalOf(text: string, signal: AbortSignal): Promise<string | null> {
    const read = readUserUrl(text, this.#options)
    if ('refused' in read) return read.refused
    try {
      await withDeadline(SAVE_MS, signal, (deadline) => this.#addressesOf(read, deadline))
      return null
    } catch (error) {
      return error instanceof BlockedAddress ? BLOCKED : null
    }
  }

  post(request: UserPost, signal: AbortSignal): Promise<Answer | Broken | Blocked> {
    return this.#send(request, signal)
  }

  get(request: UserGet, signal: AbortSignal): Promise<Answer | Broken | Blocked> {
    return this.#send({ ...request, body: null }, signal)
  }

  async close(): Promise<void> {
    const places = [...this.#checked.values()].map(({ place }) => place)
    this.#checked.clear()
    await Promise.all(places.map((place) => place.close()))
  }

  async #send(request: UserRequest, signal: AbortSignal): Promise<Answer | Broken | Blocked> {
    const read = readUserUrl(request.url, this.#options)
    if ('refused' in read) return { kind: 'blocked', reason: read.refused }
    return withDeadline(this.timeoutMs, signal, (deadline) => this.#sendTo(read, request, deadline))
  }

  async #sendTo(read: UserUrl, request: UserRequest, signal: AbortSignal): Promise<Answer | Broken | Blocked> {
    const { headers, body, maxKept } = request
    try {
      const place = await this.#placeOf(read, signal)
      const path = `${read.url.pathname}${read.url.search}`
      const { origin } = read.url
      const result = await place.request({ origin, path, headers, body, maxKept }, signal)
      // Where nobody answered, the name may lead elsewhere by the next attempt.
      if (result.kind === 'broken' && !result.started) this.#forget(origin, place)
      return result
    } catch (error) {
      if (error instanceof BlockedAddress) return { kind: 'blocked', reason: BLOCKED }
      return { kind: 'broken', cause: signal.aborted ? signal.reason : error, started: false, status: null }
    }
  }

  async #placeOf(read: UserUrl, signal: AbortSignal): Promise<Place> {
    const { origin } = read.url
    const atMs = this.#options.now().getTime()
    const known = this.#checked.get(origin)
    // A clock that was set back makes ages negative: then the age is unknown.
    const age = known ? atMs - known.atMs : -1
    if (known && age >= 0 && age < CHECK_HOLDS_MS) return this.#keep(origin, known)
    const addresses = await this.#addressesOf(read, signal)
    const openPlace = await placeOpener()
    // Nothing is awaited from here on: of several attempts that checked at once, the first opens the place.
    const current = this.#checked.get(origin)
    if (current && sameAddresses(current.addresses, addresses)) return this.#keep(origin, { ...current, atMs })
    const { trustedRoots } = this.#options
    const place = openPlace({ origin, pinned: addresses, trustedRoots, timeoutMs: this.timeoutMs })
    current?.place.retire()
    return this.#keep(origin, { place, addresses, atMs })
  }

  #forget(origin: string, place: Place): void {
    if (this.#checked.get(origin)?.place !== place) return
    this.#checked.delete(origin)
    place.retire()
  }

  #keep(origin: string, checked: Checked): Place {
    this.#checked.set(origin, checked)
    return checked.place
  }

  async #addressesOf({ host, allowed }: UserUrl, signal: AbortSignal): Promise<readonly string[]> {
    // A literal was judged when the URL was read, before any socket.
    if (isIP(host) !== 0) return [host]
    const addresses = await untilAborted(this.#options.resolve(host, signal), signal)
    if (addresses.length === 0) throw new NoSuchHost()
    // One bad answer among good ones is how a name is bent to an internal address.
    if (!allowed && !addresses.every(isPublicAddress)) throw new BlockedAddress()
    return addresses.map(canonicalAddress).sort()
  }
}

class BlockedAddress extends Error {}

function sameAddresses(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((address, index) => address === right[index])
}
