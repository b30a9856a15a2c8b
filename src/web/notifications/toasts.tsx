import { useEffect, useRef, useState } from 'preact/hooks'
import { nowMs } from '../browser.ts'
import { PATHS, pathTo } from '../paths.ts'
import { useBell } from './feed/provider.tsx'
import { spoken, type Toast, visibleToasts } from './feed/toast-list.ts'
import { NotificationIcon } from './notification-icon.tsx'
import './toasts.css'

const SHOWN_MS = 6_000
const SPEAK_EVERY_MS = 5_000

/**
 * New notifications over the page, and actions that can be undone. Normal ones disappear automatically unless the
 * pointer is over them.
 */
export function Toasts() {
  const { toasts, putAway, removal } = useBell()
  const [isHeld, setHeld] = useState(false)
  const { visible, more } = visibleToasts(toasts)
  const oldest = visible.findLast(({ isHigh }) => !isHigh)?.key
  useEffect(() => {
    if (isHeld || oldest === undefined) return undefined
    const timer = setTimeout(() => putAway(oldest), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, oldest])
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
        {visible.map((toast) => (
          <ToastCard key={toast.key} toast={toast} />
        ))}
        {more > 0 ? (
          <p class="toast">
            <a href={PATHS.notifications}>{more} more</a>
          </p>
        ) : null}
      </section>
      <Announcements toasts={toasts} />
    </>
  )
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { putAway, mark } = useBell()
  const { row, title, body, isHigh } = toast
  const view = () => {
    putAway(toast.key)
    if (row) void mark([row.id], 'read')
  }
  return (
    <article class="toast" data-priority={isHigh ? 'high' : 'normal'}>
      {row ? <NotificationIcon type={row.type} /> : null}
      <div>
        <p class="toast-title">
          {isHigh ? (
            <span class="badge" data-kind="danger">
              High
            </span>
          ) : null}{' '}
          <a href={pathTo('notifications', {}, { open: row?.id })} onClick={view}>
            {title}
          </a>
        </p>
        {body === '' ? null : <p>{body}</p>}
      </div>
      <button type="button" class="icon" aria-label={`Dismiss: ${title}`} onClick={() => putAway(toast.key)}>
        <span aria-hidden="true">×</span>
      </button>
    </article>
  )
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
