import type { Account } from '../../domain/accounts/account.ts'
import { CHANNELS } from '../../domain/notifications/channels.ts'
import { DEFAULT_SETTINGS, type NotificationSettings, SettingsChange } from '../../domain/notifications/settings.ts'
import type { Groups } from '../../store/groups.ts'
import type { Context } from '../context.ts'
import { credentialsNeeded } from '../invoke.ts'
import { defineOperation } from '../operation.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES, requireCapability } from './access.ts'
import { reevaluateHeld } from './reevaluate-held.ts'
import { SettingsView, settingsView } from './settings-view.ts'
import { changeUrl, requireSendable } from './url-endpoints.ts'

const URL_CHANNELS = ['slack', 'discord', 'webhook'] as const

/** Every part that is left out stays as it is. What is held by quiet hours or digests follows the change at once. */
export const changeNotificationSettings = defineOperation({
  name: 'change_notification_settings',
  title: 'Change notification settings',
  description:
    'Changes the settings that are given and leaves the others. A new webhook URL is answered once with its signing secret. Held messages follow the change: what is held no longer goes at once.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/notification_settings', errors: ['forbidden'] },
  input: SettingsChange,
  output: SettingsView,
  example: { quiet_hours: [{ start: '22:00', end: '06:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] }] },
  async run(change, context) {
    const { store, notifier, now } = context
    const caller = callingAccount(context)
    const { webhook } = change.channels ?? {}
    if (webhook?.enabled || webhook?.url) requireCapability(caller, 'webhook_channel', 'The webhook channel')
    await requireSendable(context, urlsOf(change))
    const view = await store.transaction(async (groups) => {
      const { account, settings } = await changed(groups, caller.id, change)
      const newSecret = await changeUrls(groups, context, account, change)
      await reevaluateHeld(groups, account, settings, now())
      return settingsView(groups, account, settings, { notifier, now: now(), newSecret })
    })
    notifier.wake()
    return view
  },
})

function urlsOf({ channels }: SettingsChange) {
  return URL_CHANNELS.flatMap((channel) => {
    const url = channels?.[channel]?.url
    return url ? [{ path: `channels.${channel}.url`, url }] : []
  })
}

async function changed(
  { accounts, notificationSettings }: Groups,
  accountId: string,
  change: SettingsChange,
): Promise<{ account: Account; settings: NotificationSettings }> {
  const { time_zone: timeZone } = change
  if (timeZone !== undefined) await accounts.change(accountId, { timeZone })
  const known = await accounts.byId(accountId)
  if (!known) throw credentialsNeeded()
  const settings = merged((await notificationSettings.of(accountId)) ?? DEFAULT_SETTINGS, change)
  await notificationSettings.put(accountId, settings)
  return { account: known.account, settings }
}

function merged(settings: NotificationSettings, change: SettingsChange): NotificationSettings {
  const channels = { ...settings.channels }
  for (const channel of CHANNELS) channels[channel] = change.channels?.[channel]?.enabled ?? channels[channel]
  return {
    enabled: change.enabled ?? settings.enabled,
    channels,
    quietHours: change.quiet_hours ?? settings.quietHours,
    timeZone: settings.timeZone,
    frequency: change.frequency ?? settings.frequency,
    digestTime: change.digest_time ?? settings.digestTime,
    sound: change.sound ?? settings.sound,
  }
}

/** The secret of a new webhook URL. */
async function changeUrls(groups: Groups, context: Context, { id }: Account, { channels }: SettingsChange) {
  const endpoints = await groups.endpoints.ofAccount(id)
  let secret: string | null = null
  for (const channel of URL_CHANNELS) {
    const url = channels?.[channel]?.url
    if (url === undefined) continue
    const known = endpoints.find((it) => it.channel === channel && it.alertId === null)
    const result = await changeUrl(groups, context, { accountId: id, channel, url, known })
    secret = result.secret ?? secret
  }
  return secret
}
