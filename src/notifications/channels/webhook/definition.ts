import type { ChannelDefinition } from '../../domain/channel-definition.ts'

export const webhook = {
  name: 'webhook',
  title: 'Webhook',
  many: 'webhook calls',
  capability: 'webhook_channel',
  audience: 'programs',
  address: 'signed_url',
  dailyLimit: 'day',
  unverified: 'The Webhook URL has passed no test yet; test it to enable it',
  placeholder: 'https://hooks.example.com/optionwire',
  setup: 'none. `WEBHOOK_ALLOWED_HOSTS` lists the `host:port` pairs that may be private or plain http',
} as const satisfies ChannelDefinition
