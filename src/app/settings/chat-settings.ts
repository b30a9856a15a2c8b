import { httpUrl, text } from '../../lib/setting-readers.ts'

/** Settings of commands in chats, by their names in the environment. */
export const CHAT_SETTINGS = {
  SLACK_SIGNING_SECRET: text.optional(),
  SLACK_RESPONSE_URL: httpUrl.optional(),
}

interface Settings {
  readonly SLACK_SIGNING_SECRET?: string | undefined
  readonly SLACK_RESPONSE_URL?: string | undefined
}

export interface SlackConfig {
  readonly signingSecret: string
  /** The only origin that answers go to. */
  readonly responseOrigin: string
}

/** Undefined where there are no commands. */
export function slackConfigOf({ SLACK_SIGNING_SECRET: secret, SLACK_RESPONSE_URL: url }: Settings) {
  if (secret === undefined) return undefined
  return {
    signingSecret: secret,
    responseOrigin: new URL(url ?? 'https://hooks.slack.com').origin,
  } satisfies SlackConfig
}
