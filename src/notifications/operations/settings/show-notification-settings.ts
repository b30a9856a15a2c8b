import { z } from 'zod'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { SettingsView, settingsView } from './settings-view.ts'

export const showNotificationSettings = defineOperation({
  name: 'show_notification_settings',
  title: 'Notification settings',
  description:
    'Channels with their addresses (URLs masked), quiet hours, digests and sound of the account, and what is used of the limits of its plan.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/notification_settings' },
  input: z.strictObject({}),
  output: SettingsView,
  example: {},
  async run(_input, context) {
    const { store, notifier, now } = context
    const account = await ownAccount(context)
    const settings = (await store.notificationSettings.of(account.id)) ?? DEFAULT_SETTINGS
    return settingsView(store, account, settings, { notifier, now: now() })
  },
})
