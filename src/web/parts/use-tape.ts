import { useEffect, useRef, useState } from 'preact/hooks'
import { useRepeat } from '../answer.ts'
import { type AnswerOf, ask, type InputOf, Problem } from '../client.ts'
import { mergedTape, sinceOf } from './tape-rows.ts'

type Flow = AnswerOf<'options_flow'>

const EVERY_MS = 2_000
const MOST_ROWS = 300
/** What the service answers at most. */
const MOST_ASKED = 500

export interface Tape {
  /** The last answer, for what it says of itself; null until the first. */
  readonly answer: Flow | null
  /** Newest first. */
  readonly rows: readonly Flow['data'][number][]
  readonly problem: Problem | null
  reload(): void
}

interface Known {
  readonly key: string
  readonly answer: Flow | null
  readonly rows: Tape['rows']
  readonly problem: Problem | null
}

const NOTHING = { answer: null, rows: [], problem: null }

/** The newest prints that pass the filters; while it is live, only what is new is asked for. */
export function useTape(filters: InputOf<'options_flow'>, isLive: boolean): Tape {
  const key = JSON.stringify(filters)
  const [known, setKnown] = useState<Known>({ key, ...NOTHING })
  const renew = useRef<() => Promise<void>>(async () => {})
  const latest = useRef(filters)
  latest.current = filters
  // The key stands for the filters
  useEffect(() => {
    const abort = new AbortController()
    renew.current = readerOf(latest.current, abort.signal, {
      found: (answer, rows) => setKnown({ key, answer, rows, problem: null }),
      failed: (problem) => setKnown((before) => ({ ...(before.key === key ? before : { key, ...NOTHING }), problem })),
    })
    void renew.current()
    return () => abort.abort()
  }, [key])
  useRepeat(() => void renew.current(), isLive ? EVERY_MS : undefined)
  return { ...(known.key === key ? known : NOTHING), reload: () => void renew.current() }
}

interface Told {
  found(answer: Flow, rows: Tape['rows']): void
  failed(problem: Problem): void
}

/** Asks for all at first, then for what came since; a question that is still open is not asked again. */
function readerOf(filters: InputOf<'options_flow'>, signal: AbortSignal, told: Told): () => Promise<void> {
  let rows: Tape['rows'] = []
  let isAsking = false
  const read = async () => {
    const since = sinceOf(rows)
    const bounds = since === null ? { limit: MOST_ROWS } : { limit: MOST_ASKED, since }
    const answer = await ask('options_flow', { ...filters, ...bounds }, { signal })
    rows = mergedTape(rows, answer.data, MOST_ROWS)
    told.found(answer, rows)
  }
  return async () => {
    if (isAsking) return
    isAsking = true
    await read().catch((error: unknown) => {
      if (!signal.aborted) told.failed(error instanceof Problem ? error : new Problem(0, { detail: String(error) }))
    })
    isAsking = false
  }
}
