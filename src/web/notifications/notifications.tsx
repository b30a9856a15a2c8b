import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { isCivilDate } from '../../lib/time/civil-date.ts'
import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import { nowMs } from '../browser.ts'
import { PATHS, pathTo } from '../paths.ts'
import { withQuery } from '../travel.ts'
import { Failed, PlanNotice, Waiting } from '../ui/states.tsx'
import { byDay, dateIn } from './feed/days.ts'
import { filterOf } from './feed/filters.ts'
import type { NotificationFilter, NotificationRow } from './feed/notification-reducer.ts'
import { useBell } from './feed/provider.tsx'
import { useOlder } from './feed/use-older.ts'
import { type Pages, usePages } from './feed/use-pages.ts'
import { FeedState } from './feed-state.tsx'
import { NotificationFilters } from './notification-filters.tsx'
import { KeysDialog, land, step, useKeys } from './notification-keys.tsx'
import { NotificationList } from './notification-list.tsx'
import { type ListActions, NotificationTools } from './notification-tools.tsx'
import { type Landing, PageNav, type PageTurner, usePageTurner } from './page-nav.tsx'
import { type Choice, useChoice } from './use-choice.ts'
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
  const { query, url } = useLocation()
  const { params } = useRoute()
  const { time_zone: zone } = useAccount()
  const bell = useBell()
  const filter = filterOf(query)
  const { archived: isArchive = false } = filter
  const date = query['at'] && isCivilDate(query['at']) ? query['at'] : undefined
  const pages = usePages(filter, { cursor: query['cursor'], at_date: date }, dateIn(zone, nowMs()))
  const requested = params['id'] ?? query['open']
  const older = useOlder(requested, pages)
  const rows = [...pages.rows, ...(older === null || older === 'gone' ? [] : [older])].filter(
    ({ id }) => !bell.removal.ids.has(id),
  )
  const choice = useChoice(rows, requested, JSON.stringify(filter))
  const landing = useLanding(pages, url)
  const turner = usePageTurner(pages, landing)
  const [hasHelp, setHelp] = useState(false)
  const actions = useActions(filter, choice)
  useListKeys({ rows, choice, actions, turner, help: () => setHelp(true) })
  const isFiltered = Object.keys(filter).length > 0
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
        isArchive={isArchive}
        pages={pages}
        choice={choice}
        actions={actions}
        help={() => setHelp(true)}
      />
      <List rows={rows} pages={pages} choice={choice} isFiltered={isFiltered} move={actions.move} />
      <PageNav pages={pages} turner={turner} />
      {hasHelp ? <KeysDialog close={() => setHelp(false)} /> : null}
    </>
  )
}

/** The actions of the list. What leaves it hands the focus on to the next row. */
function useActions(filter: NotificationFilter, choice: Choice): ListActions {
  const { mark, removal, shelf } = useBell()
  const { archived: isArchive = false } = filter
  const leaving = (work: (ids: readonly string[]) => void) => (ids: readonly string[]) => {
    if (ids.length === 0) return
    const article = document.activeElement?.closest<HTMLElement>('article.notification') ?? null
    if (article && !step(article, 1)) step(article, -1)
    work(ids)
    choice.clear()
  }
  return {
    mark: (ids, status) => void mark(ids, status),
    move: leaving((ids) => void (isArchive ? shelf.restore(ids) : shelf.archive(ids))),
    remove: leaving(removal.remove),
    changeAll(change) {
      const { all } = choice
      if (!all) return
      const kind = change === 'read' ? 'read' : isArchive ? 'restore' : 'archive'
      void shelf.changeMatching({ ...filter, change: kind, through_seq: all.throughSeq })
      choice.clear()
    },
  }
}

/** Moves the focus to a row of another page once it is there. */
function useLanding(pages: Pages, url: string): (landing: Landing) => void {
  const wanted = useRef<{ readonly landing: Landing; readonly from: string } | null>(null)
  const { isLoading, rows } = pages
  useEffect(() => {
    const it = wanted.current
    if (it === null || it.from === url || isLoading || rows.length === 0) return
    wanted.current = null
    land(it.landing)
  }, [url, isLoading, rows])
  return (landing) => {
    wanted.current = { landing, from: url }
  }
}

interface ListKeys {
  readonly rows: readonly NotificationRow[]
  readonly choice: Choice
  readonly actions: ListActions
  readonly turner: PageTurner
  readonly help: () => void
}

function useListKeys({ rows, choice, actions, turner, help }: ListKeys): void {
  const { removal, shelf } = useBell()
  const targets = (id: string | null) => (choice.selected.size > 0 ? [...choice.selected] : id === null ? [] : [id])
  useKeys({
    read: (id) => (choice.all ? actions.changeAll('read') : actions.mark(targets(id), 'read')),
    unread: (id) => actions.mark(targets(id), 'unread'),
    select: (id) => id !== null && choice.toggleSelected(id),
    move: (id) => (choice.all ? actions.changeAll('move') : actions.move(targets(id))),
    // Deleting cannot be undone for long, so it never concerns all that match.
    remove: (id) => !choice.all && actions.remove(targets(id)),
    open: (id) => {
      const row = rows.find((it) => it.id === id)
      if (row) choice.toggleOpen(row)
    },
    undo: () => (removal.ids.size > 0 ? removal.undo() : void shelf.undo()),
    search: () => document.querySelector<HTMLElement>('.notification-symbol')?.focus(),
    help,
    clear: choice.clear,
    beyond: (by) => (by > 0 ? turner.older('first') : turner.newer('last')),
  })
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
  readonly choice: Choice
  readonly isFiltered: boolean
  readonly move: (ids: readonly string[]) => void
}

function List({ rows, pages, choice, isFiltered, move }: ListProps) {
  const { time_zone: zone } = useAccount()
  const { url, route } = useLocation()
  const { problem, isLoading, fresh, total, offset } = pages
  const showFresh = () => {
    const newest = withQuery(url, { open: null, cursor: null, at: null })
    if (newest === url) pages.reload()
    else route(newest)
  }
  if (problem && rows.length === 0) return <Failed problem={problem} reload={pages.reload} />
  return (
    <>
      <div role="status" class="notification-fresh">
        {fresh.length > 0 ? (
          <button type="button" class="primary" onClick={showFresh}>
            {fresh.length} new
          </button>
        ) : null}
      </div>
      {rows.length === 0 ? isLoading ? <Waiting /> : <Nothing isFiltered={isFiltered} /> : null}
      <NotificationList
        days={byDay(rows, zone, nowMs())}
        offset={offset}
        total={total}
        isBusy={isLoading}
        choice={choice}
        move={move}
      />
      {problem && rows.length > 0 ? <Failed problem={problem} reload={pages.reload} /> : null}
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
      <h2>No notifications yet</h2>
      <p>
        <a href={PATHS.newAlert}>Create an alert</a>, or add symbols to your <a href={PATHS.watchlist}>watchlist</a>:
        their whale trades and unusual prints come here within a second. Notifications are kept for 90 days, also in the{' '}
        <a href={pathTo('notifications', {}, { archived: 'yes' })}>archive</a>.
      </p>
    </section>
  )
}
