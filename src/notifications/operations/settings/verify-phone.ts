import { z } from 'zod'
import { invalid } from '../../../lib/errors.ts'
import { PhoneCode } from '../../contract/phone-code.ts'
import { MAX_CODE_TRIES } from '../../domain/phone-code.ts'
import { maskedPhone } from '../../domain/settings.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { newEndpoint } from './endpoint-parts.ts'

export const verifyPhone = defineOperation({
  name: 'verify_phone',
  title: 'Verify a phone number',
  description:
    'Confirms the phone number that the last code was sent to, and makes it the one of the SMS channel. A code works once, for 10 minutes and 5 tries.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notification_settings/phone/verify' },
  input: z.strictObject({ code: PhoneCode }),
  output: z.object({
    phone_number: z.string().describe('The number, masked.'),
    verified: z.literal(true).describe('The number is confirmed.'),
  }),
  example: { code: '123456' },
  async run({ code }, context) {
    const { store, notifier, now, newId, identity } = context
    const { id: accountId } = callingAccount(context)
    // The try is committed by itself, so that a refusal cannot take it back.
    const sent = await store.transaction(({ phoneCodes }) => phoneCodes.tryLast(accountId, MAX_CODE_TRIES, now()))
    if (sent?.codeDigest !== identity.digest('phone code', `${accountId} ${code}`)) throw wrongCode()
    const address = notifier.box.open(sent.phoneSealed)
    const label = maskedPhone(address)
    await store.transaction(async (repositories) => {
      const known = (await repositories.endpoints.ofAccount(accountId)).filter(({ channel }) => channel === 'sms')
      for (const endpoint of known) await repositories.endpoints.remove(accountId, endpoint.id)
      const made = { id: newId(), accountId, channel: 'sms', address, label, verified: true, at: now() } as const
      await repositories.endpoints.put(newEndpoint(notifier.box, made))
      await repositories.phoneCodes.expire(sent.id)
    })
    return { phone_number: label, verified: true as const }
  },
})

function wrongCode() {
  return invalid([{ path: 'code', message: 'is wrong or not valid any more' }], 'Check the code, or ask for a new one.')
}
