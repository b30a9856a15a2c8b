import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { defineOperation } from '../operation.ts'
import { ownAccount } from './own-account.ts'

export const showSession = defineOperation({
  name: 'show_session',
  title: 'Who is signed in',
  description: 'The account of the present sign-in session; 401 where nobody is signed in.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/session' },
  input: z.strictObject({}),
  output: PublicAccount,
  example: {},
  async run(_input, context) {
    return publicAccount(await ownAccount(context))
  },
})
