/** What an account has set for its notifications, as it is read and written over the API. Addresses are in `endpoints`. */
import { z } from 'zod'
import { DEFAULT_TIME_ZONE, TimeZone } from '../accounts/time-zone.ts'
import { CHANNELS } from './channels.ts'
import { DEFAULT_DIGEST_TIME } from './digest.ts'
import type { ChannelName } from './notification.ts'
import { MOST_QUIET_WINDOWS, QuietWindow, TimeOfDay } from './quiet-hours.ts'

export const MOST_DEVICES = 20

export const Channel = z.enum(CHANNELS).describe('A way to a person or a program besides the bell.')

export const QuietHours = z
  .array(QuietWindow)
  .max(MOST_QUIET_WINDOWS)
  .describe('Windows in which nothing of normal priority is sent; several are joined.')

export const FrequencyName = z
  .enum(['realtime', 'hourly', 'daily'])
  .describe(
    'When messages for people go: at once, or gathered by the hour or the day. High priority always goes at once.',
  )

export const DigestTime = TimeOfDay.describe('When the daily digest goes, hh:mm in time_zone.')

/** What is set per account; channels are on or off here, and have their addresses elsewhere. */
export interface NotificationSettings {
  readonly enabled: boolean
  readonly channels: Readonly<Record<ChannelName, boolean>>
  readonly quietHours: readonly QuietWindow[]
  readonly timeZone: string
  readonly frequency: z.infer<typeof FrequencyName>
  readonly digestTime: string
  readonly sound: boolean
}

export const DEFAULT_SETTINGS: NotificationSettings = {
  enabled: true,
  channels: { email: false, sms: false, push: false, slack: false, discord: false, webhook: false },
  quietHours: [],
  timeZone: DEFAULT_TIME_ZONE,
  frequency: 'realtime',
  digestTime: DEFAULT_DIGEST_TIME,
  sound: true,
}

/** A URL that a user gives. Whether it may be sent to is asked where it is saved and before each attempt. */
export const EndpointUrl = z
  .string()
  .max(2_048, 'must be at most 2048 characters')
  .regex(/^https?:\/\/[\x21-\x7e]+$/, 'must be a URL such as https://hooks.example.com/alerts')
  .describe('Where to send; https, reachable from the internet.')

const switchOnly = z.strictObject({ enabled: z.boolean().optional().describe('Whether this channel is used.') })
const withUrl = switchOnly.extend({
  url: EndpointUrl.nullable()
    .optional()
    .describe('Where to send; null removes it. Nothing but a test goes to a new URL before a test has worked.'),
})

/** What may be changed at once; each part left out stays as it is. */
export const SettingsChange = z.strictObject({
  enabled: z.boolean().optional().describe('The master switch: off, nothing leaves the bell.'),
  channels: z
    .strictObject({
      email: switchOnly.optional(),
      sms: switchOnly.optional(),
      push: switchOnly.optional(),
      slack: withUrl.optional(),
      discord: withUrl.optional(),
      webhook: withUrl.optional(),
    })
    .optional()
    .describe('Channels by name; what is not named stays as it is.'),
  quiet_hours: QuietHours.optional(),
  time_zone: TimeZone.optional(),
  frequency: FrequencyName.optional(),
  digest_time: DigestTime.optional(),
  sound: z.boolean().optional().describe('Whether the bell may sound.'),
})
export type SettingsChange = z.infer<typeof SettingsChange>

/** E.164: the only form that carriers read alike. */
export const PhoneNumber = z
  .string()
  .trim()
  .regex(/^\+[1-9]\d{7,14}$/, 'must be a number in international form such as +12025550123')
  .describe('Phone number in international form, for example +12025550123.')

/** A URL without what it carries: scheme and host, never the path or query, which hold the receiver's secret. */
export function maskedUrl(url: string): string {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}/…`
  } catch {
    return '…'
  }
}

/** A phone number of which the last three digits tell its owner which it is. */
export function maskedPhone(phoneNumber: string): string {
  return `${phoneNumber.slice(0, 2)}…${phoneNumber.slice(-3)}`
}
