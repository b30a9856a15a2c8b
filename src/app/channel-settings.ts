/** The settings of the ways to a person or a program, and the channels that they make. */
import { z } from 'zod'
import { type Channels, channelsFrom, hostAndPort, type SmsSettings } from '../adapters/channels/index.ts'
import { readServiceAccount } from '../adapters/channels/push/service-account.ts'
import { checkedVapid, VAPID_PRIVATE_KEY, VAPID_SUBJECT } from '../adapters/channels/push/vapid.ts'
import type { Config } from './config.ts'
import { httpUrl, text } from './setting-readers.ts'

/** Called by Twilio, below `{base_url}`. */
export const TWILIO_PATH = '/webhooks/twilio'

export const CHANNEL_SETTINGS = {
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  MAIL_FROM: text.default('Optionwire <optionwire@localhost>'),
  TWILIO_ACCOUNT_SID: text.regex(/^AC\w+$/, 'must begin with AC').optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text
    .regex(/^(\+[1-9]\d{6,14}|MG\w+)$/, 'must be a number like +12025550123 or a messaging service that begins with MG')
    .optional(),
  TWILIO_BASE_URL: httpUrl.optional(),
  FCM_SERVICE_ACCOUNT: text
    .superRefine((json, context) => refineBy('FCM_SERVICE_ACCOUNT', () => readServiceAccount(json), context))
    .optional(),
  FCM_BASE_URL: httpUrl.optional(),
  VAPID_PUBLIC_KEY: text.optional(),
  VAPID_PRIVATE_KEY: text.regex(VAPID_PRIVATE_KEY, 'must be 32 bytes as base64url').optional(),
  VAPID_SUBJECT: text.regex(VAPID_SUBJECT, 'must be a mailto: or https: address').optional(),
  WEBHOOK_ALLOWED_HOSTS: text
    .superRefine((list, context) => refineBy('WEBHOOK_ALLOWED_HOSTS', () => pairsOf(list).map(hostAndPort), context))
    .transform(pairsOf)
    .optional(),
}

const Shape = z.object(CHANNEL_SETTINGS)
type ChannelSettings = z.output<typeof Shape>

/** Settings that make a channel together, and nothing alone. */
const TOGETHER = [
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
] as const

export interface ChannelConfig {
  readonly twilio: Pick<SmsSettings, 'accountSid' | 'from' | 'baseUrl'> | undefined
  readonly fcmBaseUrl: string | undefined
  readonly vapid: { readonly publicKey: string; readonly subject: string } | undefined
  /** `host:port` pairs that may be private or plain http. */
  readonly allowedHosts: readonly string[]
}

export function channelConfigOf(settings: ChannelSettings): ChannelConfig {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_FROM: from, TWILIO_BASE_URL: baseUrl } = settings
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_SUBJECT: subject } = settings
  return {
    twilio: accountSid !== undefined && from !== undefined ? { accountSid, from, baseUrl } : undefined,
    fcmBaseUrl: settings.FCM_BASE_URL,
    vapid: publicKey !== undefined && subject !== undefined ? { publicKey, subject } : undefined,
    allowedHosts: settings.WEBHOOK_ALLOWED_HOSTS ?? [],
  }
}

/** Lines on settings that hold each by itself and not together. */
export function channelContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const missing = TOGETHER.flatMap((names) => {
    const present = names.find((name) => given[name] !== undefined)
    return present
      ? names.filter((name) => given[name] === undefined).map((name) => `${name} is required with ${present}`)
      : []
  })
  return [...missing, ...vapidContradiction(given)]
}

function vapidContradiction(given: Readonly<Record<string, string | undefined>>): string[] {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = CHANNEL_SETTINGS
  const publicKey = VAPID_PUBLIC_KEY.safeParse(given['VAPID_PUBLIC_KEY']).data
  const privateKey = VAPID_PRIVATE_KEY.safeParse(given['VAPID_PRIVATE_KEY']).data
  const subject = VAPID_SUBJECT.safeParse(given['VAPID_SUBJECT']).data
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return []
  const problem = problemOf(() => checkedVapid({ publicKey, privateKey, subject }))
  return problem === null ? [] : [problem]
}

/** The channels that the settings make; the settings were checked when they were read. */
export function channelsOf({ channels, mail, secrets, publicUrl }: Config, now: () => Date): Channels {
  const { twilio, vapid, fcmBaseUrl, allowedHosts } = channels
  const { smtpUrl, twilioToken, fcmServiceAccount, vapidPrivateKey } = secrets
  return channelsFrom({
    now,
    allowedHosts,
    ownUrls: publicUrl === undefined ? [] : [publicUrl],
    email: smtpUrl === undefined ? undefined : { url: smtpUrl, from: mail.from },
    sms:
      twilio === undefined || twilioToken === undefined
        ? undefined
        : { ...twilio, authToken: twilioToken, statusCallback: statusCallbackOf(publicUrl) },
    fcm: fcmServiceAccount === undefined ? undefined : { serviceAccount: fcmServiceAccount, baseUrl: fcmBaseUrl },
    vapid: vapid === undefined || vapidPrivateKey === undefined ? undefined : { ...vapid, privateKey: vapidPrivateKey },
  })
}

/** The vendor refuses a message whose callback it cannot reach. */
function statusCallbackOf(publicUrl: string | undefined): string | undefined {
  return publicUrl?.startsWith('https:') ? `${publicUrl}${TWILIO_PATH}/status` : undefined
}

function pairsOf(list: string): string[] {
  return list.split(',').map((pair) => pair.trim())
}

/** The adapter's own check says what is wrong; its sentence begins with the setting's name, as the report's line does. */
function refineBy(name: string, check: () => unknown, context: z.core.$RefinementCtx): void {
  const problem = problemOf(check)
  if (problem !== null) context.addIssue(problem.replace(`${name} `, ''))
}

function problemOf(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
