import { useEffect, useRef, useState } from 'preact/hooks'
import { nowMs } from '../browser.ts'
import { PATHS, pathTo } from '../paths.ts'
import { useBell } from './feed/provider.tsx'
import { spoken, type Toast } from './feed/toast-list.ts'
import { NotificationIcon } from './notification-icon.tsx'
import './toasts.css'

const SHOWN_MS = 6_000
const SPEAK_EVERY_MS = 5_000
const UNDO_SHOWN_MS = 10_000

/**
 * New notifications in one line of the masthead, where they cover nothing, and actions that can be undone. Normal ones
 * disappear together some seconds after the last, unless the pointer is over them; those of high priority stay.
 */
export function Toasts() {
  const { toasts, putAway, removal, shelf } = useBell()
  const [isHeld, setHeld] = useState(false)
  const count = useCount(toasts)
  const normal = toasts.filter(({ isHigh }) => !isHigh)
  const newest = normal[0]?.key
  useEffect(() => {
    if (isHeld || newest === undefined) return undefined
    const timer = setTimeout(() => {
      for (const { key } of normal) putAway(key)
    }, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, newest])
  return (
    <>
      <section
        class="toasts"
        aria-label="New notifications"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocusCapture={() => setHeld(true)}
        onBlurCapture={() => setHeld(false)}
      >
        {removal.ids.size > 0 ? <Undo /> : null}
        {removal.ids.size === 0 && shelf.offer ? <UndoMany key={shelf.offer.id} /> : null}
        {toasts.length > 0 ? <ToastLine toasts={toasts} count={count} /> : null}
      </section>
      <Announcements toasts={toasts} />
    </>
  )
}

/** How many came since the line was last empty: the list keeps the newest alone. */
function useCount(toasts: readonly Toast[]): number {
  const seen = useRef(new Set<string>())
  if (toasts.length === 0) seen.current.clear()
  for (const { key } of toasts) seen.current.add(key)
  return seen.current.size
}

interface ToastLineProps {
  readonly toasts: readonly Toast[]
  readonly count: number
}

/** One notification by its title, several as a group; one of high priority is always named. */
function ToastLine({ toasts, count }: ToastLineProps) {
  const { putAway, mark } = useBell()
  const named = toasts.find(({ isHigh }) => isHigh) ?? (count === 1 ? toasts[0] : undefined)
  const title = named?.title ?? groupTitle(toasts, count)
  const putAllAway = () => {
    for (const { key } of toasts) putAway(key)
  }
  const view = () => {
    putAllAway()
    if (named?.row) void mark([named.row.id], 'read')
  }
  return (
    <article class="toast" data-priority={named?.isHigh ? 'high' : 'normal'}>
      {named?.row ? <NotificationIcon type={named.row.type} /> : null}
      {named?.isHigh ? (
        <span class="badge" data-kind="danger">
          High
        </span>
      ) : null}
      <a
        class="toast-title"
        href={pathTo('notifications', {}, { open: named?.row?.id })}
        title={named ? `${title}. ${named.body}` : toasts.map((it) => it.title).join('\n')}
        onClick={view}
      >
        {title}
      </a>
      {named && count > 1 ? <a href={PATHS.notifications}>{count - 1} more</a> : null}
      <button type="button" class="icon" aria-label={`Dismiss: ${title}`} onClick={putAllAway}>
        <span aria-hidden="true">×</span>
      </button>
    </article>
  )
}

/** `4 new: SPY, NVDA`. */
function groupTitle(toasts: readonly Toast[], count: number): string {
  const symbols = [...new Set(toasts.flatMap(({ row }) => row?.symbol ?? []))]
  return symbols.length === 0 ? `${count} new notifications` : `${count} new: ${symbols.join(', ')}`
}

function Undo() {
  const { removal } = useBell()
  const count = removal.ids.size
  return (
    <div class="toast toast-undo" role="status">
      <p>
        {count === 1 ? 'Deleted.' : `${count} deleted.`}{' '}
        <button type="button" class="link" onClick={removal.undo}>
          Undo
        </button>
      </p>
    </div>
  )
}

/** For some seconds; the bell and the page of notifications offer it as long as the service does. */
function UndoMany() {
  const { shelf } = useBell()
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), UNDO_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isGone || !shelf.offer) return null
  return (
    <div class="toast toast-undo" role="status">
      <p>
        {shelf.offer.text}.{' '}
        <button type="button" class="link" onClick={() => void shelf.undo()}>
          Undo
        </button>
      </p>
    </div>
  )
}

/** Announces new ones to screen readers, several in one sentence, at most one every few seconds. */
function Announcements({ toasts }: { readonly toasts: readonly Toast[] }) {
  const [normal, setNormal] = useState('')
  const [high, setHigh] = useState('')
  const announced = useRef(new Set<string>())
  const waiting = useRef<Toast[]>([])
  const spokenAtMs = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    for (const toast of toasts) if (!announced.current.has(toast.key)) waiting.current.unshift(toast)
    announced.current = new Set(toasts.map(({ key }) => key))
    if (waiting.current.length === 0) return
    const speak = () => {
      spokenAtMs.current = nowMs()
      const titles = (isHigh: boolean) => waiting.current.filter((it) => it.isHigh === isHigh).map(({ title }) => title)
      setNormal(spoken(titles(false)))
      setHigh(spoken(titles(true)))
      waiting.current = []
    }
    clearTimeout(timer.current)
    timer.current = setTimeout(speak, Math.max(0, spokenAtMs.current + SPEAK_EVERY_MS - nowMs()))
  }, [toasts])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <>
      <div class="hidden" role="status">
        {normal}
      </div>
      <div class="hidden" role="alert">
        {high}
      </div>
    </>
  )
}
