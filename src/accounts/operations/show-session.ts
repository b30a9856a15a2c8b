import { z } from 'zod'
import { PublicAccount } from '../contract/account.ts'
import { publicAccount } from '../domain/account.ts'
import { defineOperation } from './context.ts'
import { ownAccount } from './own-account.ts'

export const showSession = defineOperation({
  name: 'show_session',
  title: 'Who is signed in',
  description: 'The account of the current sign-in session; 401 if nobody is signed in.',
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
