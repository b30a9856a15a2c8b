import { AppError } from '../../../lib/errors.ts'
import type { AuthorizationServer, JudgedRequest } from '../../ports/authorization-server.ts'
import type { AccountContext } from '../context.ts'
import { refreshApp } from './known-app.ts'

/** Judges the request of an app for a signed-in account. */
export async function judgeFor(context: AccountContext, query: string, accountId: string): Promise<JudgedRequest> {
  const server = requireServer(context)
  const sentence = await refreshApp(context, new URLSearchParams(query).get('client_id') ?? '', accountId)
  return sentence === null ? server.judge(query) : { kind: 'refused', sentence }
}

export function requireServer({ authorizationServerAt, caller }: AccountContext): AuthorizationServer {
  const server = authorizationServerAt(caller.host)
  if (server) return server
  throw new AppError(
    'not_found',
    'Apps cannot connect by address here. It needs a PUBLIC_URL with https, and MCP_OAUTH must not be false.',
  )
}
