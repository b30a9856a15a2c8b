import { useEffect, useRef, useState } from 'preact/hooks'
import { type QueryState, useRepeat } from '../answer.ts'
import { Problem } from '../client.ts'
import { fetchLedger, type LedgerPage, type LedgerQuery } from './ledger-client.ts'

interface Known {
  readonly query: LedgerQuery | null
  readonly answer: LedgerPage | null
  readonly problem: Problem | null
}

const EVERY_MS = 10_000

/** A page of the ledger that renews itself; null sends nothing. A wrong secret is not sent again automatically. */
export function useLedger(query: LedgerQuery | null): QueryState<LedgerPage> {
  const [known, setKnown] = useState<Known>({ query: null, answer: null, problem: null })
  const [round, setRound] = useState(0)
  const latest = useRef(query)
  latest.current = query
  const key = JSON.stringify(query)
  // The key stands for the query.
  useEffect(() => {
    const current = latest.current
    if (current === null) return undefined
    const abort = new AbortController()
    fetchLedger(current, abort.signal).then(
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
  useRepeat(renew, query !== null && problem === null ? EVERY_MS : undefined)
  return { answer, problem, isLoading: query !== null && answer === null && problem === null, reload: renew }
}
