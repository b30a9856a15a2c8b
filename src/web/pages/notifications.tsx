import { useEffect, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import { nowMs } from '../browser.ts'
import { byDay, dateIn } from '../feed/days.ts'
import { filterOf } from '../feed/filters.ts'
import { useBell } from '../feed/provider.tsx'
import type { NotificationRow } from '../feed/rows.ts'
import { type Pages, usePages } from '../feed/use-pages.ts'
import { FeedState } from '../parts/feed-state.tsx'
import { NotificationFilters } from '../parts/notification-filters.tsx'
import { KeysDialog, step, useKeys } from '../parts/notification-keys.tsx'
import { type Chosen, NotificationList } from '../parts/notification-list.tsx'
import { Failed, PlanNotice, Waiting } from '../parts/states.tsx'
import { PATHS } from '../paths.ts'
import { useAccount } from '../session.tsx'
import './notifications.css'

/** All notifications, with filters, several at once, and what became of each. */
export function NotificationsPage() {
  const { isAllowed } = useBell()
  return (
    <>
      <h1>Notifications</h1>
      {isAllowed ? <Notifications /> : <PlanNotice plan="gamma" what="The bell with its alerts" />}
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
  const rows = pages.rows.filter(({ id }) => !bell.removal.ids.has(id))
  const chosen = useChosen(rows, params['id'] ?? query['open'])
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
      <Tools
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

interface Choice extends Chosen {
  clear(): void
  selectAll(ids: readonly string[]): void
}

/** What is open and what is selected; rows that are gone are forgotten. `asked` is opened when it arrives. */
function useChosen(rows: readonly NotificationRow[], asked: string | undefined): Choice {
  const { mark } = useBell()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const isThere = asked !== undefined && rows.some(({ id }) => id === asked)
  useEffect(() => {
    if (!isThere || asked === undefined) return
    setOpen(new Set([asked]))
    requestAnimationFrame(() => {
      const article = document.querySelector<HTMLElement>(`article[data-id="${CSS.escape(asked)}"]`)
      article?.focus()
      article?.scrollIntoView({ block: 'nearest' })
    })
  }, [isThere, asked])
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

/** The switch of the settings holds for everything, so it is said where its effect is missed. */
function DeliveryOff() {
  const { answer } = useAnswer('show_notification_settings', {})
  if (!answer || answer.enabled) return null
  return (
    <p class="stale">
      Delivery is off: what is new appears here only. <a href={PATHS.settings}>Settings</a>
    </p>
  )
}

interface ToolsProps {
  readonly rows: readonly NotificationRow[]
  readonly isFiltered: boolean
  readonly pages: Pages
  readonly chosen: Choice
  readonly remove: (ids: readonly string[]) => void
  readonly help: () => void
}

function Tools({ rows, isFiltered, pages, chosen, remove, help }: ToolsProps) {
  const { mark } = useBell()
  const ids = [...chosen.selected]
  const isAll = ids.length > 0 && ids.length === rows.length
  return (
    <div class="notification-tools">
      <label class="check">
        <input
          type="checkbox"
          checked={isAll}
          disabled={rows.length === 0}
          onChange={() => (isAll ? chosen.clear() : chosen.selectAll(rows.map(({ id }) => id)))}
        />
        {ids.length > 0 ? `${ids.length} selected` : 'Select all shown'}
      </label>
      {ids.length > 0 ? (
        <>
          <button type="button" onClick={() => void mark(ids, 'read')}>
            Mark read
          </button>
          <button type="button" onClick={() => void mark(ids, 'unread')}>
            Mark unread
          </button>
          <button type="button" class="danger" onClick={() => remove(ids)}>
            Delete {ids.length}
          </button>
        </>
      ) : (
        <MarkAll rows={rows} isFiltered={isFiltered} />
      )}
      <span class="stretch" />
      <span class="quiet">
        {pages.isLoading && rows.length === 0 ? '' : `${rows.length} of ${Math.max(pages.total, rows.length)}`}
      </span>
      <button type="button" class="icon" aria-label="Keys" title="Keys (?)" onClick={help}>
        <span aria-hidden="true">?</span>
      </button>
    </div>
  )
}

/** With filters it means those that are shown: what nobody sees stays unread. */
function MarkAll({ rows, isFiltered }: Pick<ToolsProps, 'rows' | 'isFiltered'>) {
  const { mark, markAllRead, unread } = useBell()
  const shown = rows.filter(({ status }) => status === 'unread').map(({ id }) => id)
  const count = isFiltered ? shown.length : (unread ?? 0)
  return (
    <button
      type="button"
      disabled={count === 0}
      onClick={() => void (isFiltered ? mark(shown, 'read') : markAllRead())}
    >
      {count === 0 ? 'All are read' : isFiltered ? `Mark these ${count} read` : `Mark all read (${count})`}
    </button>
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
        <p>Nothing fits these filters.</p>
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
        <a href={PATHS.newAlert}>Make an alert</a>, or put symbols on your <a href="/settings#watchlist">watchlist</a>:
        their whale trades and unusual prints come here within a second. Notifications are kept for 90 days.
      </p>
    </section>
  )
}
