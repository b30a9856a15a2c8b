import { LRUCache } from 'lru-cache'
import { Prepared, type PreparedText } from './prepared.ts'

const MAX_BYTES = 256 * 1024 * 1024

interface CachedAnswer {
  /** The data of the answer, only for comparison and held weakly: chains are larger than answers. */
  readonly version: readonly WeakRef<object>[]
  readonly prepared: Promise<Prepared>
}

/**
 * Written answers by request, each for one version of the data; a new version replaces the old one. Simultaneous
 * callers of the same request share one computation.
 */
export class AnswerCache {
  readonly #cache: LRUCache<string, CachedAnswer>

  constructor(maxBytes = MAX_BYTES) {
    this.#cache = new LRUCache({ maxSize: maxBytes })
  }

  get bytes(): number {
    return this.#cache.calculatedSize
  }

  /** `version` identifies the data by the identity of its objects. */
  find(request: string, version: readonly object[], write: () => Promise<PreparedText>): Promise<Prepared> {
    const found = this.#cache.get(request)
    if (found && isSame(found.version, version)) return found.prepared
    return this.#write(request, version, write)
  }

  #write(request: string, version: readonly object[], write: () => Promise<PreparedText>): Promise<Prepared> {
    let size = request.length
    const isCached = () => this.#cache.peek(request)?.prepared === prepared
    const grow = (bytes: number): void => {
      if (!isCached()) return
      size += bytes
      // A new object, because the cache updates the size only for a new value.
      this.#cache.set(request, { ...entry }, { size })
    }
    const prepared = write().then((text) => new Prepared(text, grow))
    const entry: CachedAnswer = { version: version.map((object) => new WeakRef(object)), prepared }
    this.#cache.set(request, entry, { size })
    prepared.then(
      ({ bytes }) => grow(bytes),
      () => isCached() && this.#cache.delete(request),
    )
    return prepared
  }
}

function isSame(entry: readonly WeakRef<object>[], version: readonly object[]): boolean {
  return entry.length === version.length && entry.every((reference, place) => reference.deref() === version[place])
}
