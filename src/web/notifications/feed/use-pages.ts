import { useEffect, useRef, useState } from 'preact/hooks'
import { type AnswerOf, ask, Problem } from '../../client.ts'
import {
  applied,
  belongs,
  type FeedChange,
  type NotificationFilter,
  type NotificationRow,
} from './notification-reducer.ts'
import { useFeedChanges } from './provider.tsx'

/** As many as a page shows, so that it stays light however many notifications there are. */
const PAGE = 12

/** Where a page lies: beside another one, at a date, or at the newest. */
export interface PagePlace {
  readonly cursor: string | undefined
  readonly at_date: string | undefined
}

interface Listed {
  readonly key: string
  readonly rows: readonly NotificationRow[]
  /** Arrived since then, and shown on request, so that nothing moves under the pointer. */
  readonly fresh: readonly NotificationRow[]
  readonly total: number
  readonly offset: number
  /** The place of the feed that `total` counts up to. */
  readonly throughSeq: number
  readonly next: string | null
  readonly previous: string | null
  readonly problem: Problem | null
  readonly isLoading: boolean
}

export interface Pages extends Omit<Listed, 'key'> {
  reload(): void
}

const EMPTY = {
  rows: [],
  fresh: [],
  total: 0,
  offset: 0,
  throughSeq: 0,
  next: null,
  previous: null,
  problem: null,
  isLoading: true,
} as const

/** One page of the filtered list, updated by the feed. */
export function usePages(filter: NotificationFilter, place: PagePlace, today: string): Pages {
  const key = JSON.stringify([filter, place])
  const [listed, setListed] = useState<Listed>({ key, ...EMPTY })
  const meanwhile = useRef<FeedChange[]>([])
  const abort = useRef(new AbortController())
  const load = () => {
    abort.current.abort()
    abort.current = new AbortController()
    const { signal } = abort.current
    meanwhile.current = []
    setListed((it) => (it.key === key ? { ...it, isLoading: true } : { key, ...EMPTY }))
    ask('list_notifications', { ...filter, ...given(place), limit: PAGE }, { signal }).then(
      (answer) => setListed((it) => arrived(it, answer, meanwhile.current)),
      (error: unknown) => {
        if (signal.aborted) return
        const problem = error instanceof Problem ? error : new Problem(0, { detail: String(error) })
        setListed((it) => ({ ...it, problem, isLoading: false }))
      },
    )
  }
  useEffect(() => {
    load()
    return () => abort.current.abort()
  }, [key])
  useFeedChanges((change) => {
    if (change.type === 'rules') return
    if (isUnknownHere(change, filter)) return load()
    meanwhile.current.push(change)
    const next = changed(listed, change, filter, today)
    setListed((it) => changed(it, change, filter, today))
    // The rows that follow move up.
    if (next.rows.length < listed.rows.length && listed.next !== null) load()
  })
  const current = listed.key === key ? listed : { key, ...EMPTY }
  return { ...current, reload: load }
}

/** Whether the page must be fetched again, because the change brings rows that only the service has. */
function isUnknownHere({ type }: FeedChange, { archived = false }: NotificationFilter): boolean {
  return type === 'reset' || type === (archived ? 'archived' : 'restored')
}

function given({ cursor, at_date: date }: PagePlace): { cursor?: string; at_date?: string } {
  return { ...(cursor !== undefined && { cursor }), ...(date !== undefined && { at_date: date }) }
}

function arrived(it: Listed, answer: AnswerOf<'list_notifications'>, meanwhile: readonly FeedChange[]): Listed {
  const marks = meanwhile.filter(({ type }) => type !== 'notification')
  return {
    key: it.key,
    rows: marks.reduce<readonly NotificationRow[]>(applied, answer.data),
    fresh: it.fresh.filter(({ seq }) => seq > answer.through_seq),
    total: answer.total,
    offset: answer.offset,
    throughSeq: answer.through_seq,
    next: answer.next_cursor,
    previous: answer.previous_cursor,
    problem: null,
    isLoading: false,
  }
}

function changed(it: Listed, change: FeedChange, filter: NotificationFilter, today: string): Listed {
  if (change.type === 'notification') {
    const { notification } = change
    if (it.rows.some(({ id }) => id === notification.id)) return { ...it, rows: applied(it.rows, change) }
    // One that has grown lies on another page.
    if (notification.seq <= it.throughSeq || !belongs(notification, filter, today)) return it
    return { ...it, fresh: applied(it.fresh, change) }
  }
  const rows = left(it.rows, change, filter)
  return { ...it, rows, fresh: applied(it.fresh, change), total: it.total - (it.rows.length - rows.length) }
}

/** In the archive, what is restored leaves the list. */
function left(rows: readonly NotificationRow[], change: FeedChange, { archived = false }: NotificationFilter) {
  return applied(rows, archived && change.type === 'restored' ? { ...change, type: 'archived' } : change)
}
