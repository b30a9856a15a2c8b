import { useState } from 'preact/hooks'
import type { Day, Item } from './feed/days.ts'
import type { NotificationRow } from './feed/notification-reducer.ts'
import { KINDS, NotificationIcon } from './notification-icon.tsx'
import { NotificationItem } from './notification-item.tsx'
import type { Choice } from './use-choice.ts'

interface NotificationListProps {
  readonly days: readonly Day[]
  /** Newer ones on the pages before. */
  readonly offset: number
  readonly total: number
  readonly isBusy: boolean
  readonly choice: Choice
  readonly move: (ids: readonly string[]) => void
}

/** One list per day, newest first. */
export function NotificationList({ days, offset, total, isBusy, choice, move }: NotificationListProps) {
  let place = offset
  return (
    <div class="notification-list">
      {days.map(({ date, title, items }) => {
        const before = place
        place += items.reduce((sum, item) => sum + rowsOf(item).length, 0)
        return (
          <section key={date} aria-labelledby={`day-${date}`}>
            <h2 id={`day-${date}`}>{title}</h2>
            <div role="feed" aria-busy={isBusy} aria-labelledby={`day-${date}`}>
              <Items items={items} before={before} total={total} choice={choice} move={move} />
            </div>
          </section>
        )
      })}
    </div>
  )
}

function Items({
  items,
  before,
  total,
  choice,
  move,
}: {
  readonly items: readonly Item[]
  readonly before: number
  readonly total: number
  readonly choice: Choice
  readonly move: (ids: readonly string[]) => void
}) {
  let place = before
  return (
    <>
      {items.map((item) => {
        const first = place + 1
        place += rowsOf(item).length
        return item.kind === 'one' ? (
          <Row key={item.row.id} row={item.row} place={first} total={total} choice={choice} move={move} />
        ) : (
          <Run key={item.key} rows={item.rows} first={first} total={total} choice={choice} move={move} />
        )
      })}
    </>
  )
}

interface RowProps {
  readonly row: NotificationRow
  readonly place: number
  readonly total: number
  readonly choice: Choice
  readonly move: (ids: readonly string[]) => void
}

function Row({ row, place, total, choice, move }: RowProps) {
  return (
    <NotificationItem
      row={row}
      place={place}
      total={total}
      isOpen={choice.open.has(row.id)}
      isSelected={choice.selected.has(row.id)}
      onToggle={() => choice.toggleOpen(row)}
      onSelect={() => choice.toggleSelected(row.id)}
      onMove={() => move([row.id])}
    />
  )
}

interface RunProps {
  readonly rows: readonly NotificationRow[]
  readonly first: number
  readonly total: number
  readonly choice: Choice
  readonly move: (ids: readonly string[]) => void
}

/** Several notifications of one kind and symbol as one line, until opened. */
function Run({ rows, first, total, choice, move }: RunProps) {
  const hasChosen = rows.some(({ id }) => choice.open.has(id) || choice.selected.has(id))
  const [isOpen, setOpen] = useState(false)
  const [newest] = rows
  if (!newest) return null
  const unread = rows.filter(({ status }) => status === 'unread').length
  const isShown = isOpen || hasChosen
  const title = `${newest.symbol ?? ''} ${rows.length} ${newest.type === 'whale_trade' ? 'whale trades' : 'unusual prints'}`
  return (
    <>
      <article
        class="notification notification-run"
        data-status={unread > 0 ? 'unread' : 'read'}
        tabIndex={-1}
        aria-label={title}
        aria-posinset={first}
        aria-setsize={total}
      >
        <div class="notification-line">
          <NotificationIcon type={newest.type} />
          <div class="notification-text">
            <h3>
              <button type="button" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
                {title}
              </button>
            </h3>
            <p class="notification-meta">
              {KINDS[newest.type].word}
              {unread > 0 ? `, ${unread} unread` : ''}
            </p>
          </div>
        </div>
      </article>
      {isShown
        ? rows.map((row, index) => (
            <Row key={row.id} row={row} place={first + index} total={total} choice={choice} move={move} />
          ))
        : null}
    </>
  )
}

function rowsOf(item: Item): readonly NotificationRow[] {
  return item.kind === 'one' ? [item.row] : item.rows
}
