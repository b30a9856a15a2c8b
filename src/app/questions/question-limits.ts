import { LRUCache } from 'lru-cache'
import type { Plan } from '../../accounts/domain/plan.ts'
import type { Caller } from '../../catalogue/context.ts'
import { once } from '../../lib/async/once.ts'
import { AppError } from '../../lib/errors.ts'
import { addressGroup } from '../../lib/text/address-group.ts'

/** Heavy questions of one account that may run or wait at once. */
export const MAX_AT_ONCE = 2
const WINDOW_MS = 60_000
/** Seconds of computing in any 60 seconds. */
export const COMPUTING_SECONDS: Readonly<Record<Plan, number>> = { delta: 15, gamma: 20, theta: 30, vega: 40 }
const MAX_CALLERS = 20_000
const RETRY_AFTER_S = 5

interface Charge {
  readonly atMs: number
  readonly ms: number
}

interface Use {
  running: number
  /** Of the window, oldest first. */
  charges: Charge[]
}

/** The result of some work, and the computing time that it took. */
export interface Computed<T> {
  readonly result: T
  readonly ms: number
}

interface Counted {
  /** Computing time in milliseconds. */
  charge(ms: number): void
  /** Later calls do nothing. */
  end(): void
}

const UNCOUNTED: Counted = { charge() {}, end() {} }

/** Limits how much heavy work a caller may cause, so that nobody takes all of it. The operator has no limit. */
export class QuestionLimits {
  readonly #monotonicMs: () => number
  readonly #uses = new LRUCache<string, Use>({ max: MAX_CALLERS })

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** Runs the work and charges its time to the caller. Rejects with `rate_limited` beyond a limit. */
  async run<T>(caller: Caller, work: () => Promise<Computed<T>>): Promise<T> {
    const { charge, end } = this.begin(caller)
    try {
      const { result, ms } = await work()
      charge(ms)
      return result
    } finally {
      end()
    }
  }

  /** Begins work of which each part is charged. Throws `rate_limited` beyond a limit. */
  begin(caller: Caller): Counted {
    const key = caller.account?.id ?? (caller.address === null ? null : addressGroup(caller.address))
    if (key === null) return UNCOUNTED
    const use = this.#uses.get(key) ?? { running: 0, charges: [] }
    this.#uses.set(key, use)
    this.#require(use, COMPUTING_SECONDS[caller.account?.plan ?? 'delta'])
    use.running++
    return {
      charge: (ms) => void use.charges.push({ atMs: this.#monotonicMs(), ms }),
      end: once(() => void use.running--),
    }
  }

  #require(use: Use, seconds: number): void {
    if (use.running >= MAX_AT_ONCE) {
      throw new AppError(
        'rate_limited',
        `At most ${MAX_AT_ONCE} questions about past sessions at once. Wait for one of your answers.`,
        { retryAfterS: RETRY_AFTER_S },
      )
    }
    const fromMs = this.#monotonicMs() - WINDOW_MS
    use.charges = use.charges.filter(({ atMs }) => atMs > fromMs)
    const [oldest] = use.charges
    const spentMs = use.charges.reduce((sum, { ms }) => sum + ms, 0)
    if (!oldest || spentMs < seconds * 1000) return
    throw new AppError(
      'rate_limited',
      `Your questions about past sessions took ${Math.round(spentMs / 1000)} of the ${seconds} seconds of computing that your plan has in a minute. Try again later, or request less.`,
      { retryAfterS: Math.ceil((oldest.atMs - fromMs) / 1000) },
    )
  }
}
