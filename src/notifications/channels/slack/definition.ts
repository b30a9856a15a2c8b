import type { ChannelDefinition } from '../../domain/channel-definition.ts'

export const slack = {
  name: 'slack',
  title: 'Slack',
  many: 'Slack messages',
  capability: 'notifications',
  audience: 'people',
  address: 'url',
  dailyLimit: 'day',
  unverified: 'The Slack URL has passed no test yet; test it to enable it',
  placeholder: 'https://hooks.slack.com/services/…',
  setup: 'none. `WEBHOOK_ALLOWED_HOSTS` lists the `host:port` pairs that may be private or plain http',
} as const satisfies ChannelDefinition
