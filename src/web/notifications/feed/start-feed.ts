import type { FeedFrame } from '../../../notifications/domain/feed-frame.ts'
import { random } from '../../browser.ts'
import { ask } from '../../client.ts'
import { backOffMs } from './back-off.ts'
import { FeedConnection, type Wire, type WireEvents } from './connection.ts'
import { applied, changeOf, type FeedChange, type NotificationRow } from './notification-reducer.ts'

/** More than the bell shows, so that it stays full after deletions. */
const RECENT = 30
/** Without a feed, as in an eleventh tab, the list is polled at this interval. */
const PATIENCE_MS = 5_000

export interface FeedListener {
  readonly onRows: (rows: readonly NotificationRow[]) => void
  readonly onChange: (change: FeedChange, frame: FeedFrame | null, isMissed: boolean) => void
  readonly onUnread: (count: number) => void
  readonly onLive: (isLive: boolean) => void
  readonly onHeard: () => void
  readonly onRefused: (code: number) => void
}

export interface RunningFeed {
  /** Applies a local change before the service has confirmed it. */
  change(change: FeedChange): void
  stop(): void
}

/** Maintains the newest notifications and reports every change, from one fetched list and subsequent messages. */
export function startFeed(listener: FeedListener): RunningFeed {
  const gone = new AbortController()
  const { signal } = gone
  let rows: readonly NotificationRow[] = []
  /** Changes during a fetch, which the fetched list may not contain. */
  let meanwhile: FeedChange[] | null = null
  let hasRows = false
  let isLive = false
  const take = (change: FeedChange) => {
    meanwhile?.push(change)
    rows = applied(rows, change).slice(0, RECENT)
    listener.onRows(rows)
  }
  const fetchRecent = async (failures = 0): Promise<void> => {
    meanwhile = []
    try {
      const answer = await ask('list_notifications', { limit: RECENT }, { signal })
      rows = meanwhile.reduce<readonly NotificationRow[]>(applied, answer.data).slice(0, RECENT)
      meanwhile = null
      hasRows = true
      listener.onRows(rows)
      if (!isLive) listener.onUnread(answer.unread_count)
    } catch {
      if (!signal.aborted) setTimeout(() => void fetchRecent(failures + 1), 500 + backOffMs(failures, random()))
    }
  }
  const connection = new FeedConnection({
    ...listener,
    open: openWire,
    random,
    onLive(isNow) {
      isLive = isNow
      listener.onLive(isNow)
    },
    onRefetch() {
      listener.onChange({ type: 'reset' }, null, true)
      void fetchRecent()
    },
    onFrame(frame, isMissed) {
      const change = changeOf(frame)
      if (!change) return
      take(change)
      // The rows themselves are not in the message.
      if (change.type === 'restored') void fetchRecent()
      listener.onChange(change, frame, isMissed)
    },
  })
  const patience = setTimeout(() => {
    if (!hasRows) void fetchRecent()
  }, PATIENCE_MS)
  const wake = () => document.visibilityState === 'visible' && connection.wake()
  addEventListener('online', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  return {
    change(change) {
      take(change)
      if (change.type === 'restored' || change.type === 'reset') void fetchRecent()
      listener.onChange(change, null, false)
    },
    stop() {
      gone.abort()
      clearTimeout(patience)
      connection.end()
    },
  }
}

function openWire(path: string, { opened, received, closed }: WireEvents): Wire {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)
  socket.onopen = opened
  socket.onmessage = ({ data }) => received(String(data))
  socket.onclose = ({ code }) => closed(code)
  return socket
}
