/** What Slack sends. Sources: README.md, "Requests". */
import { createHmac } from 'node:crypto'
import type { Button } from './blocks.ts'

export interface SlackPlace {
  readonly team: { readonly id: string; readonly domain: string }
  readonly channel: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string }
  readonly enterprise?: { readonly id: string; readonly name: string }
}

export const PLACE: SlackPlace = {
  team: { id: 'T0001', domain: 'example' },
  channel: { id: 'C2147483705', name: 'test' },
  user: { id: 'U2147483697', name: 'steve' },
}

/** The value of X-Slack-Signature. The secret is used as its UTF-8 text. */
export function slackSignature(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`
}

/** Encoded as in the vendor's examples: a blank is `%20`, not `+`. */
export function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString().replaceAll('+', '%20')
}

export interface SlackIds {
  readonly app: string
  readonly verificationToken: string
  readonly triggerId: string
  readonly responseUrl: string
}

export function commandFields(
  { command, text }: { readonly command: string; readonly text: string },
  { team, channel, user, enterprise }: SlackPlace,
  ids: SlackIds,
): Record<string, string> {
  return {
    token: ids.verificationToken,
    team_id: team.id,
    team_domain: team.domain,
    ...(enterprise ? { enterprise_id: enterprise.id, enterprise_name: enterprise.name } : {}),
    channel_id: channel.id,
    channel_name: channel.name,
    user_id: user.id,
    user_name: user.name,
    command,
    text,
    api_app_id: ids.app,
    is_enterprise_install: 'false',
    response_url: ids.responseUrl,
    trigger_id: ids.triggerId,
  }
}

export interface Click {
  readonly blockId: string
  readonly button: Button
  readonly message: {
    readonly ts: string
    readonly text: string
    readonly isEphemeral: boolean
    readonly blocks: unknown
  }
  /** Seconds with six decimals, as all instants of messages. */
  readonly actionTs: string
}

export function clickPayload({ blockId, button, message, actionTs }: Click, place: SlackPlace, ids: SlackIds) {
  const { team, channel, user, enterprise } = place
  const shown = { type: 'message', bot_id: 'B0001', ts: message.ts, text: message.text, blocks: message.blocks }
  return {
    type: 'block_actions',
    team,
    user: { id: user.id, username: user.name, name: user.name, team_id: team.id },
    api_app_id: ids.app,
    token: ids.verificationToken,
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: message.isEphemeral,
    },
    trigger_id: ids.triggerId,
    enterprise: enterprise ?? null,
    is_enterprise_install: false,
    channel,
    ...(message.isEphemeral ? {} : { message: shown }),
    state: { values: {} },
    response_url: ids.responseUrl,
    actions: [
      {
        type: 'button',
        block_id: blockId,
        action_id: button.action_id,
        text: button.text,
        ...(button.value === undefined ? {} : { value: button.value }),
        ...(button.url === undefined ? {} : { url: button.url }),
        ...(button.style === undefined ? {} : { style: button.style }),
        action_ts: actionTs,
      },
    ],
  }
}
