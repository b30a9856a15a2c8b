import { useEffect, useRef, useState } from 'preact/hooks'
import { ask, Problem } from '../../client.ts'
import {
  applied,
  belongs,
  type FeedChange,
  type NotificationFilter,
  type NotificationRow,
} from './notification-reducer.ts'
import { useFeedChanges } from './provider.tsx'

const PAGE = 30

interface Listed {
  readonly key: string
  readonly rows: readonly NotificationRow[]
  /** Arrived since then, and inserted on request, so that nothing moves under the pointer. */
  readonly fresh: readonly NotificationRow[]
  readonly total: number
  readonly cursor: string | null
  readonly problem: Problem | null
  readonly isLoading: boolean
}

export interface Pages extends Omit<Listed, 'key' | 'cursor'> {
  readonly hasMore: boolean
  more(): void
  reload(): void
  showFresh(): void
}

const EMPTY = { rows: [], fresh: [], total: 0, cursor: null, problem: null, isLoading: true } as const

/** The filtered list with pagination, updated by the feed. */
export function usePages(filter: NotificationFilter, today: string): Pages {
  const key = JSON.stringify(filter)
  const [listed, setListed] = useState<Listed>({ key, ...EMPTY })
  const meanwhile = useRef<FeedChange[]>([])
  const abort = useRef(new AbortController())
  const load = (cursor: string | null) => {
    abort.current.abort()
    abort.current = new AbortController()
    const { signal } = abort.current
    meanwhile.current = []
    setListed((it) => (it.key === key ? { ...it, isLoading: true } : { key, ...EMPTY }))
    ask('list_notifications', { ...filter, limit: PAGE, ...(cursor !== null && { cursor }) }, { signal }).then(
      (answer) => setListed((it) => arrived(it, answer, cursor, meanwhile.current)),
      (error: unknown) => {
        if (signal.aborted) return
        const problem = error instanceof Problem ? error : new Problem(0, { detail: String(error) })
        setListed((it) => ({ ...it, problem, isLoading: false }))
      },
    )
  }
  useEffect(() => {
    load(null)
    return () => abort.current.abort()
  }, [key])
  useFeedChanges((change) => {
    if (change.type === 'reset') return load(null)
    meanwhile.current.push(change)
    setListed((it) => changed(it, change, filter, today))
  })
  const current = listed.key === key ? listed : { key, ...EMPTY }
  return {
    ...current,
    hasMore: current.cursor !== null,
    more: () => current.cursor !== null && !current.isLoading && load(current.cursor),
    reload: () => load(null),
    showFresh: () =>
      setListed((it) => ({
        ...it,
        rows: it.fresh.reduceRight<readonly NotificationRow[]>(
          (rows, notification) => applied(rows, { type: 'notification', notification }),
          it.rows,
        ),
        total: it.total + it.fresh.length,
        fresh: [],
      })),
  }
}

interface Answer {
  readonly data: readonly NotificationRow[]
  readonly total: number
  readonly next_cursor: string | null
}

function arrived(it: Listed, answer: Answer, cursor: string | null, meanwhile: readonly FeedChange[]): Listed {
  const current = cursor === null ? [] : it.rows
  const known = new Set(current.map(({ id }) => id))
  const rows = [...current, ...answer.data.filter(({ id }) => !known.has(id))]
  const marks = meanwhile.filter(({ type }) => type !== 'notification')
  const listed = new Set(rows.map(({ id }) => id))
  return {
    key: it.key,
    rows: marks.reduce<readonly NotificationRow[]>(applied, rows),
    fresh: it.fresh.filter(({ id }) => !listed.has(id)),
    total: answer.total,
    cursor: answer.next_cursor,
    problem: null,
    isLoading: false,
  }
}

function changed(it: Listed, change: FeedChange, filter: NotificationFilter, today: string): Listed {
  if (change.type === 'notification') {
    const { notification } = change
    if (it.rows.some(({ id }) => id === notification.id)) return { ...it, rows: applied(it.rows, change) }
    if (!belongs(notification, filter, today)) return it
    return { ...it, fresh: applied(it.fresh, change) }
  }
  const rows = applied(it.rows, change)
  return { ...it, rows, fresh: applied(it.fresh, change), total: it.total - (it.rows.length - rows.length) }
}
