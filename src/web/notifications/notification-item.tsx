import { useAccount } from '../accounts/session.tsx'
import { format } from '../format.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { NotificationRow } from './feed/notification-reducer.ts'
import { useBell } from './feed/provider.tsx'
import { NotificationDetails } from './notification-details.tsx'
import { KINDS, NotificationIcon } from './notification-icon.tsx'

interface NotificationItemProps {
  readonly row: NotificationRow
  readonly place: number
  readonly total: number
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly onToggle: () => void
  readonly onSelect: () => void
  /** Archives it, or restores it from the archive. */
  readonly onMove: () => void
}

/** One notification; opened, it shows its details. */
export function NotificationItem({ row, place, total, isOpen, isSelected, ...on }: NotificationItemProps) {
  const { mark, removal } = useBell()
  const { time_zone: zone } = useAccount()
  const isUnread = row.status === 'unread'
  const move = row.archived_at === null ? 'Archive' : 'Restore'
  const titleId = `title-${row.id}`
  return (
    <article
      class="notification"
      data-id={row.id}
      data-status={row.status}
      data-priority={row.priority}
      data-selected={isSelected}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-posinset={place}
      aria-setsize={total}
    >
      <div class="notification-line">
        <input type="checkbox" aria-label={`Select: ${row.title}`} checked={isSelected} onChange={on.onSelect} />
        <NotificationIcon type={row.type} />
        <div class="notification-text">
          <h3>
            <button type="button" id={titleId} aria-expanded={isOpen} onClick={on.onToggle}>
              {isUnread ? <span class="hidden">Unread: </span> : null}
              {row.title}
            </button>
          </h3>
          <p>{row.body}</p>
          <p class="notification-meta">
            {KINDS[row.type].word} · <RelativeTime at={row.created_at} zone={zone} />{' '}
            <span class="quiet">{format.time(row.created_at, zone)}</span>
            {row.priority === 'high' ? (
              <span class="badge" data-kind="danger">
                High
              </span>
            ) : null}
            <DeliveryBadge row={row} />
          </p>
        </div>
        <div class="notification-acts">
          <button type="button" onClick={() => void mark([row.id], isUnread ? 'read' : 'unread')}>
            {isUnread ? 'Mark read' : 'Mark unread'}
          </button>
          <button type="button" aria-label={`${move}: ${row.title}`} onClick={on.onMove}>
            {move}
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
      </div>
      {isOpen ? <NotificationDetails row={row} /> : null}
    </article>
  )
}

/** Only deliveries that need attention: failed or pending ones. */
function DeliveryBadge({ row: { deliveries } }: { readonly row: NotificationRow }) {
  const count = (status: string) => deliveries.filter((it) => it.status === status).length
  const [failed, waiting] = [count('failed') + count('throttled'), count('pending')]
  if (failed > 0) {
    return (
      <span class="badge" data-kind="warm">
        {failed === 1 ? 'a channel failed' : `${failed} channels failed`}
      </span>
    )
  }
  return waiting > 0 ? <span class="badge">sending</span> : null
}
