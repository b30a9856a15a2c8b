import { z } from 'zod'
import { defineOperation } from './context.ts'

export const signOut = defineOperation({
  name: 'sign_out',
  title: 'Sign out',
  description: 'Ends the current sign-in session and clears its cookie. Other sessions of the account continue.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/session', status: 204 },
  input: z.strictObject({}),
  output: z.object({}),
  example: {},
  async run(_input, { caller, store, sessionCookie }) {
    if (caller.sessionId) await store.sessions.remove(caller.sessionId)
    sessionCookie?.clear()
    return {}
  },
})
