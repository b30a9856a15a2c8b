import type { NotificationRow } from './feed/notification-reducer.ts'

/** The kind of a notification by shape and word; colour is additional. */
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
