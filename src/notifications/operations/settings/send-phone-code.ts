import { z } from 'zod'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { AppError } from '../../../lib/errors.ts'
import { HOUR_MS } from '../../../lib/time/duration.ts'
import { PhoneNumber } from '../../contract/settings.ts'
import { accountContent } from '../../domain/contents.ts'
import { CODE_DIGITS, CODE_LIFE_MS, MAX_CODES_PER_HOUR } from '../../domain/phone-code.ts'
import { maskedPhone } from '../../domain/settings.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import type { NotificationContext } from '../context.ts'
import { defineOperation } from '../context.ts'
import { sendNow } from '../deliveries/send-now.ts'
import { SentAnswer } from '../deliveries/sent-answer.ts'
import { newEndpoint } from './endpoint-parts.ts'

/** The number becomes an address of the account only when its code comes back. */
export const sendPhoneCode = defineOperation({
  name: 'send_phone_code',
  title: 'Send a code to a phone',
  description:
    'Sends an SMS with a code of 6 digits to a phone number, to show that it is the account’s own. The code is valid for 10 minutes; at most 3 codes in an hour.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notification_settings/phone' },
  input: z.strictObject({ phone_number: PhoneNumber }),
  output: SentAnswer,
  example: { phone_number: '+12025550123' },
  async run({ phone_number: phoneNumber }, context) {
    const { store, notifier, now, newId, identity, randomBytes } = context
    const account = await ownAccount(context)
    if (!notifier.channels.has('sms')) throw new AppError('invalid', 'SMS is not configured on this server.')
    const code = newCode(randomBytes)
    const at = now()
    const id = newId()
    await store.transaction(async ({ phoneCodes }) => {
      const recent = await phoneCodes.countSince(account.id, new Date(at.getTime() - HOUR_MS))
      if (recent >= MAX_CODES_PER_HOUR) {
        throw new AppError('rate_limited', 'At most 3 codes in an hour. Try again later.', { retryAfterS: 3_600 })
      }
      await phoneCodes.add({
        id,
        accountId: account.id,
        phoneSealed: notifier.box.seal(phoneNumber),
        codeDigest: identity.digest('phone code', `${account.id} ${code}`),
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + CODE_LIFE_MS).toISOString(),
      })
    })
    const endpoint = newEndpoint(notifier.box, {
      id,
      accountId: account.id,
      channel: 'sms',
      address: phoneNumber,
      label: maskedPhone(phoneNumber),
      verified: false,
      at,
    })
    const body = codeBody(context, { id, code, timeZone: account.timeZone })
    return sendNow(context, { stage: 'verification', account, endpoint, deliveryId: id, n: 1, body })
  },
})

function newCode(randomBytes: (size: number) => Uint8Array): string {
  // Six bytes make every code as likely as any other, but for one part in a hundred million.
  const number = randomBytes(6).reduce((sum, byte) => sum * 256 + byte, 0)
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

function codeBody(
  { notifier, now, publicUrl }: NotificationContext,
  { id, code, timeZone }: { id: string; code: string; timeZone: string },
) {
  const at = now().toISOString()
  const body = notifier.channels.get('sms')?.freeze({
    deliveryId: id,
    notificationId: id,
    seq: 1,
    // The warning is part of the title, the only text that an SMS has: codes are what callers ask people for.
    content: accountContent(
      `${code} is your Optionwire code, valid for ${CODE_LIFE_MS / 60_000} min. Nobody from us will ask you for it.`,
      'Enter it in the settings of your notifications.',
    ),
    programPayload: null,
    createdAt: at,
    dueAt: at,
    timeZone,
    url: `${publicUrl}/notifications`,
    unsubscribeUrl: null,
    items: [],
    moreItems: 0,
  })
  return body ?? ''
}
