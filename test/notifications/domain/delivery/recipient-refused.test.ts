import { describe, expect, it } from 'vitest'
import { CHANNELS } from '../../../../src/notifications/domain/delivery/channels.ts'
import {
  addressUnverified,
  needsVerification,
} from '../../../../src/notifications/domain/delivery/recipient-refused.ts'

describe('a recipient that the peer does not know', () => {
  it('has to be verified again after two mails or one SMS, and on no other channel', () => {
    const first = CHANNELS.map((channel) => [channel, [0, 1, 2, 99].find((count) => needsVerification(channel, count))])

    expect(Object.fromEntries(first)).toEqual({
      email: 2,
      sms: 1,
      push: undefined,
      slack: undefined,
      discord: undefined,
      webhook: undefined,
    })
  })

  it('is told of in the bell with the reason and the way out, and never on the address itself', () => {
    const email = addressUnverified('e:1', 'email', 'ada@example.com', 'The mail server rejected the address.')
    const sms = addressUnverified('s:1', 'sms', '+1…123', 'This number cannot receive text messages.')

    expect(email).toMatchObject({ channels: [], content: { type: 'account', priority: 'high' } })
    expect(email.content.body).toBe(
      'Nothing is sent to ada@example.com any more. The mail server rejected the address. Confirm the address again in the settings: a mail with a link is sent to it.',
    )
    expect(sms).toMatchObject({ channels: ['email'] })
  })
})
