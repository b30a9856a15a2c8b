import { useEffect, useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../client.ts'
import type { Alert } from './draft.ts'

/** Most of one answer. */
const PAGE = 100

interface AllAlerts {
  /** Newest first; empty until they are there. */
  readonly alerts: readonly Alert[]
  reload(): void
}

type AlertPage = AnswerOf<'list_alerts'>

const NONE: readonly Alert[] = []

/** All alerts of the account, however many answers they fill. */
export function useAllAlerts(isWanted = true): AllAlerts {
  const [alerts, setAlerts] = useState(NONE)
  const [version, setVersion] = useState(0)
  // A new version follows each change.
  useEffect(() => {
    if (!isWanted) return
    const abort = new AbortController()
    // Without an answer the choice and the lines of the chart stay as they are; both are an addition.
    allAlerts(abort.signal).then(setAlerts, () => {})
    return () => abort.abort()
  }, [isWanted, version])
  return { alerts, reload: () => setVersion(version + 1) }
}

async function allAlerts(signal: AbortSignal): Promise<readonly Alert[]> {
  const alerts: Alert[] = []
  let cursor: string | null = null
  do {
    const page: AlertPage = await ask(
      'list_alerts',
      { limit: PAGE, ...(cursor === null ? {} : { cursor }) },
      { signal },
    )
    alerts.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  return alerts
}
