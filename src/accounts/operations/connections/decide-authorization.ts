import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { AuthorizationQuery } from '../../contract/connection.ts'
import {
  CONNECTION_LIFE_MS,
  type ConnectedApp,
  MAX_CONNECTIONS,
  MCP_SCOPE,
  redirectPlace,
} from '../../domain/connected-app.ts'
import { missingForConnection } from '../../domain/connection.ts'
import { planTitle, REQUIRED_PLAN } from '../../domain/plan.ts'
import type { JudgedRequest } from '../../ports/authorization-server.ts'
import { type AccountContext, defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { judgeFor, requireServer } from './judge-for.ts'

/** Checks the plan here and not in `invoke`, so that the error names everything that is missing. */
export const decideAuthorization = defineOperation({
  name: 'decide_authorization',
  title: 'Allow or deny what an app asks for',
  description: `Answers the request with which an app sent its user to the page /authorize: allow lets it call the MCP endpoint for the account. Needs ${planTitle(REQUIRED_PLAN.mcp)}, a confirmed e-mail address and an account that is not suspended; 403 names what is missing. By sign-in session only.`,
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/authorizations', errors: ['forbidden', 'not_found'] },
  input: z.strictObject({
    query: AuthorizationQuery,
    decision: z.enum(['allow', 'deny']).describe('The answer of the account.'),
  }),
  output: z.object({
    redirect_to: z
      .string()
      .nullable()
      .describe('Where the browser returns to; null if nothing may be sent to the app.'),
    refusal: z.string().nullable().describe('Why nothing may be sent to the app, as a sentence; null if it may.'),
  }),
  example: {
    query: 'response_type=code&client_id=owc_1&redirect_uri=http%3A%2F%2F127.0.0.1%3A33418%2F',
    decision: 'deny',
  },
  async run({ query, decision }, context) {
    const account = await ownAccount(context)
    const judged = await judgeFor(context, query, account.id)
    const concluded = judged.kind === 'asks' ? await conclude(context, { query, decision }, judged, account.id) : judged
    if (concluded.kind === 'redirect') return { redirect_to: concluded.to, refusal: null }
    if (concluded.kind === 'refused') return { redirect_to: null, refusal: concluded.sentence }
    throw new Error('a concluded request asks again')
  },
})

interface Asked {
  readonly app: ConnectedApp
  readonly redirectUri: string
}

async function conclude(
  context: AccountContext,
  { query, decision }: { readonly query: string; readonly decision: 'allow' | 'deny' },
  asked: Asked,
  accountId: string,
): Promise<JudgedRequest> {
  const server = requireServer(context)
  if (decision === 'deny') return server.conclude(query, 'deny')
  const grantId = await grant(context, asked, accountId)
  return server.conclude(query, { accountId, grantId })
}

/** Rights are checked in the transaction that stores the grant. */
async function grant(context: AccountContext, { app, redirectUri }: Asked, accountId: string): Promise<string> {
  const { store, now, newId } = context
  const { resource } = requireServer(context)
  const id = newId()
  const at = now()
  await store.transaction(async ({ accounts, oauthGrants, oauthClients }) => {
    const owner = await accounts.byId(accountId)
    const missing = owner ? missingForConnection(owner.account) : ['an account']
    if (missing.length > 0) {
      throw new AppError('forbidden', `To connect an app, the account needs: ${missing.join(', ')}.`, {
        requiredPlan: REQUIRED_PLAN.mcp,
      })
    }
    await oauthGrants.removeLongestUnused(accountId, MAX_CONNECTIONS - 1)
    await oauthGrants.add({
      id,
      accountId,
      clientId: app.id,
      clientName: app.name,
      redirectHost: redirectPlace(redirectUri),
      resource,
      scope: MCP_SCOPE,
      createdAt: at.toISOString(),
      connectedAt: null,
      lastUsedAt: null,
      expiresAt: new Date(at.getTime() + CONNECTION_LIFE_MS).toISOString(),
    })
    await oauthClients.touch(app.id, at)
  })
  return id
}
