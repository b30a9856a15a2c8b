import type { ChannelDefinition } from '../../domain/channel-definition.ts'

export const sms = {
  name: 'sms',
  title: 'SMS',
  many: 'SMS',
  capability: 'notifications',
  audience: 'people',
  address: 'phone',
  dailyLimit: 'smsDay',
  unverified: 'Phone number not verified',
  reverification: { refusals: 1, how: 'Verify the number again in the settings.' },
  placeholder: '+12025550123',
  setup:
    "`TWILIO_ACCOUNT_SID`, `TWILIO_AUTH_TOKEN`, `TWILIO_FROM`; set the number's inbound webhook to `{PUBLIC_URL}/webhooks/twilio/inbound`",
} as const satisfies ChannelDefinition
