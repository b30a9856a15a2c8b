import { useEffect, useState } from 'preact/hooks'
import { useRepeat } from '../../answer.ts'
import { type AnswerOf, ask, Problem } from '../../client.ts'
import type { NotificationRow } from './notification-reducer.ts'

export type Delivery = AnswerOf<'list_deliveries'>['data'][number]

const PAGE = 100
/** The list cannot be filtered by notification, so it is read back to its day, at most this many pages. */
const MAX_PAGES = 10
/** Interval while a delivery is pending. */
const RENEW_MS = 5_000

export interface Deliveries {
  /** Null while loading. */
  readonly found: readonly Delivery[] | null
  readonly problem: Problem | null
  reload(): void
}

/** The deliveries of one notification with their attempts. */
export function useDeliveries({ id, created_at: createdAt, deliveries }: NotificationRow): Deliveries {
  const [found, setFound] = useState<readonly Delivery[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [round, setRound] = useState(0)
  const count = deliveries.length
  useEffect(() => {
    const gone = new AbortController()
    if (count === 0) {
      setFound([])
      return undefined
    }
    deliveriesOf(id, createdAt, count, gone.signal).then(
      (rows) => {
        setFound(rows)
        setProblem(null)
      },
      (error: unknown) => {
        if (!gone.signal.aborted) setProblem(error instanceof Problem ? error : new Problem(0, {}))
      },
    )
    return () => gone.abort()
  }, [id, count, round])
  const reload = () => setRound((it) => it + 1)
  useRepeat(reload, found?.some(({ status }) => status === 'pending') ? RENEW_MS : undefined)
  return { found, problem, reload }
}

async function deliveriesOf(
  id: string,
  createdAt: string,
  count: number,
  signal: AbortSignal,
): Promise<readonly Delivery[]> {
  const found: Delivery[] = []
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: AnswerOf<'list_deliveries'> = await ask(
      'list_deliveries',
      { limit: PAGE, ...(cursor !== null && { cursor }) },
      { signal },
    )
    found.push(...answer.data.filter((row) => row.notification_id === id))
    cursor = answer.next_cursor
    const oldest = answer.data.at(-1)
    if (cursor === null || found.length >= count || (oldest && oldest.created_at < createdAt)) break
  }
  return found
}
