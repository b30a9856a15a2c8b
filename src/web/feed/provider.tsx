import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { allows } from '../../domain/accounts/plan.ts'
import { nowMs } from '../browser.ts'
import { ask, onSignedOut, type Problem } from '../client.ts'
import { useSession } from '../session.tsx'
import { CLOSED } from './connection.ts'
import type { FeedChange, NotificationRow } from './rows.ts'
import { BellSound } from './sound.ts'
import { type RunningFeed, startFeed } from './start-feed.ts'
import { missedToast, type Toast, toastOf, withToast } from './toast-list.ts'
import { type Removal, useRemoval } from './use-removal.ts'

export interface Bell {
  /** False where the plan has no notifications, or nobody is signed in. */
  readonly isAllowed: boolean
  /** The server's count; null before it is known. */
  readonly unread: number | null
  /** Newest first, those that are being deleted left out; null before they are known. */
  readonly recent: readonly NotificationRow[] | null
  readonly isLive: boolean
  /** When the service was last heard of, milliseconds. */
  readonly heardAtMs: number | null
  readonly toasts: readonly Toast[]
  readonly removal: Removal
  putAway(key: string): void
  /** Told of every change, the ones made here too. */
  readonly listeners: Set<(change: FeedChange) => void>
  mark(ids: readonly string[], status: NotificationRow['status']): Promise<void>
  markAllRead(): Promise<void>
}

const BellContext = createContext<Bell | null>(null)
/** More than so many that were missed are told of in one message. */
const MOST_MISSED_TOASTS = 2

export function FeedProvider({ children }: { readonly children: ComponentChildren }) {
  const { account } = useSession()
  const isAllowed = account ? allows(account.plan, 'notifications') && account.standing === 'good' : false
  const bell = useBellState(isAllowed ? (account?.email ?? null) : null)
  return <BellContext.Provider value={bell}>{children}</BellContext.Provider>
}

export function useBell(): Bell {
  const bell = useContext(BellContext)
  if (!bell) throw new Error('useBell is for what stands inside FeedProvider.')
  return bell
}

/** Calls back with every change of the feed while the page stands. */
export function useFeedChanges(onChange: (change: FeedChange) => void): void {
  const { listeners } = useBell()
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const listener = (change: FeedChange) => latest.current(change)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [listeners])
}

/** `owner` is whose feed it is; null for none. */
function useBellState(owner: string | null): Bell {
  const feed = useRef<RunningFeed | null>(null)
  const [listeners] = useState(() => new Set<(change: FeedChange) => void>())
  const [recent, setRecent] = useState<readonly NotificationRow[] | null>(null)
  const [unread, setUnread] = useState<number | null>(null)
  const [isLive, setLive] = useState(false)
  const [heardAtMs, setHeard] = useState<number | null>(null)
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const { renew } = useSession()
  const toast = (it: Toast) => setToasts((now) => withToast(now, it))
  const failed = (what: string) => (problem: Problem) =>
    toast({ key: `failed ${what}`, title: what, body: problem.message, isHigh: false, row: null })
  useEffect(() => {
    if (owner === null) return undefined
    const bellSound = new BellSound()
    const arrivals = arrivalsTo(toast, bellSound)
    const running = startFeed({
      onRows: setRecent,
      onUnread: setUnread,
      onLive: setLive,
      onHeard: () => setHeard(nowMs()),
      onRefused: (code) => (code === CLOSED.signedOut ? tellSignedOut() : renew()),
      onChange(change, frame, isMissed) {
        for (const listener of listeners) listener(change)
        if (frame?.type === 'notification') arrivals.arrived(frame.notification, isMissed, frame.silent)
      },
    })
    feed.current = running
    return () => {
      running.stop()
      bellSound.close()
      arrivals.stop()
      feed.current = null
      setRecent(null)
      setUnread(null)
      setToasts([])
    }
  }, [owner])
  const removal = useRemoval({
    onDeleted: (ids) => feed.current?.change({ type: 'deleted', ids }),
    onFailed: failed('Not deleted'),
  })
  const marks = marksOn(feed, failed)
  return {
    isAllowed: owner !== null,
    unread,
    recent: recent?.filter(({ id }) => !removal.ids.has(id)) ?? null,
    isLive,
    heardAtMs,
    toasts,
    removal,
    putAway: (key) => setToasts((now) => now.filter((it) => it.key !== key)),
    listeners,
    ...marks,
  }
}

function tellSignedOut(): void {
  for (const told of onSignedOut) told()
}

type Failed = (what: string) => (problem: Problem) => void

/** Shown at once, and taken back where the service refuses. The count is the server's alone. */
function marksOn(feed: { readonly current: RunningFeed | null }, failed: Failed): Pick<Bell, 'mark' | 'markAllRead'> {
  return {
    async mark(ids, status) {
      const name = status === 'read' ? 'mark_notification_read' : 'mark_notification_unread'
      feed.current?.change({ type: status, ids })
      const results = await Promise.allSettled(ids.map((id) => ask(name, { id })))
      const refused = ids.filter((_id, index) => results[index]?.status === 'rejected')
      if (refused.length === 0) return
      feed.current?.change({ type: status === 'read' ? 'unread' : 'read', ids: refused })
      const [first] = results.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
      failed(`Not marked ${status}`)(first)
    },
    // Which of them were unread before is not known here, so it is shown when it is done.
    async markAllRead() {
      await ask('mark_all_notifications_read', {}).then(
        () => feed.current?.change({ type: 'all_read' }),
        failed('Not marked read'),
      )
    },
  }
}

/** What has just come is shown and sounds; what was missed is summed up and does not sound. */
function arrivalsTo(toast: (it: Toast) => void, sound: BellSound) {
  let missed: NotificationRow[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const tellMissed = () => {
    const rows = missed
    missed = []
    const high = rows.filter(({ priority }) => priority === 'high')
    if (rows.length > MOST_MISSED_TOASTS) toast(missedToast(rows.length, rows.at(-1)?.id ?? 'missed'))
    for (const row of rows.length > MOST_MISSED_TOASTS ? high : rows) toast(toastOf(row))
  }
  return {
    arrived(row: NotificationRow, isMissed: boolean, isSilent: boolean): void {
      if (isMissed) {
        missed.push(row)
        clearTimeout(timer)
        timer = setTimeout(tellMissed, 300)
        return
      }
      const isHigh = row.priority === 'high'
      if (!isSilent) sound.play(isHigh)
      if (isHigh || document.visibilityState === 'visible') toast(toastOf(row))
    },
    stop: () => clearTimeout(timer),
  }
}
