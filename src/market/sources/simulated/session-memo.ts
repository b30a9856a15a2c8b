/**
 * Memo of what is made of one symbol and session. What belongs to the latest session is asked for again and again; what
 * belongs to earlier ones is asked for in bursts, and forgotten after a while without a question.
 */
import { Memo, type Rest } from '../memo.ts'

export interface SessionMemoParts {
  /** The session that runs, or the last one. */
  readonly latestIndex: () => number
  /** Limits for the values of the latest session and of earlier ones, which are kept separately. */
  readonly keptLatest: number
  readonly keptPast: number
  /** Of earlier sessions; they are never forgotten without it. */
  readonly rest: Rest | undefined
  /** Of the latest session, in the same way. */
  readonly restLatest?: Rest | undefined
}

export class SessionMemo<Value extends object> {
  readonly #latestIndex: () => number
  readonly #keptLatest: number
  readonly #restLatest: Rest | undefined
  readonly #past: Memo<Value>
  #latest: Memo<Value>
  #latestOf = -1

  constructor({ latestIndex, keptLatest, keptPast, rest, restLatest }: SessionMemoParts) {
    this.#latestIndex = latestIndex
    this.#keptLatest = keptLatest
    this.#restLatest = restLatest
    this.#past = new Memo(keptPast, rest)
    this.#latest = new Memo(keptLatest, restLatest)
  }

  get(symbol: string, index: number, make: () => Value): Value {
    const latestIndex = this.#latestIndex()
    if (latestIndex !== this.#latestOf) {
      this.#latestOf = latestIndex
      this.#latest = new Memo(this.#keptLatest, this.#restLatest)
    }
    return (index === latestIndex ? this.#latest : this.#past).get(`${symbol} ${index}`, make)
  }
}
