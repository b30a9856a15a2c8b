import type { ChannelDefinition } from '../../domain/channel-definition.ts'

export const email = {
  name: 'email',
  title: 'E-mail',
  many: 'e-mails',
  capability: 'notifications',
  audience: 'people',
  address: 'account_email',
  dailyLimit: 'day',
  unverified: 'E-mail address not verified',
  reverification: {
    // One refused mail may come from a server that is being repaired.
    refusals: 2,
    how: 'Confirm the address again in the settings: a mail with a link is sent to it.',
  },
  setup: '`SMTP_URL`, `MAIL_FROM`; each mail has a one-click unsubscribe link',
} as const satisfies ChannelDefinition
