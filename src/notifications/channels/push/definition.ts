import type { ChannelDefinition } from '../../domain/channel-definition.ts'

export const push = {
  name: 'push',
  title: 'Push',
  many: 'push messages',
  capability: 'notifications',
  audience: 'people',
  address: 'devices',
  dailyLimit: 'day',
  unverified: 'The device is not verified',
  setup: 'to phones `FCM_SERVICE_ACCOUNT`; to browsers `VAPID_PUBLIC_KEY`, `VAPID_PRIVATE_KEY`, `VAPID_SUBJECT`',
} as const satisfies ChannelDefinition
