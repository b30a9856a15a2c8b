/** How each channel sends, and the settings that it needs. What else there is to know of a channel: `definitions.ts`. */
import { z } from 'zod'
import { text } from '../../lib/setting-readers.ts'
import type { Channel } from '../ports/channel.ts'
import type { UrlCheck } from '../ports/url-check.ts'
import type { ChannelName } from './definitions.ts'
import { discord } from './discord/index.ts'
import { email } from './email/index.ts'
import { push } from './push/index.ts'
import { dnsResolver, type Resolve } from './resolver.ts'
import { checkedBy, type OpenChannel } from './sender.ts'
import { slack } from './slack/index.ts'
import { sms } from './sms/index.ts'
import { telegram } from './telegram/index.ts'
import { hostAndPort } from './user-url.ts'
import { UserUrlClient } from './user-url-client.ts'
import { webhook } from './webhook/index.ts'

/** One for each definition: the compiler refuses a list that lacks one. */
const SENDERS = { email, sms, push, slack, discord, telegram, webhook } satisfies Record<ChannelName, unknown>

type Sender = (typeof SENDERS)[ChannelName]
type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

const senders: readonly Sender[] = Object.values(SENDERS)
const TOGETHER = senders.flatMap(({ together }): readonly (readonly string[])[] => together)

/** Exact `host:port` pairs that the URLs of users may lead to although they are private or plain http. */
const SHARED_SETTINGS = {
  WEBHOOK_ALLOWED_HOSTS: text
    .superRefine(checkedBy('WEBHOOK_ALLOWED_HOSTS', (list) => pairsOf(list).map(hostAndPort)))
    .transform(pairsOf)
    .optional(),
}

/** The settings of all channels, by the names that they have in the environment. */
export const CHANNEL_SETTINGS: Joined<Sender['settings']> & typeof SHARED_SETTINGS = Object.assign(
  {},
  ...senders.map(({ settings }) => settings),
  SHARED_SETTINGS,
)

const Settings = z.object(CHANNEL_SETTINGS)
export type ChannelSettings = z.output<typeof Settings>

type Given = Readonly<Record<string, string | undefined>>

/** Those of an environment whose settings are valid; what is no setting of a channel is left out. */
export function readChannelSettings(given: Given): ChannelSettings {
  return Settings.parse(given)
}

/** The texts of the settings that must not appear in anything that is kept or shown. */
export function secretsIn(settings: ChannelSettings): string[] {
  const names: readonly (keyof ChannelSettings)[] = senders.flatMap(({ secrets }) => secrets)
  return names.flatMap((name) => settings[name] ?? [])
}

/** Lines on settings that are valid alone and not together. */
export function channelContradictions(given: Given): string[] {
  const missing = TOGETHER.flatMap((names) => missingOf(names, given))
  const invalid = new Set(Settings.safeParse(given).error?.issues.map(({ path }) => path[0]))
  const valid = Settings.partial().parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name))),
  )
  return [...missing, ...senders.flatMap((sender) => sender.contradiction?.(valid) ?? [])]
}

function missingOf(names: readonly string[], given: Given): string[] {
  const present = names.find((name) => given[name] !== undefined)
  if (present === undefined) return []
  return names.filter((name) => given[name] === undefined).map((name) => `${name} is required with ${present}`)
}

export interface ChannelsParts {
  readonly now: () => Date
  /** `{base_url}`: this service itself, which no user may have it call; undefined until the port is known. */
  readonly publicUrl?: string | undefined
  /** In place of the machine's name servers. */
  readonly resolve?: Resolve
  readonly trustedRoots?: string | undefined
}

export interface Channels {
  /** Those that the server has the settings of. */
  readonly channels: ReadonlyMap<ChannelName, Channel>
  /** Judges a URL before it is saved, by the same rules as every attempt. */
  readonly checkUrl: UrlCheck
  /** Ends the kept connections. */
  close(): Promise<void>
}

type MadeChannel = Channel & Partial<Pick<OpenChannel, 'close'>>

export function channelsFrom(settings: ChannelSettings, parts: ChannelsParts): Channels {
  const { now, publicUrl, resolve = dnsResolver(), trustedRoots } = parts
  const client = new UserUrlClient({
    resolve,
    now,
    trustedRoots,
    allowedHosts: new Set((settings.WEBHOOK_ALLOWED_HOSTS ?? []).map(hostAndPort)),
    ownHosts: new Set(publicUrl === undefined ? [] : [hostOf(publicUrl)]),
  })
  const channels = senders.flatMap((sender): MadeChannel[] => {
    const channel = sender.make(settings, { client, now, publicUrl })
    return channel ? [channel] : []
  })
  return {
    channels: new Map(channels.map((channel) => [channel.name, channel])),
    checkUrl: (url, signal) => client.refusalOf(url, signal),
    async close() {
      await Promise.all([client.close(), ...channels.map((channel) => channel.close?.())])
    },
  }
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function pairsOf(list: string): string[] {
  return list.split(',').map((pair) => pair.trim())
}
