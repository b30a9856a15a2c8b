import type { ChannelDefinition } from '../../domain/channel-definition.ts'

export const discord = {
  name: 'discord',
  title: 'Discord',
  many: 'Discord messages',
  capability: 'notifications',
  audience: 'people',
  address: 'url',
  dailyLimit: 'day',
  unverified: 'The Discord URL has passed no test yet; test it to enable it',
  placeholder: 'https://discord.com/api/webhooks/…',
  setup: 'none. `WEBHOOK_ALLOWED_HOSTS` lists the `host:port` pairs that may be private or plain http',
} as const satisfies ChannelDefinition
