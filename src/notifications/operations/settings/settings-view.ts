import { DAY_MS } from '../../../lib/time/duration.ts'
/** The settings as their owner sees them: addresses masked, with what is used of the limits. */

import { z } from 'zod'
import type { Account } from '../../../accounts/domain/account.ts'
import { type SealedBox, tryOpen } from '../../../lib/node/sealed-box.ts'
import { Channel, DigestTime, FrequencyName, QuietHours } from '../../contract/settings.ts'
import { byAddress, CHANNELS, channelTitle } from '../../domain/delivery/channels.ts'
import { HOUR_MS, limitsOf } from '../../domain/delivery/plan-limits.ts'
import { coversWholeWeek, quietUntilMs } from '../../domain/delivery/quiet-hours.ts'
import type { ChannelName } from '../../domain/notification.ts'
import type { NotificationSettings } from '../../domain/settings.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { SentNow } from '../deliveries/send-now.ts'
import { SentAnswer } from '../deliveries/sent-answer.ts'
import type { Notifier } from '../notifier.ts'
import { fitnessOf, openEndpoint, UNREADABLE_REASON } from './endpoint-parts.ts'

const common = {
  enabled: z.boolean().describe('Whether this channel is used where a rule names no channels of its own.'),
  configured: z.boolean().describe('Whether the server has what the channel needs; else nothing can be sent.'),
}
const state = (absent: string) =>
  z
    .enum(['active', 'cooling', 'disabled'])
    .nullable()
    .describe(
      `Cooling: it failed and will be retried soon. Disabled: every attempt failed; test it to enable it. Null: ${absent}.`,
    )
const withUrl = {
  ...common,
  url: z.string().nullable().describe('Scheme and host of the URL; the rest stays secret.'),
  state: state('no URL'),
  verified: z.boolean().describe('Whether a test has reached the URL; before that nothing else is sent to it.'),
  test: SentAnswer.nullable().describe(
    'What came of the test of a URL that was just set, shown in the answer that sets it; null after that.',
  ),
}

/** What is shown of a channel, by the kind of its address. */
const CHANNEL_VIEW = {
  account_email: () =>
    z.object({
      ...common,
      address: z.string().describe('E-mail address of the account.'),
      verified: z
        .boolean()
        .describe(
          'Whether the address was confirmed, and its mail server has not rejected two mails in a row since. Else nothing is sent to it until it is verified again.',
        ),
    }),
  phone: () =>
    z.object({
      ...common,
      phone_number: z.string().nullable().describe('Masked phone number; null where none was verified.'),
      verified: z.boolean().describe('Whether the number was verified by code.'),
    }),
  devices: () =>
    z.object({
      ...common,
      devices: z
        .array(
          z.object({
            id: z.string().describe('Id of the device.'),
            label: z.string().describe('What it is called.'),
            created_at: z.iso.datetime().describe('When it was added, UTC.'),
          }),
        )
        .describe('Devices that are sent to.'),
      vapid_public_key: z
        .string()
        .nullable()
        .describe('What a browser subscribes with, base64url; null where the server sends nothing to browsers.'),
    }),
  url: () => z.object(withUrl),
  signed_url: () =>
    z.object({
      ...withUrl,
      signing_secret_hint: z.string().nullable().describe('The last characters of the signing secret.'),
      signing_secret: z.string().nullable().describe('Shown in the answer that sets a new URL, and null after that.'),
    }),
  chat: () =>
    z.object({
      ...common,
      chat: z.string().nullable().describe('Name of the linked chat; null where none is linked.'),
      state: state('no chat'),
    }),
}

export const SettingsView = z
  .object({
    enabled: z.boolean().describe('The master switch: off, nothing leaves the bell.'),
    channels: z.object(byAddress(CHANNEL_VIEW)).describe('Ways to a person or a program besides the bell.'),
    quiet_hours: QuietHours,
    quiet_until: z.iso.datetime().nullable().describe('End of the quiet hours that hold now, UTC; null when none do.'),
    time_zone: z.string().describe('IANA time zone of the account.'),
    frequency: FrequencyName,
    digest_time: DigestTime,
    sound: z.boolean().describe('Whether the bell may sound.'),
    limits: z
      .array(
        z.object({
          channel: Channel,
          sent_last_hour: z.int().min(0).max(1e6).describe('Counted sends of the last 60 minutes.'),
          limit_hour: z.int().min(0).max(1e6).describe('Most of any 60 minutes.'),
          sent_last_day: z.int().min(0).max(1e6).describe('Counted sends of the last 24 hours.'),
          limit_day: z.int().min(0).max(1e6).describe('Most of any 24 hours.'),
        }),
      )
      .describe('What the plan allows of each channel, and what is used of it.'),
    warnings: z.array(z.string()).describe('What to know of these settings, in sentences; usually empty.'),
  })
  .meta({ id: 'NotificationSettings' })
export type SettingsView = z.infer<typeof SettingsView>

export interface ViewParts {
  readonly notifier: Notifier
  readonly now: Date
  /** The secret of a URL that was just set. */
  readonly newSecret?: string | null
  /** Of URLs that were just set. */
  readonly tests?: ReadonlyMap<ChannelName, SentNow>
}

export async function settingsView(
  repositories: Pick<NotificationRepositories, 'endpoints' | 'outbox'>,
  account: Account,
  settings: NotificationSettings,
  { notifier, now, newSecret = null, tests = new Map() }: ViewParts,
): Promise<SettingsView> {
  const endpoints = (await repositories.endpoints.ofAccount(account.id)).filter(({ alertId }) => alertId === null)
  const quiet = quietUntilMs(settings.quietHours, settings.timeZone, now.getTime())
  const isAlways = coversWholeWeek(settings.quietHours)
  return {
    enabled: settings.enabled,
    channels: channelsView(account, settings, endpoints, { notifier, newSecret, tests }),
    quiet_hours: settings.quietHours.map((it) => ({ ...it, days: [...it.days] })),
    quiet_until: quiet === null || !Number.isFinite(quiet) ? null : new Date(quiet).toISOString(),
    time_zone: settings.timeZone,
    frequency: settings.frequency,
    digest_time: settings.digestTime,
    sound: settings.sound,
    limits: await limitUse(repositories, account, now),
    warnings: [
      ...(isAlways ? ['Quiet hours cover the whole week: nothing of normal priority is ever sent.'] : []),
      ...unreadable(notifier.box, endpoints, now),
    ],
  }
}

type ChannelViewParts = Required<Omit<ViewParts, 'now'>>

function channelsView(
  account: Account,
  settings: NotificationSettings,
  endpoints: readonly Endpoint[],
  { notifier, newSecret, tests }: ChannelViewParts,
): SettingsView['channels'] {
  const of = (channel: ChannelName) => endpoints.find((it) => it.channel === channel)
  const base = (channel: ChannelName) => ({
    enabled: settings.channels[channel],
    configured: notifier.channels.has(channel),
  })
  const url = (channel: ChannelName) => ({ ...base(channel), ...urlOf(of(channel), tests.get(channel)) })
  return byAddress({
    account_email: (channel) => ({
      ...base(channel),
      address: account.email,
      verified: isMailable(account, of(channel)),
    }),
    phone: (channel) => ({
      ...base(channel),
      phone_number: of(channel)?.label ?? null,
      verified: fitnessOf(account, of(channel)) === 'usable',
    }),
    devices: (channel) => ({
      ...base(channel),
      devices: endpoints.filter((it) => it.channel === channel).map(device),
      vapid_public_key: notifier.vapidPublicKey ?? null,
    }),
    url,
    signed_url: (channel) => ({
      ...url(channel),
      signing_secret_hint: secretHint(notifier.box, of(channel)),
      signing_secret: newSecret,
    }),
    chat: (channel) => ({
      ...base(channel),
      chat: of(channel)?.label ?? null,
      state: of(channel)?.health.state ?? null,
    }),
  })
}

function unreadable(box: SealedBox, endpoints: readonly Endpoint[], now: Date): string[] {
  return endpoints
    .filter((endpoint) => openEndpoint(box, endpoint, now) === null)
    .map(({ channel, label }) => `${channelTitle(channel)}, ${label}: ${UNREADABLE_REASON}`)
}

function device({ id, label, createdAt }: Endpoint) {
  return { id, label, created_at: createdAt }
}

function urlOf(endpoint: Endpoint | undefined, test: SentNow | undefined) {
  return {
    url: endpoint?.label ?? null,
    state: endpoint?.health.state ?? null,
    verified: endpoint !== undefined && endpoint.verifiedAt !== null,
    test: test ?? null,
  }
}

/** The account's own address becomes an endpoint with the first mail. */
function isMailable(account: Account, endpoint: Endpoint | undefined): boolean {
  return account.emailVerified && fitnessOf(account, endpoint) !== 'unverified'
}

/** The owner recognises the secret by its end; the rest stays unknown. */
function secretHint(box: SealedBox, endpoint: Endpoint | undefined): string | null {
  const secret = endpoint?.secretSealed ? tryOpen(box, endpoint.secretSealed) : null
  return secret && `whsec_…${secret.slice(-4)}`
}

async function limitUse({ outbox }: Pick<NotificationRepositories, 'outbox'>, { id, plan }: Account, now: Date) {
  const since = (ms: number) => new Date(now.getTime() - ms)
  return Promise.all(
    CHANNELS.map(async (channel) => {
      const limits = limitsOf(plan, channel)
      return {
        channel,
        sent_last_hour: await outbox.countedSince(id, channel, since(HOUR_MS)),
        limit_hour: limits.hour,
        sent_last_day: await outbox.countedSince(id, channel, since(DAY_MS)),
        limit_day: limits.day,
      }
    }),
  )
}
