/** The ways to a person or a program that this server is set up for. */
import type { ChannelName } from '../../domain/notifications/notification.ts'
import type { Channel } from '../../ports/channel.ts'
import type { UrlCheck } from '../../ports/url-check.ts'
import { discordChannel } from './discord/index.ts'
import { emailChannel } from './email/index.ts'
import { pushChannel } from './push/index.ts'
import { dnsResolver, type Resolve } from './resolver.ts'
import { slackChannel } from './slack/index.ts'
import { smsChannel } from './sms/index.ts'
import { UserUrlClient } from './user-url-client.ts'
import { webhookChannel } from './webhook/index.ts'

export interface ChannelSettings {
  readonly now: () => Date
  /** `SMTP_URL` and `MAIL_FROM`. */
  readonly email?: { readonly url: string; readonly from: string } | undefined
  /** `TWILIO_ACCOUNT_SID`, `TWILIO_AUTH_TOKEN`, `TWILIO_FROM`, `TWILIO_BASE_URL`. */
  readonly sms?: SmsSettings | undefined
  /** `FCM_SERVICE_ACCOUNT` (the JSON text) and `FCM_BASE_URL`. */
  readonly fcm?: { readonly serviceAccount: string; readonly baseUrl?: string | undefined } | undefined
  /** `VAPID_PUBLIC_KEY`, `VAPID_PRIVATE_KEY`, `VAPID_SUBJECT`. */
  readonly vapid?: { readonly publicKey: string; readonly privateKey: string; readonly subject: string } | undefined
  /** `WEBHOOK_ALLOWED_HOSTS`: exact `host:port` pairs. */
  readonly allowedHosts?: readonly string[]
  /** Addresses of this service itself, which no user may have it call. */
  readonly ownUrls?: readonly string[]
  /** In place of the machine's name servers. */
  readonly resolve?: Resolve
  readonly trustedRoots?: string | undefined
}

export interface SmsSettings {
  readonly accountSid: string
  readonly authToken: string
  readonly from: string
  readonly baseUrl?: string | undefined
  readonly statusCallback?: string | undefined
}

export interface Channels {
  readonly channels: ReadonlyMap<ChannelName, Channel>
  /** The channels that lack their settings, with the words for the account's owner. */
  readonly notConfigured: ReadonlyMap<ChannelName, string>
  /** Judges a URL before it is saved, by the same rules as every attempt. */
  readonly checkUrl: UrlCheck
  /** Ends the kept connections. */
  close(): Promise<void>
}

export function channelsFrom(settings: ChannelSettings): Channels {
  const { now, email, sms, fcm, vapid, trustedRoots } = settings
  const client = new UserUrlClient({
    resolve: settings.resolve ?? dnsResolver(),
    now,
    trustedRoots,
    allowedHosts: new Set((settings.allowedHosts ?? []).map(hostAndPort)),
    ownHosts: new Set((settings.ownUrls ?? []).map(hostOf)),
  })
  const mails = email && emailChannel(email)
  const texts = sms && smsChannel({ ...sms, now })
  const pushes = fcm || vapid ? pushChannel({ client, now, fcm, web: vapid }) : undefined
  const made = { client, now }
  const channels = [mails, texts, pushes, slackChannel(made), discordChannel(made), webhookChannel(made)]
  return {
    channels: new Map(channels.flatMap((channel) => (channel ? [[channel.name, channel] as const] : []))),
    notConfigured: new Map([
      ...(mails ? [] : [['email', 'E-mail is not configured on this server.'] as const]),
      ...(texts ? [] : [['sms', 'SMS is not configured on this server.'] as const]),
      ...(pushes ? [] : [['push', 'Push is not configured on this server.'] as const]),
    ]),
    checkUrl: (url, signal) => client.refusalOf(url, signal),
    async close() {
      await Promise.all([client.close(), mails?.close(), texts?.close(), pushes?.close()])
    },
  }
}

/** A pair of `WEBHOOK_ALLOWED_HOSTS` as a URL would write it: lower case, `[::1]:3000`. Throws on what is not a pair. */
export function hostAndPort(entry: string): string {
  const port = /:(\d{1,5})$/.exec(entry.trim())?.[1]
  const url = URL.parse(`http://${entry.trim()}`)
  const isPair = url?.pathname === '/' && url.search === '' && url.username === ''
  if (port === undefined || url === null || !isPair) {
    throw new Error('WEBHOOK_ALLOWED_HOSTS must hold pairs like sink.example:8080')
  }
  return `${url.hostname.replace(/\.$/, '')}:${Number(port)}`
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}
