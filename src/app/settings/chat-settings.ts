import { httpUrl, text } from '../../lib/setting-readers.ts'

/** Settings of commands in chats, by their names in the environment. */
export const CHAT_SETTINGS = {
  SLACK_SIGNING_SECRET: text.optional(),
  SLACK_RESPONSE_URL: httpUrl.optional(),
  DISCORD_APPLICATION_ID: text.regex(/^\d{17,20}$/, 'must be the application id, 17 to 20 digits').optional(),
  DISCORD_PUBLIC_KEY: text
    .regex(/^[0-9a-f]{64}$/i, 'must be the public key of the application, 64 hexadecimal digits')
    .optional(),
  DISCORD_BOT_TOKEN: text.regex(/^[\w.~+/=-]+$/, 'must be one word').optional(),
  DISCORD_API_URL: httpUrl.optional(),
}

type Settings = { readonly [Name in keyof typeof CHAT_SETTINGS]?: string | undefined }

export interface SlackConfig {
  readonly signingSecret: string
  /** The only origin that answers go to. */
  readonly responseOrigin: string
}

export interface DiscordConfig {
  readonly applicationId: string
  readonly publicKey: string
  /** Only the registration of the commands needs it. */
  readonly botToken: string | undefined
  readonly apiUrl: string
}

/** Undefined where there are no commands. */
export function slackConfigOf({ SLACK_SIGNING_SECRET: secret, SLACK_RESPONSE_URL: url }: Settings) {
  if (secret === undefined) return undefined
  return {
    signingSecret: secret,
    responseOrigin: new URL(url ?? 'https://hooks.slack.com').origin,
  } satisfies SlackConfig
}

/** Undefined where there are no commands. */
export function discordConfigOf(settings: Settings): DiscordConfig | undefined {
  const { DISCORD_APPLICATION_ID: applicationId, DISCORD_PUBLIC_KEY: publicKey } = settings
  if (applicationId === undefined || publicKey === undefined) return undefined
  const { DISCORD_BOT_TOKEN: botToken, DISCORD_API_URL: apiUrl = 'https://discord.com/api/v10' } = settings
  return { applicationId, publicKey, botToken, apiUrl }
}

export function chatContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const pair = ['DISCORD_APPLICATION_ID', 'DISCORD_PUBLIC_KEY']
  const missing = pair.filter((name) => !given[name])
  if (missing.length !== 1) return []
  return [`${missing[0]} is required by ${pair.find((name) => given[name])}: the developer portal shows both`]
}
