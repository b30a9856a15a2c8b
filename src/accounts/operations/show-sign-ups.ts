import { z } from 'zod'
import { SIGN_UP_MODES } from '../domain/sign-ups.ts'
import { defineOperation } from './context.ts'

export const showSignUps = defineOperation({
  name: 'show_sign_ups',
  title: 'Who may sign up',
  description: 'Whether everyone can sign up, only whoever has an invitation, or nobody.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/sign_ups' },
  input: z.strictObject({}),
  output: z.object({
    mode: z.enum(SIGN_UP_MODES).describe('open: everyone. invite: with an invitation. closed: nobody.'),
  }),
  example: {},
  async run(_input, { signUps }) {
    return { mode: signUps }
  },
})
