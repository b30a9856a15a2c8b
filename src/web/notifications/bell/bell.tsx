import type { FunctionComponent } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { REQUIRED_PLAN } from '../../../accounts/domain/plan.ts'
import { readStored, writeStored } from '../../browser.ts'
import { PATHS } from '../../paths.ts'
import { badgeText } from '../../title.ts'
import { isTyping } from '../../ui/is-typing.ts'
import { Empty, PlanNotice, Waiting } from '../../ui/states.tsx'
import { useBell } from '../feed/provider.tsx'
import './bell.css'

/** Storage key of the last seen notification, for the dot of newer ones. */
const SEEN = 'bell_seen'

/** The bell in the masthead: unread count, and the newest notifications. */
export function Bell() {
  const { unread, recent, isAllowed } = useBell()
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState(() => readStored(SEEN) ?? '')
  const newest = recent?.[0]?.id ?? ''
  useShortcut(() => panel.current?.togglePopover())
  useEffect(() => {
    if (!isOpen || newest === '') return
    writeStored(SEEN, newest)
    setSeen(newest)
  }, [isOpen, newest])
  const count = unread ?? 0
  const label = count > 0 ? `Notifications, ${count} unread` : 'Notifications'
  return (
    <>
      <button
        type="button"
        class="icon bell"
        popovertarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        title={`${label} (g n)`}
        data-unseen={count > 0 && newest > seen}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 3a6 6 0 0 0-6 6v3.6L4.3 16a.7.7 0 0 0 .6 1h14.2a.7.7 0 0 0 .6-1L18 12.6V9a6 6 0 0 0-6-6Z" />
          <path d="M9.8 19.5a2.3 2.3 0 0 0 4.4 0" />
        </svg>
        {count > 0 ? <span class="bell-badge" data-count={badgeText(count)} /> : null}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        class="bell-panel"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen ? (
          isAllowed ? (
            <LoadedPanel close={() => panel.current?.hidePopover()} />
          ) : (
            <PlanNotice plan={REQUIRED_PLAN.notifications} what="Notifications and alerts" />
          )
        ) : null}
      </div>
    </>
  )
}

type Panel = FunctionComponent<{ readonly close: () => void }>

/** The content of the bell; its code is loaded when it is first opened. */
function LoadedPanel({ close }: { readonly close: () => void }) {
  const [loaded, setLoaded] = useState<{ readonly Panel: Panel } | null>(null)
  useEffect(() => {
    import('./bell-panel.tsx').then(
      ({ BellPanel }) => setLoaded({ Panel: BellPanel }),
      () => setLoaded({ Panel: NotLoaded }),
    )
  }, [])
  return loaded ? <loaded.Panel close={close} /> : <Waiting />
}

/** A browser keeps the failure of a file, so only a new document can load it again. */
function NotLoaded() {
  return (
    <Empty next={<a href={PATHS.notifications}>Open the notifications</a>}>
      The bell could not be loaded, because the service may have been updated.
    </Empty>
  )
}

const SECOND_KEY_MS = 1_000

/** `g`, then `n`. */
function useShortcut(open: () => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    let isAwaited = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      clearTimeout(timer)
      if (isAwaited && event.key === 'n') latest.current()
      isAwaited = event.key === 'g'
      timer = setTimeout(() => {
        isAwaited = false
      }, SECOND_KEY_MS)
    }
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey)
    }
  }, [])
}
