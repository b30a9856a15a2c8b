/** What Discord sends. Sources: README.md, "Requests". */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { OptionValue } from './commands.ts'

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface DiscordKeys {
  readonly privateKey: KeyObject
  /** As the developer portal shows it: 64 hexadecimal digits. */
  readonly publicKey: string
}

/** The keys of a seed of 32 bytes. */
export function discordKeys(seed: Buffer): DiscordKeys {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('hex') }
}

export function signedHeaders(privateKey: KeyObject, timestamp: string, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
    'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), privateKey).toString('hex'),
    'x-signature-timestamp': timestamp,
  }
}

export interface DiscordUser {
  readonly id: string
  readonly username: string
}

/** Where a command is given: a server, a conversation with the app, or another conversation. */
export type DiscordPlace =
  | { readonly kind: 'guild'; readonly guildId?: string; readonly channelId?: string }
  | { readonly kind: 'bot_dm' | 'private_channel'; readonly channelId?: string }

export const USER: DiscordUser = { id: '53908232506183680', username: 'mason' }
export const GUILD_ID = '290926798626357999'
const CHANNEL_ID = '645027906669510667'
const DM_ID = '772908445358620702'
/** The value of `context`, which `contexts` of a command names too. */
export const CONTEXT = { guild: 0, bot_dm: 1, private_channel: 2 } as const
/** View channels, send messages, attach files, embed links and others. */
const APP_PERMISSIONS = '442368'

export interface InteractionIds {
  readonly id: string
  readonly token: string
  readonly applicationId: string
  readonly sizeLimit: number
}

const base = ({ id, token, applicationId, sizeLimit }: InteractionIds) => ({
  id,
  application_id: applicationId,
  token,
  version: 1,
  entitlements: [],
  app_permissions: APP_PERMISSIONS,
  attachment_size_limit: sizeLimit,
})

export function ping(ids: InteractionIds, user: DiscordUser) {
  return { ...base(ids), type: 1, user: fullUser(user), authorizing_integration_owners: {} }
}

export interface Invoked {
  readonly id: string
  readonly name: string
  readonly options: readonly OptionValue[]
}

/** The user has given a command, or still fills in its options. */
export const INTERACTION = { command: 2, autocomplete: 4 } as const

export function invocation(
  ids: InteractionIds,
  invoked: Invoked,
  place: DiscordPlace,
  user: DiscordUser,
  type: (typeof INTERACTION)[keyof typeof INTERACTION] = INTERACTION.command,
) {
  return {
    ...base(ids),
    type,
    locale: 'en-US',
    context: CONTEXT[place.kind],
    ...from(place, user),
    data: {
      id: invoked.id,
      name: invoked.name,
      type: 1,
      ...(invoked.options.length > 0 ? { options: invoked.options } : {}),
    },
  }
}

/** A server sends the member, everything else the user. */
function from(place: DiscordPlace, user: DiscordUser) {
  if (place.kind !== 'guild') {
    const channel_id = place.channelId ?? DM_ID
    const isBot = place.kind === 'bot_dm'
    return {
      channel_id,
      channel: { id: channel_id, type: isBot ? 1 : 3 },
      user: fullUser(user),
      authorizing_integration_owners: isBot ? { 0: '0' } : { 1: user.id },
    }
  }
  const guild_id = place.guildId ?? GUILD_ID
  const channel_id = place.channelId ?? CHANNEL_ID
  return {
    guild_id,
    guild: { id: guild_id, locale: 'en-US', features: [] },
    guild_locale: 'en-US',
    channel_id,
    channel: { id: channel_id, type: 0, guild_id, name: 'options', permissions: APP_PERMISSIONS },
    member: {
      user: fullUser(user),
      roles: ['539082325061836999'],
      premium_since: null,
      permissions: '2147483647',
      pending: false,
      nick: null,
      mute: false,
      deaf: false,
      joined_at: '2017-03-13T19:19:14.040000+00:00',
      flags: 0,
    },
    authorizing_integration_owners: { 0: guild_id },
  }
}

function fullUser({ id, username }: DiscordUser) {
  return { id, username, avatar: null, discriminator: '0', public_flags: 0, global_name: null }
}
