import type { Admission } from '../../lib/async/sliding-window.ts'
import type { WindowQuestion, WindowServer } from './shared-windows.ts'

/** No call keeps the server from others for longer than it takes to count these. */
const MAX_QUESTIONS = 100

interface Asked {
  readonly question: WindowQuestion
  readonly answered: PromiseWithResolvers<Admission>
}

/**
 * A server that is asked once for all questions of a turn of the event loop: under load a call for each costs more than
 * all that it counts. `answerAll` answers in the order of its questions.
 */
export function gatheredWindows(
  name: string,
  answerAll: (questions: readonly WindowQuestion[]) => Promise<readonly Admission[]>,
): WindowServer {
  let waiting: Asked[] = []
  const askAll = () => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += MAX_QUESTIONS) void ask(all.slice(from, from + MAX_QUESTIONS))
  }
  const ask = async (asked: readonly Asked[]) => {
    try {
      const admissions = await answerAll(asked.map(({ question }) => question))
      for (const [place, { answered }] of asked.entries()) {
        const admission = admissions[place]
        if (!admission) throw new Error(`${name} has not answered about each window`)
        answered.resolve(admission)
      }
    } catch (error) {
      // Those that are answered stay so.
      for (const { answered } of asked) answered.reject(error)
    }
  }
  return {
    name,
    answer(question) {
      const answered = Promise.withResolvers<Admission>()
      if (waiting.push({ question, answered }) === 1) setImmediate(askAll)
      return answered.promise
    },
  }
}
