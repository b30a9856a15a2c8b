import { useEffect, useRef, useState } from 'preact/hooks'
import { type QueryState, useRepeat } from '../answer.ts'
import { Problem } from '../client.ts'
import {
  type Card,
  fetchLedger,
  fetchScorecard,
  type LedgerPage,
  type LedgerQuery,
  type ScorecardQuery,
} from './ledger-client.ts'

interface Known<Query, Answer> {
  readonly query: Query | null
  readonly answer: Answer | null
  readonly problem: Problem | null
}

const EVERY_MS = 10_000

/** A page of the ledger that renews itself; null sends nothing. */
export function useLedger(query: LedgerQuery | null): QueryState<LedgerPage> {
  return useReceiver(query, fetchLedger, EVERY_MS)
}

/** The scorecard, once: it changes with the sessions of the market. */
export function useScorecard(query: ScorecardQuery): QueryState<Card> {
  return useReceiver(query, fetchScorecard, undefined)
}

/** A wrong secret is not sent again automatically. */
function useReceiver<Query, Answer>(
  query: Query | null,
  fetchAnswer: (query: Query, signal: AbortSignal) => Promise<Answer>,
  everyMs: number | undefined,
): QueryState<Answer> {
  const [known, setKnown] = useState<Known<Query, Answer>>({ query: null, answer: null, problem: null })
  const [round, setRound] = useState(0)
  const latest = useRef(query)
  latest.current = query
  const key = JSON.stringify(query)
  // The key stands for the query.
  useEffect(() => {
    const current = latest.current
    if (current === null) return undefined
    const abort = new AbortController()
    fetchAnswer(current, abort.signal).then(
      (answer) => setKnown({ query: current, answer, problem: null }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        const problem = error instanceof Problem ? error : new Problem(0, { detail: String(error) })
        setKnown((before) => ({
          query: current,
          answer: JSON.stringify(before.query) === key ? before.answer : null,
          problem,
        }))
      },
    )
    return () => abort.abort()
  }, [key, round])
  const isCurrent = query !== null && JSON.stringify(known.query) === key
  const problem = isCurrent ? known.problem : null
  const answer = isCurrent ? known.answer : null
  const renew = () => setRound((count) => count + 1)
  useRepeat(renew, query !== null && problem === null ? everyMs : undefined)
  return { answer, problem, isLoading: query !== null && answer === null && problem === null, reload: renew }
}
