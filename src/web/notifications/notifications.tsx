import { useEffect, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import { nowMs } from '../browser.ts'
import { PATHS } from '../paths.ts'
import { Failed, PlanNotice, Waiting } from '../ui/states.tsx'
import { byDay, dateIn } from './feed/days.ts'
import { filterOf } from './feed/filters.ts'
import type { NotificationRow } from './feed/notification-reducer.ts'
import { useBell } from './feed/provider.tsx'
import { useOlder } from './feed/use-older.ts'
import { type Pages, usePages } from './feed/use-pages.ts'
import { FeedState } from './feed-state.tsx'
import { NotificationFilters } from './notification-filters.tsx'
import { KeysDialog, step, useKeys } from './notification-keys.tsx'
import { type Chosen, NotificationList } from './notification-list.tsx'
import { type Choice, NotificationTools } from './notification-tools.tsx'
import './notifications.css'

/** All notifications, with filters, bulk actions and deliveries. */
export function NotificationsPage() {
  const { isAllowed } = useBell()
  return (
    <>
      <h1>Notifications</h1>
      {isAllowed ? (
        <Notifications />
      ) : (
        <PlanNotice plan={REQUIRED_PLAN.notifications} what="Notifications and alerts" />
      )}
    </>
  )
}

function Notifications() {
  const { query } = useLocation()
  const { params } = useRoute()
  const { time_zone: zone } = useAccount()
  const bell = useBell()
  const filter = filterOf(query)
  const pages = usePages(filter, dateIn(zone, nowMs()))
  const requested = params['id'] ?? query['open']
  const older = useOlder(requested, pages)
  const rows = [...pages.rows, ...(older === null || older === 'gone' ? [] : [older])].filter(
    ({ id }) => !bell.removal.ids.has(id),
  )
  const chosen = useChosen(rows, requested)
  const isFiltered = Object.keys(filter).length > 0
  const [hasHelp, setHelp] = useState(false)
  const targets = (id: string | null) => (chosen.selected.size > 0 ? [...chosen.selected] : id === null ? [] : [id])
  const remove = (ids: readonly string[]) => {
    if (ids.length === 0) return
    const article = document.activeElement?.closest<HTMLElement>('article.notification') ?? null
    if (article) step(article, 1)
    bell.removal.remove(ids)
    chosen.clear()
  }
  useKeys({
    read: (id) => void bell.mark(targets(id), 'read'),
    unread: (id) => void bell.mark(targets(id), 'unread'),
    select: (id) => id !== null && chosen.toggleSelected(id),
    remove: (id) => remove(targets(id)),
    open: (id) => {
      const row = rows.find((it) => it.id === id)
      if (row) chosen.toggleOpen(row)
    },
    undo: bell.removal.undo,
    search: () => document.querySelector<HTMLElement>('.notification-symbol')?.focus(),
    help: () => setHelp(true),
    clear: chosen.clear,
  })
  return (
    <>
      <NotificationFilters filter={filter} />
      <FeedState />
      <DeliveryOff />
      {older === 'gone' ? (
        <p class="stale">The notification of this link was deleted, or is older than 90 days.</p>
      ) : null}
      <NotificationTools
        rows={rows}
        isFiltered={isFiltered}
        pages={pages}
        chosen={chosen}
        remove={remove}
        help={() => setHelp(true)}
      />
      <List rows={rows} pages={pages} chosen={chosen} isFiltered={isFiltered} />
      {hasHelp ? <KeysDialog close={() => setHelp(false)} /> : null}
    </>
  )
}

/** Open and selected rows; deleted rows are removed. `requested` opens when it arrives. */
function useChosen(rows: readonly NotificationRow[], requested: string | undefined): Choice {
  const { mark } = useBell()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const isThere = requested !== undefined && rows.some(({ id }) => id === requested)
  useEffect(() => {
    if (!isThere || requested === undefined) return
    setOpen(new Set([requested]))
    requestAnimationFrame(() => {
      const article = document.querySelector<HTMLElement>(`article[data-id="${CSS.escape(requested)}"]`)
      article?.focus()
      article?.scrollIntoView({ block: 'nearest' })
    })
  }, [isThere, requested])
  const listed = new Set(rows.map(({ id }) => id))
  return {
    open,
    selected: new Set([...selected].filter((id) => listed.has(id))),
    toggleOpen(row) {
      if (!open.has(row.id) && row.status === 'unread') void mark([row.id], 'read')
      setOpen(toggled(open, row.id))
    },
    toggleSelected: (id) => setSelected(toggled(selected, id)),
    clear: () => setSelected(new Set()),
    selectAll: (ids) => setSelected(new Set(ids)),
  }
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The sound is switched off in the settings for all devices, so the page says so. */
function DeliveryOff() {
  const { answer } = useAnswer('show_notification_settings', {})
  if (!answer || answer.enabled) return null
  return (
    <p class="stale">
      Delivery is off: what is new appears here only. <a href={PATHS.settings}>Settings</a>
    </p>
  )
}

interface ListProps {
  readonly rows: readonly NotificationRow[]
  readonly pages: Pages
  readonly chosen: Chosen
  readonly isFiltered: boolean
}

function List({ rows, pages, chosen, isFiltered }: ListProps) {
  const { time_zone: zone } = useAccount()
  const { problem, isLoading, hasMore, fresh, total } = pages
  if (problem && rows.length === 0) return <Failed problem={problem} reload={pages.reload} />
  return (
    <>
      <div role="status" class="notification-fresh">
        {fresh.length > 0 ? (
          <button type="button" class="primary" onClick={pages.showFresh}>
            {fresh.length} new
          </button>
        ) : null}
      </div>
      {rows.length === 0 ? isLoading ? <Waiting /> : <Nothing isFiltered={isFiltered} /> : null}
      <NotificationList days={byDay(rows, zone, nowMs())} total={total} isBusy={isLoading} chosen={chosen} />
      {problem && rows.length > 0 ? <Failed problem={problem} reload={pages.reload} /> : null}
      {hasMore ? (
        <p class="notification-more">
          <button type="button" disabled={isLoading} onClick={pages.more}>
            {isLoading ? 'Loading…' : 'Show older ones'}
          </button>
        </p>
      ) : null}
    </>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <section class="empty">
        <p>No notifications match these filters.</p>
        <a class="button" href={PATHS.notifications}>
          Show all
        </a>
      </section>
    )
  }
  return (
    <section class="empty">
      <h2>Nothing yet</h2>
      <p>
        <a href={PATHS.newAlert}>Create an alert</a>, or add symbols to your <a href="/settings#watchlist">watchlist</a>
        : their whale trades and unusual prints come here within a second. Notifications are kept for 90 days.
      </p>
    </section>
  )
}
