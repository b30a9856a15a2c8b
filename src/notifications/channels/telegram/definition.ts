import type { ChannelDefinition } from '../../domain/channel-definition.ts'

export const telegram = {
  name: 'telegram',
  title: 'Telegram',
  many: 'Telegram messages',
  capability: 'notifications',
  audience: 'people',
  address: 'chat',
  dailyLimit: 'day',
  unverified: 'The Telegram chat is not linked',
  setup:
    '`TELEGRAM_BOT_TOKEN` of a bot made with @BotFather. Each user links a chat in the settings. No other program may read updates for the bot',
} as const satisfies ChannelDefinition
