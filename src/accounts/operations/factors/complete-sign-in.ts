import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { PublicAccount } from '../../contract/account.ts'
import { FactorCode } from '../../contract/second-factor.ts'
import { publicAccount } from '../../domain/account.ts'
import type { AccountContext } from '../context.ts'
import { defineOperation } from '../context.ts'
import { forgiveAttempt, recordAttempt } from '../record-attempt.ts'
import { startSession } from '../sessions/start-session.ts'
import { checkCode } from './factor-store.ts'
import { type AwaitedStep, awaitedStep, finishStep } from './sign-in-step.ts'

export const completeSignIn = defineOperation({
  name: 'complete_sign_in',
  title: 'Complete a sign-in',
  description:
    'The second step of a sign-in: takes the token that sign_in returned in second_factor, and a code of the authenticator app or a recovery code. Each code works once. Answers 401 for a wrong code, and 429 with the exact wait after five.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/session/second_factor', errors: ['unauthenticated'] },
  input: z.strictObject({
    token: z.string().min(1).max(200).describe('The token in second_factor of the answer to sign_in.'),
    code: FactorCode,
  }),
  output: PublicAccount,
  example: { token: 'x5Ydj0EIKEaS7iQLVGVSRdKqkVyVYHUJR7rWmJXRDKM', code: '123456' },
  async run({ token, code }, context) {
    const step = await awaitedStep(context, token)
    const account = await proveByCode(context, step, code)
    return publicAccount(account)
  },
})

async function proveByCode(context: AccountContext, step: AwaitedStep, code: string) {
  const { store, accountEvents, now, newId } = context
  const { id } = step.account
  // Who gets here knows the password, so the guesses at all addresses are counted together.
  const attempt = await recordAttempt(context, { kind: 'second_factor', address: id, email: null })
  const session = await startSession(context)
  const checked = await checkCode(context, await store.totpFactors.of(id), code)
  const isProved = await accountEvents.transaction(async (repositories, events) => {
    const method = await checked.use(repositories, id)
    if (!method || !(await finishStep(repositories, step))) return false
    await forgiveAttempt(repositories, attempt, now())
    if (method === 'recovery_code')
      await events.notify(id, { kind: 'factor_changed', id: newId(), change: 'recovery_code_used' })
    await session.store(repositories, step.account, events)
    return true
  })
  if (!isProved) throw new AppError('unauthenticated', 'The code is wrong, or it was used before.')
  session.setCookies(step.account.email)
  return step.account
}
