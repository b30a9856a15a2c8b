/** Addresses that do not exist: whoever goes on writing to them is taken for a sender of spam. */
import type { AccountEvent } from './account-events.ts'
import { channelTitle } from './channels.ts'
import { accountContent } from './contents.ts'
import { eventKeys } from './event-key.ts'
import type { ChannelName } from './notification.ts'

/** So many messages in a row whose recipient is unknown; one refused mail may be a server in repair. */
const REFUSALS_TO_VERIFY_AGAIN: Partial<Record<ChannelName, number>> = { email: 2, sms: 1 }

export function needsVerification(channel: ChannelName, refusals: number): boolean {
  return refusals >= (REFUSALS_TO_VERIFY_AGAIN[channel] ?? Number.POSITIVE_INFINITY)
}

/** In the bell and by e-mail, never on the address that is refused. `id` tells this time from others. */
export function addressUnverified(id: string, channel: ChannelName, label: string, reason: string): AccountEvent {
  const how =
    channel === 'email'
      ? 'Confirm the address again in the settings: a mail with a link is sent to it.'
      : 'Verify the number again in the settings.'
  return {
    eventKey: eventKeys.account('address_unverified', id),
    content: accountContent(
      `${channelTitle(channel)} address must be verified again`,
      `Nothing is sent to ${label} any more. ${reason} ${how}`,
      { channel, address: label },
      'high',
    ),
    channels: channel === 'email' ? [] : ['email'],
  }
}
