/** What notifications about the service and about an account say. */
import type { NotificationContent, Priority } from './notification.ts'

export function systemContent(title: string, body: string, isCritical: boolean): NotificationContent {
  return { type: 'system_update', title, body, symbol: null, priority: isCritical ? 'high' : 'normal', details: {} }
}

export function accountContent(
  title: string,
  body: string,
  details: Readonly<Record<string, unknown>> = {},
  priority: Priority = 'normal',
): NotificationContent {
  return { type: 'account', title, body, symbol: null, priority, details }
}
