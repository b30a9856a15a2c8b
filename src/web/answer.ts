import { useEffect, useRef, useState } from 'preact/hooks'
import { type AnswerOf, ask, type InputOf, type OperationName, Problem } from './client.ts'

/** What a page knows of an answer: `answer` stays while a newer one is asked for, or cannot be had. */
export interface Asked<Answer> {
  readonly answer: Answer | null
  readonly problem: Problem | null
  readonly isLoading: boolean
  /** Asks again, now. */
  reload(): void
}

interface Known {
  readonly key: string
  readonly answer: unknown
  readonly problem: Problem | null
}

/** The last answers, so that going back shows them at once. */
const remembered = new Map<string, unknown>()
const MOST_REMEMBERED = 40

export function forgetAnswers(): void {
  remembered.clear()
}

/**
 * Asks when the page opens, when the input changes, and every `everyMs` while the page is visible. A null input asks
 * nothing: what it needs is not known yet.
 */
export function useAnswer<Name extends OperationName>(
  name: Name,
  input: InputOf<Name> | null,
  { everyMs }: { readonly everyMs?: number | undefined } = {},
): Asked<AnswerOf<Name>> {
  const key = input === null ? '' : `${name} ${JSON.stringify(input)}`
  const [known, setKnown] = useState<Known>({ key: '', answer: null, problem: null })
  const [round, setRound] = useState(0)
  const latest = useRef(input)
  latest.current = input
  const isAsking = useRef(false)
  // `round` asks again on purpose; the key stands for the input
  useEffect(() => {
    const asked = latest.current
    if (asked === null) return undefined
    const abort = new AbortController()
    isAsking.current = true
    ask(name, asked, { signal: abort.signal }).then(
      (answer) => {
        if (abort.signal.aborted) return
        isAsking.current = false
        remember(key, answer)
        setKnown({ key, answer, problem: null })
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        isAsking.current = false
        const problem = error instanceof Problem ? error : new Problem(0, { detail: String(error) })
        setKnown((before) => ({ key, answer: before.key === key ? before.answer : null, problem }))
      },
    )
    return () => abort.abort()
  }, [key, round])
  // An answer that takes longer than the interval would never arrive if it were asked for anew each time.
  const renew = () => {
    if (!isAsking.current) setRound((it) => it + 1)
  }
  useRepeat(renew, key === '' ? undefined : everyMs)
  const isCurrent = known.key === key
  // The key names operation and input, so what is kept under it has this type.
  const answer = (isCurrent ? known.answer : (remembered.get(key) ?? null)) as AnswerOf<Name> | null
  const problem = isCurrent ? known.problem : null
  return {
    answer,
    problem,
    isLoading: answer === null && problem === null && key !== '',
    reload: () => setRound((it) => it + 1),
  }
}

/** Calls back at intervals while somebody looks at the page, and at once when he returns to it. */
export function useRepeat(work: () => void, everyMs: number | undefined): void {
  const latest = useRef(work)
  latest.current = work
  useEffect(() => {
    if (everyMs === undefined) return undefined
    const once = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    const timer = setInterval(once, everyMs)
    document.addEventListener('visibilitychange', once)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', once)
    }
  }, [everyMs])
}

function remember(key: string, answer: unknown): void {
  remembered.delete(key)
  remembered.set(key, answer)
  const [oldest] = remembered.keys()
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
}
