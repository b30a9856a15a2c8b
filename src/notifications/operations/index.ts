import type { Operation } from '../../catalogue/operation.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { operatorDeliveries } from './deliveries/operator-deliveries.ts'
import { redeliver } from './deliveries/redeliver.ts'
import { redeliverFailed } from './deliveries/redeliver-failed.ts'
import { archiveNotifications } from './feed/archive-notifications.ts'
import { changeMatchingNotifications } from './feed/change-matching-notifications.ts'
import { deleteNotification } from './feed/delete-notification.ts'
import { deleteNotifications } from './feed/delete-notifications.ts'
import { exportNotifications } from './feed/export-notifications.ts'
import { listNotifications } from './feed/list-notifications.ts'
import { markAllNotificationsRead } from './feed/mark-all-notifications-read.ts'
import { markNotificationRead } from './feed/mark-notification-read.ts'
import { markNotificationUnread } from './feed/mark-notification-unread.ts'
import { restoreNotifications } from './feed/restore-notifications.ts'
import { undoNotificationChange } from './feed/undo-notification-change.ts'
import { unreadCount } from './feed/unread-count.ts'
import { announce } from './raise/announce.ts'
import { addPushDevice } from './settings/add-push-device.ts'
import { changeNotificationSettings } from './settings/change-notification-settings.ts'
import { linkChat } from './settings/link-chat.ts'
import { removePushDevice } from './settings/remove-push-device.ts'
import { revealWebhookSecret } from './settings/reveal-webhook-secret.ts'
import { rotateWebhookSecret } from './settings/rotate-webhook-secret.ts'
import { sendEmailLink } from './settings/send-email-link.ts'
import { sendPhoneCode } from './settings/send-phone-code.ts'
import { showNotificationSettings } from './settings/show-notification-settings.ts'
import { testNotificationChannel } from './settings/test-notification-channel.ts'
import { unlinkChat } from './settings/unlink-chat.ts'
import { verifyPhone } from './settings/verify-phone.ts'

/** The bell, its settings, and what became of each message. */
export const notificationOperations = [
  listNotifications,
  unreadCount,
  markNotificationRead,
  markNotificationUnread,
  markAllNotificationsRead,
  changeMatchingNotifications,
  archiveNotifications,
  restoreNotifications,
  undoNotificationChange,
  deleteNotification,
  deleteNotifications,
  exportNotifications,
  showNotificationSettings,
  changeNotificationSettings,
  testNotificationChannel,
  revealWebhookSecret,
  rotateWebhookSecret,
  sendEmailLink,
  sendPhoneCode,
  verifyPhone,
  addPushDevice,
  removePushDevice,
  linkChat,
  unlinkChat,
  listDeliveries,
  redeliver,
  redeliverFailed,
  announce,
  operatorDeliveries,
] as const satisfies readonly Operation[]
