import { z } from 'zod'
import { AuthorizationQuery } from '../../contract/connection.ts'
import { isLocalRedirect, publisherOf, redirectPlace } from '../../domain/connected-app.ts'
import { missingForConnection } from '../../domain/connection.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { judgeFor } from './judge-for.ts'

export const reviewAuthorization = defineOperation({
  name: 'review_authorization',
  title: 'Review what an app asks for',
  description:
    'Checks the request with which an app sent its user to the page /authorize, and returns who asks and where the answer goes, or where the browser must return to. It grants nothing. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/authorizations/review', errors: ['not_found'] },
  input: z.strictObject({ query: AuthorizationQuery }),
  output: z.object({
    app: z
      .object({
        name: z.string().describe('What the app calls itself.'),
        publisher: z
          .string()
          .nullable()
          .describe('Host that publishes its description; null if nobody checked the name.'),
        returns_to: z.string().describe('Host, or scheme, that gets the answer.'),
        is_local: z.boolean().describe('Whether the answer goes to a program on the computer of the user.'),
      })
      .nullable()
      .describe('Who asks; null if the request is not in order.'),
    missing: z.array(z.string()).describe('What the account lacks to allow it; empty if nothing.'),
    redirect_to: z
      .string()
      .nullable()
      .describe('Where the browser returns to with an error of the request; null if none.'),
    refusal: z.string().nullable().describe('Why nothing may be sent to the app, as a sentence; null if it may.'),
  }),
  example: { query: 'response_type=code&client_id=owc_1&redirect_uri=http%3A%2F%2F127.0.0.1%3A33418%2F' },
  async run({ query }, context) {
    const account = await ownAccount(context)
    const judged = await judgeFor(context, query, account.id)
    const missing = missingForConnection(account)
    if (judged.kind === 'redirect') return { app: null, missing, redirect_to: judged.to, refusal: null }
    if (judged.kind === 'refused') return { app: null, missing, redirect_to: null, refusal: judged.sentence }
    const { app, redirectUri } = judged
    const shown = {
      name: app.name,
      publisher: publisherOf(app.id),
      returns_to: redirectPlace(redirectUri),
      is_local: isLocalRedirect(redirectUri),
    }
    return { app: shown, missing, redirect_to: null, refusal: null }
  },
})
