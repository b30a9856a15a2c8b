export type NotificationType = 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account'

export type Priority = 'normal' | 'high'

/** Ways to a person or a program besides the bell, which is always there. */
export type ChannelName = 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'webhook'

/** What a notification says, before any channel gives it a form. */
export interface NotificationContent {
  readonly type: NotificationType
  readonly title: string
  readonly body: string
  readonly symbol: string | null
  readonly priority: Priority
  readonly details: Readonly<Record<string, unknown>>
}
