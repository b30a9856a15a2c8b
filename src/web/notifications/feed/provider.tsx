import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { allows } from '../../../accounts/domain/plan.ts'
import { useSession } from '../../accounts/session.tsx'
import { nowMs } from '../../browser.ts'
import { ask, onSignedOut, type Problem } from '../../client.ts'
import { CLOSED } from './connection.ts'
import type { FeedChange, NotificationRow } from './notification-reducer.ts'
import { BellSound } from './sound.ts'
import { type RunningFeed, startFeed } from './start-feed.ts'
import { missedToast, type Toast, toastOf, withToast } from './toast-list.ts'
import { type Removal, useRemoval } from './use-removal.ts'
import { type Shelf, useShelf } from './use-shelf.ts'

export interface Bell {
  /** False if the plan has no notifications or nobody is signed in. */
  readonly isAllowed: boolean
  /** The server's count; null while unknown. */
  readonly unread: number | null
  /** Newest first, without those being deleted; null while unknown. */
  readonly recent: readonly NotificationRow[] | null
  readonly isLive: boolean
  /** Time of the last message from the service, milliseconds. */
  readonly heardAtMs: number | null
  readonly toasts: readonly Toast[]
  readonly removal: Removal
  putAway(key: string): void
  /** Called for every change, including local ones. */
  readonly listeners: Set<(change: FeedChange) => void>
  mark(ids: readonly string[], status: NotificationRow['status']): Promise<void>
  /** Actions on many, and the undo of the last one. */
  readonly shelf: Shelf
}

const BellContext = createContext<Bell | null>(null)
/** More missed notifications than this are announced in one message. */
const MAX_MISSED_TOASTS = 2

export function FeedProvider({ children }: { readonly children: ComponentChildren }) {
  const { account } = useSession()
  const isAllowed = account ? allows(account.plan, 'notifications') && account.standing === 'good' : false
  const bell = useBellState(isAllowed ? (account?.email ?? null) : null)
  return <BellContext.Provider value={bell}>{children}</BellContext.Provider>
}

export function useBell(): Bell {
  const bell = useContext(BellContext)
  if (!bell) throw new Error('useBell must be used inside FeedProvider.')
  return bell
}

/** Calls back with every change of the feed while the component is mounted. */
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

/** `owner` is the account of the feed, or null. */
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
  const mark = markOn(feed, failed)
  const shelf = useShelf({ change: (it) => feed.current?.change(it), isLive, failed })
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
    mark,
    shelf,
  }
}

function tellSignedOut(): void {
  for (const listener of onSignedOut) listener()
}

type Failed = (what: string) => (problem: Problem) => void

/** Applied immediately, and reverted if the service refuses. Only the server counts. */
function markOn(feed: { readonly current: RunningFeed | null }, failed: Failed): Bell['mark'] {
  return async (ids, status) => {
    const name = status === 'read' ? 'mark_notification_read' : 'mark_notification_unread'
    feed.current?.change({ type: status, ids })
    const results = await Promise.allSettled(ids.map((id) => ask(name, { id })))
    const refused = ids.filter((_id, index) => results[index]?.status === 'rejected')
    if (refused.length === 0) return
    feed.current?.change({ type: status === 'read' ? 'unread' : 'read', ids: refused })
    const [first] = results.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
    failed(`Not marked ${status}`)(first)
  }
}

/** New notifications appear with sound; missed ones are summarized without sound. */
function arrivalsTo(toast: (it: Toast) => void, sound: BellSound) {
  let missed: NotificationRow[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const tellMissed = () => {
    const rows = missed
    missed = []
    const high = rows.filter(({ priority }) => priority === 'high')
    if (rows.length > MAX_MISSED_TOASTS) toast(missedToast(rows.length, rows.at(-1)?.id ?? 'missed'))
    for (const row of rows.length > MAX_MISSED_TOASTS ? high : rows) toast(toastOf(row))
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
