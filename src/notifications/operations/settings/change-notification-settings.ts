import type { Account } from '../../../accounts/domain/account.ts'
import { invalidCredentials } from '../../../catalogue/invoke.ts'
import { AppError } from '../../../lib/errors.ts'
import { SettingsChange } from '../../contract/settings.ts'
import { CHANNELS, channelTitle } from '../../domain/delivery/channels.ts'
import type { ChannelName } from '../../domain/notification.ts'
import { DEFAULT_SETTINGS, type NotificationSettings } from '../../domain/settings.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES, requireChannel } from '../access.ts'
import type { NotificationContext } from '../context.ts'
import { defineOperation } from '../context.ts'
import { reevaluateHeld } from '../deliveries/reevaluate-held.ts'
import type { SentNow } from '../deliveries/send-now.ts'
import { URL_CHANNELS } from './endpoint-parts.ts'
import { SettingsView, settingsView } from './settings-view.ts'
import { sendTest } from './test-notification-channel.ts'
import { changeUrl, requireSendable } from './url-endpoints.ts'

/** Every part that is left out stays as it is. What is held by quiet hours or digests follows the change at once. */
export const changeNotificationSettings = defineOperation({
  name: 'change_notification_settings',
  title: 'Change notification settings',
  description:
    'Changes the settings that are given and leaves the others; what is held follows at once. A new URL is sent a signed test within the request, and `test` shows the result: until one has worked the URL is kept but not enabled (`verified: false`). Testing it again enables it, `redeliver_failed` then sends what was missed. A new webhook URL is answered once with its signing secret.',
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
    for (const channel of channelsToUse(change)) requireChannel(caller, channel)
    await requireSendable(context, urlsOf(change))
    const { account, settings, saved } = await store.transaction(async (repositories) => {
      const found = await changed(repositories, caller.id, change)
      const urls = await changeUrls(repositories, context, found.account, change)
      await reevaluateHeld(repositories, found.account, found.settings, now())
      return { ...found, saved: urls }
    })
    const tests = new Map(await Promise.all(saved.endpoints.map((endpoint) => tested(context, account, endpoint))))
    notifier.wake()
    return settingsView(store, account, settings, { notifier, now: now(), newSecret: saved.secret, tests })
  },
})

/** What the new address says; a limit of the plan puts the test off, not the change. */
async function tested(
  context: NotificationContext,
  account: Account,
  endpoint: Endpoint,
): Promise<[ChannelName, SentNow]> {
  const { channel } = endpoint
  if (!context.notifier.channels.has(channel)) {
    return [channel, { status: 'failed', detail: `${channelTitle(channel)} is not configured on this server.` }]
  }
  try {
    return [channel, await sendTest(context, account, endpoint)]
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    return [channel, { status: 'failed', detail: `Not tested yet: ${error.message} Test it later.` }]
  }
}

/** The channels that the change switches on or gives a URL. */
function channelsToUse({ channels = {} }: SettingsChange): ChannelName[] {
  return CHANNELS.filter((channel) => {
    const part = channels[channel]
    return part !== undefined && (part.enabled || ('url' in part && part.url))
  })
}

function urlsOf({ channels }: SettingsChange) {
  return URL_CHANNELS.flatMap((channel) => {
    const url = channels?.[channel]?.url
    return url ? [{ path: `channels.${channel}.url`, url }] : []
  })
}

async function changed(
  { accounts, notificationSettings }: NotificationRepositories,
  accountId: string,
  change: SettingsChange,
): Promise<{ account: Account; settings: NotificationSettings }> {
  const { time_zone: timeZone } = change
  if (timeZone !== undefined) await accounts.change(accountId, { timeZone })
  const known = await accounts.byId(accountId)
  if (!known) throw invalidCredentials()
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

interface SavedUrls {
  /** Those that lead elsewhere now. */
  readonly endpoints: readonly Endpoint[]
  /** The secret of a new webhook URL. */
  readonly secret: string | null
}

async function changeUrls(
  repositories: NotificationRepositories,
  context: NotificationContext,
  { id }: Account,
  { channels }: SettingsChange,
): Promise<SavedUrls> {
  const before = await repositories.endpoints.ofAccount(id)
  const changedIds: string[] = []
  let secret: string | null = null
  for (const channel of URL_CHANNELS) {
    const url = channels?.[channel]?.url
    if (url === undefined) continue
    const known = before.find((it) => it.channel === channel && it.alertId === null)
    const result = await changeUrl(repositories, context, { accountId: id, channel, url, known })
    if (result.isNew && result.endpointId) changedIds.push(result.endpointId)
    secret = result.secret ?? secret
  }
  return { endpoints: await repositories.endpoints.byIds(changedIds), secret }
}
