import type { Admission } from '../../lib/async/sliding-window.ts'
import type { WindowQuestion, WindowServer } from './shared-windows.ts'

/** A larger batch would block the server for other processes. */
const MAX_BATCH = 100

interface Pending {
  readonly question: WindowQuestion
  readonly result: PromiseWithResolvers<Admission>
}

/**
 * Sends all questions of one turn of the event loop in one call: under load, a call for each question costs more than the
 * counting. `answerAll` answers in the order of its questions.
 */
export function batchedWindows(
  name: string,
  answerAll: (questions: readonly WindowQuestion[]) => Promise<readonly Admission[]>,
): WindowServer {
  let pending: Pending[] = []
  const sendAll = () => {
    const all = pending
    pending = []
    for (let from = 0; from < all.length; from += MAX_BATCH) void send(all.slice(from, from + MAX_BATCH))
  }
  const send = async (batch: readonly Pending[]) => {
    try {
      const admissions = await answerAll(batch.map(({ question }) => question))
      for (const [place, { result }] of batch.entries()) {
        const admission = admissions[place]
        if (!admission) throw new Error(`${name} did not answer every question`)
        result.resolve(admission)
      }
    } catch (error) {
      // No effect on those that were resolved.
      for (const { result } of batch) result.reject(error)
    }
  }
  return {
    name,
    answer(question) {
      const result = Promise.withResolvers<Admission>()
      if (pending.push({ question, result }) === 1) setImmediate(sendAll)
      return result.promise
    },
  }
}
