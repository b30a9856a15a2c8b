export const NOTIFICATION_TYPES = [
  'custom_alert',
  'unusual_activity',
  'whale_trade',
  'system_update',
  'account',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export type Priority = 'normal' | 'high'

export type { ChannelName } from '../channels/definitions.ts'

/** What a notification says, before any channel gives it a form. */
export interface NotificationContent {
  readonly type: NotificationType
  readonly title: string
  readonly body: string
  readonly symbol: string | null
  readonly priority: Priority
  readonly details: Readonly<Record<string, unknown>>
}
