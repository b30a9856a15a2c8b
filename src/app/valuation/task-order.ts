import type { ValuationTask } from './valuation-messages.ts'

/** These can take a second each, and nobody asks for them often. */
const LONG: ReadonlySet<ValuationTask['kind']> = new Set([
  'search',
  'scenario',
  'change',
  'fit_slice',
  'fit_curve',
  'make_tape',
])
/** A long task waits while the thread has others, and for so many at most. */
const MAX_AHEAD = 16

/** Decides when the valuation thread gets a task: short ones at once, which it does in their order. */
export class TaskOrder {
  readonly #send: (task: ValuationTask) => void
  /** Long tasks, oldest first. */
  readonly #waiting: ValuationTask[] = []
  #inThread = 0
  /** Tasks that were sent since a long one was. */
  #ahead = 0

  constructor(send: (task: ValuationTask) => void) {
    this.#send = send
  }

  add(task: ValuationTask): void {
    if (LONG.has(task.kind) && this.#inThread > 0) {
      this.#waiting.push(task)
      return
    }
    this.#give(task)
    this.#ahead++
    if (this.#ahead === MAX_AHEAD) this.#giveWaiting()
  }

  /** The thread has done one. */
  done(): void {
    this.#inThread--
    if (this.#inThread === 0) this.#giveWaiting()
  }

  /** The thread is gone with all of them. */
  clear(): void {
    this.#waiting.length = 0
    this.#inThread = 0
  }

  #giveWaiting(): void {
    this.#ahead = 0
    const task = this.#waiting.shift()
    if (task) this.#give(task)
  }

  #give(task: ValuationTask): void {
    this.#inThread++
    this.#send(task)
  }
}
