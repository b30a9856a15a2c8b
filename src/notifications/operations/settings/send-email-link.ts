import { z } from 'zod'
import { addressCheckMail } from '../../../accounts/domain/account-mails.ts'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { sendLink } from '../../../accounts/operations/send-link.ts'
import { AppError } from '../../../lib/errors.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { fitnessOf } from './endpoint-parts.ts'

/** An address that refused two mails in a row gets none until the link of this one was opened. */
export const sendEmailLink = defineOperation({
  name: 'send_email_link',
  title: 'Verify the e-mail address again',
  description:
    'Sends a link to the e-mail address of the account, which verifies it again once it is opened (`POST /accounts/verify_email`). Needed where `channels.email.verified` is false: the address was never confirmed, or its mail server rejected two mails in a row. At most five such mails an hour. 422 where the address is verified.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notification_settings/email', status: 202 },
  input: z.strictObject({}),
  output: z.object({ detail: z.string().describe('What to do next.') }),
  example: {},
  async run(_input, context) {
    const account = await ownAccount(context)
    const endpoints = await context.store.endpoints.ofAccount(account.id)
    const fitness = fitnessOf(
      account,
      endpoints.find(({ channel }) => channel === 'email'),
    )
    const needsLink = fitness === 'unverified' || (fitness === 'missing' && !account.emailVerified)
    if (!needsLink) throw new AppError('invalid', 'The address is verified.')
    context.afterwards(() =>
      sendLink(context, {
        to: account.email,
        accountId: account.id,
        purpose: 'verify_email',
        passwordHash: null,
        mail: addressCheckMail,
      }),
    )
    return { detail: 'Look into your mailbox and open the link in the mail.' }
  },
})
