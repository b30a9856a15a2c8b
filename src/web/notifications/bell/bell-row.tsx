import { useAccount } from '../../accounts/session.tsx'
import { pathTo } from '../../paths.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { NotificationRow } from '../feed/notification-reducer.ts'
import { useBell } from '../feed/provider.tsx'
import { KINDS, NotificationIcon } from '../notification-icon.tsx'
import { RowSnooze } from '../snooze/snooze-control.tsx'
import type { Snoozes } from '../snooze/use-snoozes.ts'

interface BellRowProps {
  readonly row: NotificationRow
  readonly snoozes: Snoozes
  readonly close: () => void
}

export function BellRow({ row, snoozes, close }: BellRowProps) {
  const { mark, removal, shelf } = useBell()
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
          title="Archive"
          aria-label={`Archive: ${row.title}`}
          onClick={() => void shelf.archive([row.id])}
        >
          <span aria-hidden="true">↓</span>
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
      <RowSnooze row={row} snoozes={snoozes} />
    </li>
  )
}
