import { ByteCache } from '../../lib/byte-cache.ts'
import { Prepared, type PreparedText } from './prepared.ts'

const MAX_BYTES = 256 * 1024 * 1024

interface Kept {
  readonly version: number
  readonly prepared: Promise<Prepared>
}

/**
 * Written answers by question, each of one version of the data; a new version takes the place of the old. Callers who
 * ask the same at the same time wait for one writer.
 */
export class AnswerCache {
  readonly #kept: ByteCache<Kept>
  readonly #versions = new WeakMap<object, number>()
  #lastVersion = 0

  constructor(maxBytes = MAX_BYTES) {
    this.#kept = new ByteCache(maxBytes)
  }

  get bytes(): number {
    return this.#kept.bytes
  }

  /** `version` stands for the data by its identity and is not kept alive. */
  find(question: string, version: object, write: () => Promise<PreparedText>): Promise<Prepared> {
    const number = this.#numberOf(version)
    const found = this.#kept.get(question)
    if (found?.version === number) return found.prepared
    return this.#write(question, number, write)
  }

  #write(question: string, version: number, write: () => Promise<PreparedText>): Promise<Prepared> {
    const grow = (bytes: number): void => this.#kept.grow(question, kept, bytes)
    const prepared = write().then((text) => new Prepared(text, grow))
    const kept: Kept = { version, prepared }
    this.#kept.set(question, kept, question.length)
    prepared.then(
      ({ bytes }) => grow(bytes),
      () => this.#kept.delete(question, kept),
    )
    return prepared
  }

  /** An object's number; compared instead of the object, which may then be collected. */
  #numberOf(version: object): number {
    const known = this.#versions.get(version)
    if (known !== undefined) return known
    this.#lastVersion++
    this.#versions.set(version, this.#lastVersion)
    return this.#lastVersion
  }
}
