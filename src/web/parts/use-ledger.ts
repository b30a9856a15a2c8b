import { useEffect, useRef, useState } from 'preact/hooks'
import { type Asked, useRepeat } from '../answer.ts'
import { Problem } from '../client.ts'
import type { LedgerPage } from '../ledger-answer.ts'
import { askLedger, type LedgerQuestion } from '../ledger-client.ts'

interface Known {
  readonly question: LedgerQuestion | null
  readonly answer: LedgerPage | null
  readonly problem: Problem | null
}

const EVERY_MS = 10_000

/** A page of the ledger that renews itself; null asks nothing. A wrong secret is not tried again by itself. */
export function useLedger(question: LedgerQuestion | null): Asked<LedgerPage> {
  const [known, setKnown] = useState<Known>({ question: null, answer: null, problem: null })
  const [round, setRound] = useState(0)
  const latest = useRef(question)
  latest.current = question
  const key = JSON.stringify(question)
  // The key stands for the question
  useEffect(() => {
    const asked = latest.current
    if (asked === null) return undefined
    const abort = new AbortController()
    askLedger(asked, abort.signal).then(
      (answer) => setKnown({ question: asked, answer, problem: null }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        const problem = error instanceof Problem ? error : new Problem(0, { detail: String(error) })
        setKnown((before) => ({
          question: asked,
          answer: JSON.stringify(before.question) === key ? before.answer : null,
          problem,
        }))
      },
    )
    return () => abort.abort()
  }, [key, round])
  const isCurrent = question !== null && JSON.stringify(known.question) === key
  const problem = isCurrent ? known.problem : null
  const answer = isCurrent ? known.answer : null
  const renew = () => setRound((count) => count + 1)
  useRepeat(renew, question !== null && problem === null ? EVERY_MS : undefined)
  return { answer, problem, isLoading: question !== null && answer === null && problem === null, reload: renew }
}
