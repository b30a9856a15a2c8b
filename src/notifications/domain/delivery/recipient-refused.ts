/** Addresses that do not exist: a sender who keeps writing to them is taken for a spammer. */
import type { AccountTrigger } from '../account-triggers.ts'
import { accountContent } from '../contents.ts'
import { eventKeys } from '../event-key.ts'
import type { ChannelName } from '../notification.ts'
import { channelDefinition, channelTitle } from './channels.ts'

/** Whether so many messages in a row, all refused because the recipient is unknown, make an address unverified. */
export function needsVerification(channel: ChannelName, refusals: number): boolean {
  return refusals >= (channelDefinition(channel).reverification?.refusals ?? Number.POSITIVE_INFINITY)
}

/** In the bell and by e-mail, never on the address that is refused. `id` distinguishes this time from others. */
export function addressUnverified(id: string, channel: ChannelName, label: string, reason: string): AccountTrigger {
  const how = channelDefinition(channel).reverification?.how ?? ''
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
