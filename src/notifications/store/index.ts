import type { AccountRepositories } from '../../accounts/store/index.ts'
import type { RepositoriesMadeBy } from '../../store/made-on-use.ts'
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

export const notificationRepositories = {
  accountLocks,
  notifications,
  notificationActions,
  feedEvents,
  notificationSettings,
  cooldowns,
  endpoints,
  phoneCodes,
  chatLinks,
  deliveries,
  deliveryReports,
  outbox,
  retention,
}

export type NotificationRepositories = RepositoriesMadeBy<typeof notificationRepositories> &
  AccountRepositories & { readonly alerts: RaisingRules }
export type NotificationStore = Store<NotificationRepositories>
