import { allows, type Plan } from '../accounts/plan.ts'
import type { ChannelName } from './notification.ts'

/** In the order in which documents and settings list them. */
export const CHANNELS = [
  'email',
  'sms',
  'push',
  'slack',
  'discord',
  'webhook',
] as const satisfies readonly ChannelName[]

const TITLES: Readonly<Record<ChannelName, { readonly one: string; readonly many: string }>> = {
  email: { one: 'E-mail', many: 'e-mails' },
  sms: { one: 'SMS', many: 'SMS' },
  push: { one: 'Push', many: 'push messages' },
  slack: { one: 'Slack', many: 'Slack messages' },
  discord: { one: 'Discord', many: 'Discord messages' },
  webhook: { one: 'Webhook', many: 'webhook calls' },
}

export function channelTitle(channel: ChannelName): string {
  return TITLES[channel].one
}

/** The noun of what goes through it: "50 e-mails". */
export function channelMany(channel: ChannelName): string {
  return TITLES[channel].many
}

/** The webhook channel serves programs: it is never digested or summarised. */
export function isForPeople(channel: ChannelName): boolean {
  return channel !== 'webhook'
}

export function planHasChannel(plan: Plan, channel: ChannelName): boolean {
  return allows(plan, channel === 'webhook' ? 'webhook_channel' : 'notifications')
}
