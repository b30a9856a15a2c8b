import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useRepeat } from '../answer.ts'
import { connection } from '../client.ts'

const RETRY_MS = 3_000

/** Whether the document came from the service worker because the service could not be reached. */
function isKept(): boolean {
  return document.documentElement.dataset['offline'] !== undefined
}

interface UnlessOfflineProps {
  /** Whether nothing can be shown before an answer. A page that is open says itself that its data are old. */
  readonly isWaiting?: boolean
  readonly children: ComponentChildren
}

/** Says that the service cannot be reached, where no page can say it yet. */
export function UnlessOffline({ isWaiting = false, children }: UnlessOfflineProps) {
  const [isOffline, setOffline] = useState(() => isKept() || (isWaiting && !connection.isUp))
  useEffect(() => {
    if (!isWaiting) return undefined
    const changed = () => setOffline(!connection.isUp)
    connection.listeners.add(changed)
    return () => {
      connection.listeners.delete(changed)
    }
  }, [])
  const check = () =>
    fetch('/health', { cache: 'no-store' }).then(
      () => {
        delete document.documentElement.dataset['offline']
        setOffline(false)
      },
      () => undefined,
    )
  useRepeat(() => void check(), isOffline ? RETRY_MS : undefined)
  if (!isOffline) return <>{children}</>
  return (
    <section class="empty" role="status">
      <h1>You are offline</h1>
      <p>
        Optionwire cannot be reached: this device has no connection, or the service is stopped. No numbers are kept on
        this device. The page opens when the service answers again.
      </p>
      <button type="button" onClick={() => void check()}>
        Try again
      </button>
    </section>
  )
}
