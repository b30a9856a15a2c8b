import type { PublicConnection } from '../contract/connection.ts'
import type { Account } from './account.ts'
import { publisherOf } from './connected-app.ts'
import { allows, planTitle, REQUIRED_PLAN } from './plan.ts'

/** What an account has allowed an app. Instants are ISO 8601 UTC. */
export interface Connection {
  readonly id: string
  readonly accountId: string
  readonly clientId: string
  readonly clientName: string
  /** Host or scheme that the sign-in returned to. */
  readonly redirectHost: string
  /** The address of the endpoint that its tokens are for. */
  readonly resource: string
  readonly scope: string
  readonly createdAt: string
  /** When the app fetched its first tokens; null before. */
  readonly connectedAt: string | null
  readonly lastUsedAt: string | null
  readonly expiresAt: string
}

/** What the account lacks to connect an app, as a person reads it; empty if nothing. */
export function missingForConnection({ plan, emailVerified, status }: Account): string[] {
  return [
    ...(allows(plan, 'mcp') ? [] : [planTitle(REQUIRED_PLAN.mcp)]),
    ...(emailVerified ? [] : ['a confirmed e-mail address']),
    ...(status === 'good' ? [] : ['an account that is not suspended']),
  ]
}

export function publicConnection(connection: Connection): PublicConnection {
  return {
    id: connection.id,
    name: connection.clientName,
    publisher: publisherOf(connection.clientId),
    returns_to: connection.redirectHost,
    connected_at: connection.connectedAt ?? connection.createdAt,
    last_used_at: connection.lastUsedAt,
    expires_at: connection.expiresAt,
  }
}
