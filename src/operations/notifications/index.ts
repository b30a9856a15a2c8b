import type { Operation } from '../operation.ts'
import { addPushDevice } from './add-push-device.ts'
import { announce } from './announce.ts'
import { changeNotificationSettings } from './change-notification-settings.ts'
import { deleteNotification } from './delete-notification.ts'
import { deleteNotifications } from './delete-notifications.ts'
import { exportNotifications } from './export-notifications.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listNotifications } from './list-notifications.ts'
import { markAllNotificationsRead } from './mark-all-notifications-read.ts'
import { markNotificationRead } from './mark-notification-read.ts'
import { markNotificationUnread } from './mark-notification-unread.ts'
import { redeliver } from './redeliver.ts'
import { redeliverFailed } from './redeliver-failed.ts'
import { removePushDevice } from './remove-push-device.ts'
import { revealWebhookSecret } from './reveal-webhook-secret.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { sendEmailLink } from './send-email-link.ts'
import { sendPhoneCode } from './send-phone-code.ts'
import { showNotificationSettings } from './show-notification-settings.ts'
import { testNotificationChannel } from './test-notification-channel.ts'
import { unreadCount } from './unread-count.ts'
import { verifyPhone } from './verify-phone.ts'

/** The bell, its settings, and what became of each message. */
export const notificationOperations = [
  listNotifications,
  unreadCount,
  markNotificationRead,
  markNotificationUnread,
  markAllNotificationsRead,
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
  listDeliveries,
  redeliver,
  redeliverFailed,
  announce,
] as const satisfies readonly Operation[]
