import type { NotificationRow } from '../feed/rows.ts'

/** Shape and word say what kind of notification it is; colour only helps. */
export const KINDS: Readonly<Record<NotificationRow['type'], { readonly sign: string; readonly word: string }>> = {
  custom_alert: { sign: '◆', word: 'Alert' },
  unusual_activity: { sign: '▲', word: 'Unusual' },
  whale_trade: { sign: '●', word: 'Whale' },
  system_update: { sign: 'i', word: 'System' },
  account: { sign: '@', word: 'Account' },
}

export function NotificationIcon({ type }: { readonly type: NotificationRow['type'] }) {
  return (
    <span class="notification-icon" data-type={type} aria-hidden="true">
      {KINDS[type].sign}
    </span>
  )
}
