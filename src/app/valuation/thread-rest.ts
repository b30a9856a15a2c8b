import type { later as inOwnTime } from '../../lib/node/later.ts'

/**
 * A thread without tasks is given back with its heap and its valuations, which hold some eighty megabytes: not within a
 * minute of a question that somebody waits for, and sooner where the service works for itself, once a minute for a few
 * seconds. A valuation that is repriced later is then sent to the next thread, which solves its own exercise tables.
 */
const AFTER_ASKED_MS = 60_000
const AFTER_OWN_MS = 5_000

export type Later = typeof inOwnTime

interface ThreadRest extends Disposable {
  /** The last task is done. */
  begin(): void
  /** A task comes. */
  end(isForSomebody: boolean): void
}

/** Calls `giveBack` when the thread has rested long enough. */
export function threadRest(later: Later, giveBack: () => void): ThreadRest {
  let resting: Disposable | undefined
  let isDue = false
  let asked: Disposable | undefined
  const ifDue = () => {
    if (!isDue || asked) return
    isDue = false
    giveBack()
  }
  const end = () => {
    resting?.[Symbol.dispose]()
    resting = undefined
    isDue = false
  }
  return {
    begin() {
      end()
      resting = later(() => {
        isDue = true
        ifDue()
      }, AFTER_OWN_MS)
    },
    end(isForSomebody) {
      end()
      if (!isForSomebody) return
      asked?.[Symbol.dispose]()
      asked = later(() => {
        asked = undefined
        ifDue()
      }, AFTER_ASKED_MS)
    },
    [Symbol.dispose]() {
      end()
      asked?.[Symbol.dispose]()
    },
  }
}
