import { useEffect, useState } from 'preact/hooks'
import { ask, Problem } from '../../client.ts'
import { applied, type NotificationRow } from './notification-reducer.ts'
import { useFeedChanges } from './provider.tsx'
import type { Pages } from './use-pages.ts'

type Older = NotificationRow | 'gone' | null

/**
 * The requested notification where it is not among the listed ones, because a link to it is older than the first page;
 * `gone` where the service has it no more. Opening a notification reads it, so the answer to the mark is the row.
 */
export function useOlder(requested: string | undefined, { rows, isLoading, problem }: Pages): Older {
  const [found, setFound] = useState<{ readonly id: string; readonly older: Older } | null>(null)
  const isListed = rows.some(({ id }) => id === requested)
  const isMissing = requested !== undefined && !isLoading && problem === null && !isListed
  useEffect(() => {
    if (!isMissing || found?.id === requested) return
    ask('mark_notification_read', { id: requested }).then(
      (older) => setFound({ id: requested, older }),
      (error: unknown) => {
        if (error instanceof Problem && error.status === 404) setFound({ id: requested, older: 'gone' })
      },
    )
  }, [isMissing, requested])
  useFeedChanges((change) =>
    setFound((now) => {
      if (now === null || now.older === null || now.older === 'gone') return now
      const [older = null] = change.type === 'notification' ? [now.older] : applied([now.older], change)
      return { ...now, older }
    }),
  )
  return found !== null && found.id === requested && !isListed ? found.older : null
}
