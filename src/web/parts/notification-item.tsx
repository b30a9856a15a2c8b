import { useBell } from '../feed/provider.tsx'
import type { NotificationRow } from '../feed/rows.ts'
import { format } from '../format.ts'
import { useAccount } from '../session.tsx'
import { NotificationDetails } from './notification-details.tsx'
import { KINDS, NotificationIcon } from './notification-icon.tsx'
import { RelativeTime } from './relative-time.tsx'

interface NotificationItemProps {
  readonly row: NotificationRow
  readonly place: number
  readonly total: number
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly onToggle: () => void
  readonly onSelect: () => void
}

/** One notification; opened, it shows all that is known of it. */
export function NotificationItem({ row, place, total, isOpen, isSelected, onToggle, onSelect }: NotificationItemProps) {
  const { mark, removal } = useBell()
  const { time_zone: zone } = useAccount()
  const isUnread = row.status === 'unread'
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
        <input type="checkbox" aria-label={`Select: ${row.title}`} checked={isSelected} onChange={onSelect} />
        <NotificationIcon type={row.type} />
        <div class="notification-text">
          <h3>
            <button type="button" id={titleId} aria-expanded={isOpen} onClick={onToggle}>
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

/** Only what needs a look: that it did not go, or is still to go. */
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
  return waiting > 0 ? <span class="badge">on its way</span> : null
}
