import { useEffect, useRef, useState } from 'preact/hooks'
import { useRepeat } from '../../answer.ts'
import { type AnswerOf, ask, type InputOf, Problem } from '../../client.ts'
import { PRINT_FIELDS, type Print } from '../print-columns.tsx'
import { withFields } from '../with-fields.ts'
import { mergedTape, sinceOf } from './tape-rows.ts'

type Flow = AnswerOf<'options_flow'>

const EVERY_MS = 2_000
const MAX_ROWS = 300
/** Maximum rows of one answer. */
const MAX_ASKED = 500

export interface Tape {
  /** The last answer, for its metadata; null before the first. */
  readonly answer: Flow | null
  /** Newest first. */
  readonly rows: readonly Print[]
  readonly problem: Problem | null
  reload(): void
}

interface LoadedTape {
  readonly key: string
  readonly answer: Flow | null
  readonly rows: Tape['rows']
  readonly problem: Problem | null
}

const NOTHING = { answer: null, rows: [], problem: null }

/** The newest prints that match the filters; a live tape only requests new ones. */
export function useTape(filters: InputOf<'options_flow'>, isLive: boolean): Tape {
  const key = JSON.stringify(filters)
  const [loaded, setLoaded] = useState<LoadedTape>({ key, ...NOTHING })
  const renew = useRef<() => Promise<void>>(async () => {})
  const latest = useRef(filters)
  latest.current = filters
  // The key stands for the filters.
  useEffect(() => {
    const abort = new AbortController()
    renew.current = readerOf(latest.current, abort.signal, {
      found: (answer, rows) => setLoaded({ key, answer, rows, problem: null }),
      failed: (problem) => setLoaded((before) => ({ ...(before.key === key ? before : { key, ...NOTHING }), problem })),
    })
    void renew.current()
    return () => abort.abort()
  }, [key])
  useRepeat(() => void renew.current(), isLive ? EVERY_MS : undefined)
  return { ...(loaded.key === key ? loaded : NOTHING), reload: () => void renew.current() }
}

interface Handlers {
  found(answer: Flow, rows: Tape['rows']): void
  failed(problem: Problem): void
}

/** Requests all rows first, then new ones; never two requests at once. */
function readerOf(filters: InputOf<'options_flow'>, signal: AbortSignal, handlers: Handlers): () => Promise<void> {
  let rows: Tape['rows'] = []
  let asOf = ''
  let isAsking = false
  const read = async (): Promise<void> => {
    const since = sinceOf(rows)
    const bounds = since === null ? { limit: MAX_ROWS } : { limit: MAX_ASKED, since }
    const answer = await ask('options_flow', { ...filters, ...bounds, fields: [...PRINT_FIELDS] }, { signal })
    const hasBegunAgain = answer.as_of < asOf
    asOf = answer.as_of
    if (hasBegunAgain) {
      // A replayed session: the prints that were seen at its end have not happened yet.
      rows = []
      return read()
    }
    rows = mergedTape(rows, answer.data.filter(withFields(PRINT_FIELDS)), MAX_ROWS)
    handlers.found(answer, rows)
  }
  return async () => {
    if (isAsking) return
    isAsking = true
    await read().catch((error: unknown) => {
      if (!signal.aborted) handlers.failed(error instanceof Problem ? error : new Problem(0, { detail: String(error) }))
    })
    isAsking = false
  }
}
