import type { AccountRepositories } from '../../accounts/store/index.ts'
import type { AccountTables } from '../../accounts/store/tables.ts'
import type { Connection } from '../../store/connection.ts'
import type { Store } from '../../store/store.ts'
import { accountLocks } from './account-locks.ts'
import { chatLinks } from './chat-links.ts'
import { cooldowns } from './cooldowns.ts'
import { deliveries } from './deliveries.ts'
import { deliveryReports } from './delivery-reports.ts'
import { endpoints } from './endpoints.ts'
import { feedEvents } from './feed-events.ts'
import { notificationActions } from './notification-actions.ts'
import { notificationSettings } from './notification-settings.ts'
import { notifications } from './notifications.ts'
import { outbox } from './outbox.ts'
import { phoneCodes } from './phone-codes.ts'
import type { RaisingRules } from './raising-rules.ts'
import { retention } from './retention.ts'
import type { NotificationTables } from './tables.ts'

export function notificationRepositories(connection: Connection<NotificationTables & AccountTables>) {
  return {
    accountLocks: accountLocks(connection),
    notifications: notifications(connection),
    notificationActions: notificationActions(connection),
    feedEvents: feedEvents(connection),
    notificationSettings: notificationSettings(connection),
    cooldowns: cooldowns(connection),
    endpoints: endpoints(connection),
    phoneCodes: phoneCodes(connection),
    chatLinks: chatLinks(connection),
    deliveries: deliveries(connection),
    deliveryReports: deliveryReports(connection),
    outbox: outbox(connection),
    retention: retention(connection),
  }
}

export type NotificationRepositories = ReturnType<typeof notificationRepositories> &
  AccountRepositories & { readonly alerts: RaisingRules }
export type NotificationStore = Store<NotificationRepositories>
