import { useEffect, useRef, useState } from 'preact/hooks'
import { type AnswerOf, ask, type InputOf, type OperationName, Problem } from './client.ts'

/** The state of a query: `answer` stays while a newer one is loading or fails to load. */
export interface QueryState<Answer> {
  readonly answer: Answer | null
  readonly problem: Problem | null
  readonly isLoading: boolean
  /** Repeats the query now. */
  reload(): void
}

interface LoadedAnswer {
  readonly key: string
  readonly answer: unknown
  readonly problem: Problem | null
}

/** Recent answers, so that going back shows them immediately. */
const recentAnswers = new Map<string, unknown>()
const MAX_RECENT = 40
const RETRY_MS = 5_000
/** Without an answer, or with one that says that the service, or a proxy before it, has none at the moment. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([0, 502, 503, 504])

export function clearAnswers(): void {
  recentAnswers.clear()
}

/**
 * Runs the query when the page opens, when the input changes, and every `everyMs` while the page is visible; sooner
 * while the service cannot be reached or has no answer at the moment. A null input runs nothing: a value that it needs is
 * still unknown.
 */
export function useAnswer<Name extends OperationName>(
  name: Name,
  input: InputOf<Name> | null,
  { everyMs }: { readonly everyMs?: number | undefined } = {},
): QueryState<AnswerOf<Name>> {
  const key = input === null ? '' : `${name} ${JSON.stringify(input)}`
  const [loaded, setLoaded] = useState<LoadedAnswer>({ key: '', answer: null, problem: null })
  const [round, setRound] = useState(0)
  const latest = useRef(input)
  latest.current = input
  const isRunning = useRef(false)
  // `round` repeats the query deliberately; the key stands for the input.
  useEffect(() => {
    const current = latest.current
    if (current === null) return undefined
    const abort = new AbortController()
    isRunning.current = true
    ask(name, current, { signal: abort.signal }).then(
      (answer) => {
        if (abort.signal.aborted) return
        isRunning.current = false
        remember(key, answer)
        setLoaded({ key, answer, problem: null })
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        isRunning.current = false
        const problem = error instanceof Problem ? error : new Problem(0, { detail: String(error) })
        setLoaded((before) => ({ key, answer: before.key === key ? before.answer : null, problem }))
      },
    )
    return () => abort.abort()
  }, [key, round])
  // A query that takes longer than the interval is not restarted, because it would never finish.
  const renew = () => {
    if (!isRunning.current) setRound((it) => it + 1)
  }
  const isCurrent = loaded.key === key
  const willPass = isCurrent && loaded.problem !== null && PASSING_STATUSES.has(loaded.problem.status)
  useRepeat(renew, key === '' ? undefined : willPass ? Math.min(RETRY_MS, everyMs ?? RETRY_MS) : everyMs)
  // The key contains operation and input, so its value has this type.
  const answer = (isCurrent ? loaded.answer : (recentAnswers.get(key) ?? null)) as AnswerOf<Name> | null
  const problem = isCurrent ? loaded.problem : null
  return {
    answer,
    problem,
    isLoading: answer === null && problem === null && key !== '',
    reload: () => setRound((it) => it + 1),
  }
}

/** Calls back at intervals while the page is visible, and immediately when it becomes visible again. */
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
  recentAnswers.delete(key)
  recentAnswers.set(key, answer)
  const [oldest] = recentAnswers.keys()
  if (recentAnswers.size > MAX_RECENT && oldest !== undefined) recentAnswers.delete(oldest)
}
