/** Notification settings as they are read and written over the API. */
import { z } from 'zod'
import { TimeZone } from '../../accounts/contract/time-zone.ts'
import { byAddress, CHANNELS } from '../domain/delivery/channels.ts'
import { MAX_QUIET_WINDOWS } from '../domain/delivery/quiet-hours.ts'
import { QuietWindow, TimeOfDay } from './quiet-hours.ts'

export const Channel = z.enum(CHANNELS).describe('A way to a person or a program besides the bell.')

export const QuietHours = z
  .array(QuietWindow)
  .max(MAX_QUIET_WINDOWS)
  .describe('Windows in which nothing of normal priority is sent; several are joined.')

export const FrequencyName = z
  .enum(['realtime', 'hourly', 'daily'])
  .describe(
    'When messages for people go: at once, or gathered by the hour or the day. High priority always goes at once.',
  )

export const DigestTime = TimeOfDay.describe('When the daily digest goes, hh:mm in time_zone.')

/** A URL that a user gives. Whether the service may send to it is checked when it is saved and before each attempt. */
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
    .strictObject(
      byAddress({
        account_email: () => switchOnly.optional(),
        phone: () => switchOnly.optional(),
        devices: () => switchOnly.optional(),
        url: () => withUrl.optional(),
        signed_url: () => withUrl.optional(),
        chat: () => switchOnly.optional(),
      }),
    )
    .optional()
    .describe('Channels by name; what is not named stays as it is.'),
  quiet_hours: QuietHours.optional(),
  time_zone: TimeZone.optional(),
  frequency: FrequencyName.optional(),
  digest_time: DigestTime.optional(),
  sound: z.boolean().optional().describe('Whether the bell may sound.'),
})
export type SettingsChange = z.infer<typeof SettingsChange>

/** E.164, the only form that all carriers read alike. */
export const PhoneNumber = z
  .string()
  .trim()
  .regex(/^\+[1-9]\d{7,14}$/, 'must be a number in international form such as +12025550123')
  .describe('Phone number in international form, for example +12025550123.')
