import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import { readStored, writeStored } from '../browser.ts'
import { ask } from '../client.ts'
import { PATHS, pathTo } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { badgeText } from '../title.ts'
import type { NotificationRow } from './feed/notification-reducer.ts'
import { useBell } from './feed/provider.tsx'
import { FeedState } from './feed-state.tsx'
import './bell.css'
import { isTyping } from '../ui/is-typing.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { PlanNotice, Waiting } from '../ui/states.tsx'
import { KINDS, NotificationIcon } from './notification-icon.tsx'

const SHOWN = 10
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
        {count > 0 ? <span class="bell-badge">{badgeText(count)}</span> : null}
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
            <BellPanel close={() => panel.current?.hidePopover()} />
          ) : (
            <PlanNotice plan={REQUIRED_PLAN.notifications} what="Notifications and alerts" />
          )
        ) : null}
      </div>
    </>
  )
}

function BellPanel({ close }: { readonly close: () => void }) {
  const { recent, unread, markAllRead } = useBell()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div class="bell-head">
        <h2 ref={heading} tabIndex={-1}>
          Notifications
        </h2>
        <button type="button" class="link" disabled={!unread} onClick={() => void markAllRead()}>
          Mark all read
        </button>
      </div>
      <FeedState />
      {recent === null ? <Waiting /> : null}
      {recent?.length === 0 ? (
        <p class="nothing">
          Nothing yet. <a href={PATHS.newAlert}>Create an alert</a> or add symbols to your{' '}
          <a href={PATHS.settings}>watchlist</a>.
        </p>
      ) : null}
      <ul>
        {recent?.slice(0, SHOWN).map((row) => (
          <BellRow key={row.id} row={row} close={close} />
        ))}
      </ul>
      <div class="bell-foot">
        <a href={PATHS.notifications} onClick={close}>
          All notifications
        </a>
        <SoundSwitch />
      </div>
    </>
  )
}

function BellRow({ row, close }: { readonly row: NotificationRow; readonly close: () => void }) {
  const { mark, removal } = useBell()
  const { time_zone: zone } = useAccount()
  const isUnread = row.status === 'unread'
  const view = () => {
    if (isUnread) void mark([row.id], 'read')
    close()
  }
  return (
    <li class="bell-row" data-status={row.status} data-priority={row.priority}>
      <NotificationIcon type={row.type} />
      <div>
        <a href={pathTo('notifications', {}, { open: row.id })} onClick={view}>
          {row.title}
        </a>
        <p>{row.body}</p>
        <small>
          {isUnread ? <span class="hidden">Unread. </span> : null}
          {KINDS[row.type].word}
          {row.priority === 'high' ? ', high priority' : ''} · <RelativeTime at={row.created_at} zone={zone} />
        </small>
      </div>
      <div class="bell-acts">
        <button
          type="button"
          class="icon"
          title={isUnread ? 'Mark read' : 'Mark unread'}
          aria-label={`Mark ${isUnread ? 'read' : 'unread'}: ${row.title}`}
          onClick={() => void mark([row.id], isUnread ? 'read' : 'unread')}
        >
          <span aria-hidden="true">{isUnread ? '✓' : '○'}</span>
        </button>
        <button
          type="button"
          class="icon"
          title="Delete"
          aria-label={`Delete: ${row.title}`}
          onClick={() => removal.remove([row.id])}
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
    </li>
  )
}

/** The same switch as in the settings, for all devices. */
function SoundSwitch() {
  const { answer, reload } = useAnswer('show_notification_settings', {})
  const submission = useSubmit()
  if (!answer) return <span class="quiet">Sound: …</span>
  const turn = async () => {
    await submission.run(() => ask('change_notification_settings', { sound: !answer.sound }))
    reload()
  }
  return (
    <div class="bell-sound">
      <label class="check">
        <input type="checkbox" checked={answer.sound} disabled={submission.isBusy} onChange={turn} />
        Sound
      </label>
      {submission.problem ? <small class="error">{submission.problem.message}</small> : null}
    </div>
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
