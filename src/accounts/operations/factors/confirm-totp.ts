import { z } from 'zod'
import { AppError, invalid } from '../../../lib/errors.ts'
import { FactorCode, RecoveryCodes } from '../../contract/second-factor.ts'
import { TOTP_SETUP_MS, typedCode } from '../../domain/second-factor.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { forgiveAttempt, recordAttempt } from '../record-attempt.ts'
import { methodsOf, renewCodes, stepOf } from './factor-store.ts'

export const confirmTotp = defineOperation({
  name: 'confirm_totp',
  title: 'Confirm an authenticator app',
  description:
    'Turns on the authenticator app with a code that it shows, and returns ten recovery codes with the first factor, shown once. From then on the sign-in needs a code besides the password. API keys are not affected.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/account/totp/confirm', errors: ['conflict'] },
  input: z.strictObject({ code: FactorCode.describe('The six digits that the app shows.') }),
  output: z.object({
    recovery_codes: RecoveryCodes.nullable().describe('Ten codes with the first factor; null otherwise.'),
  }),
  example: { code: '123456' },
  async run({ code }, context) {
    const { id } = await ownAccount(context)
    const { store, accountEvents, now, newId } = context
    const totp = await store.totpFactors.of(id)
    if (!totp || totp.confirmedAt || now().getTime() > Date.parse(totp.createdAt) + TOTP_SETUP_MS) {
      throw new AppError('conflict', 'No authenticator app awaits its first code. Set one up again.')
    }
    const attempt = await recordAttempt(context, { kind: 'second_factor', address: id, email: null })
    const typed = typedCode(code)
    const step = typed.method === 'totp' ? await stepOf(context, totp, typed.code) : null
    if (step === null) throw invalid([{ path: 'code', message: 'is not the code that the app shows now' }])
    const codes = await accountEvents.transaction(async (repositories, events) => {
      const { secretSealed } = totp
      const isFirst = (await methodsOf(repositories, id)).length === 0
      if (!(await repositories.totpFactors.confirm(id, { secretSealed, step, at: now() }))) return undefined
      await forgiveAttempt(repositories, attempt, now())
      await events.notify(id, { kind: 'factor_changed', id: newId(), change: 'totp_added' })
      return isFirst ? renewCodes(context, repositories, id) : null
    })
    if (codes === undefined) throw new AppError('conflict', 'The authenticator app was set up again elsewhere.')
    return { recovery_codes: codes }
  },
})
