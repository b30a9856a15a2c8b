import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { appName, MAX_SIBLINGS, ROTATION_GRACE_MS } from '../../accounts/domain/connected-app.ts'
import type { Connection } from '../../accounts/domain/connection.ts'
import type { AccountEvents } from '../../accounts/ports/account-events.ts'
import type { AccountStore } from '../../accounts/store/index.ts'
import type { OAuthToken } from '../../accounts/store/oauth-tokens.ts'
import type { OAuthTokenKind } from '../../accounts/store/tables.ts'
import { apiTokenSha256 } from '../../lib/node/api-tokens.ts'
import type { Library } from './library.ts'

export interface AdapterParts {
  readonly store: AccountStore
  readonly accountEvents: AccountEvents
  readonly now: () => Date
  readonly errors: Library['errors']
  /** Whether the library is answering a request for tokens. */
  readonly isTokenRequest: () => boolean
}

/** A rotated token is used once, and then by its siblings. */
const MAX_ROTATIONS = 1 + MAX_SIBLINGS
const MAX_PASSING = 1_000

const KINDS: Readonly<Record<string, OAuthTokenKind>> = {
  AuthorizationCode: 'code',
  AccessToken: 'access',
  RefreshToken: 'refresh',
}

/**
 * The library's storage in the store of this service. Codes and tokens are found by their SHA-256 and end by the clock of
 * the service; the times in their content are left out, since the library reads the clock of the machine.
 */
export function adapterOf(parts: AdapterParts): (model: string) => Adapter {
  const passing = new LRUCache<string, AdapterPayload>({ max: MAX_PASSING })
  return (model) => {
    const kind = KINDS[model]
    if (kind) return { ...UNUSED, ...tokenAdapter(kind, parts) }
    if (model === 'Client') return { ...UNUSED, ...clientAdapter(parts) }
    if (model === 'Grant') return { ...UNUSED, ...grantAdapter(parts) }
    return { ...UNUSED, ...passingAdapter(model, passing) }
  }
}

/** Of models that this service does not use; revoking a grant deletes its tokens with it. */
const UNUSED: Adapter = {
  upsert: unexpected,
  find: unexpected,
  consume: unexpected,
  destroy: unexpected,
  findByUserCode: unexpected,
  findByUid: async () => undefined,
  revokeByGrantId: async () => undefined,
}

function unexpected(): never {
  throw new Error('The authorization library used a model that this service does not offer.')
}

function tokenAdapter(
  kind: OAuthTokenKind,
  parts: AdapterParts,
): Pick<Adapter, 'upsert' | 'find' | 'consume' | 'destroy'> {
  const { store, now } = parts
  return {
    async upsert(id, { jti: _token, iat: _at, exp: _end, ...payload }, lifeS = 0) {
      const expiresAt = new Date(now().getTime() + lifeS * 1_000).toISOString()
      const token = { sha256: apiTokenSha256(id), grantId: `${payload.grantId}`, kind, expiresAt }
      await addToken({ ...token, content: JSON.stringify(payload) }, parts)
    },
    async find(id) {
      const token = await store.oauthTokens.find(apiTokenSha256(id), kind)
      // A redeemed code is found after its end too: a second use ends the connection.
      if (!token || (Date.parse(token.expiresAt) <= now().getTime() && !(kind === 'code' && token.usedAt))) return
      const content: AdapterPayload = JSON.parse(token.content)
      return { ...content, jti: id, ...(isSpent(token, now()) && { consumed: true }) }
    },
    async consume(id) {
      const limits = { graceSince: graceSince(now()), maxUses: kind === 'refresh' ? MAX_ROTATIONS : 1 }
      if (await store.oauthTokens.use(apiTokenSha256(id), now(), limits)) return
      // Another request used it in the meantime.
      const token = await store.oauthTokens.find(apiTokenSha256(id), kind)
      if (token) await endReplayed(token.grantId, parts)
      throw new parts.errors.InvalidGrant('already used')
    },
    destroy: (id) => store.oauthTokens.remove(apiTokenSha256(id)),
  }
}

/** Whether using it again is a replay, which the library answers by ending the grant. */
function isSpent({ kind, usedAt, uses }: OAuthToken, now: Date): boolean {
  if (usedAt === null) return false
  return kind !== 'refresh' || uses >= MAX_ROTATIONS || usedAt <= graceSince(now).toISOString()
}

function graceSince(now: Date): Date {
  return new Date(now.getTime() - ROTATION_GRACE_MS)
}

/** The first refresh token of a grant connects the app, which its owner is notified of. */
async function addToken(
  token: Omit<OAuthToken, 'usedAt' | 'uses'>,
  { accountEvents, now, errors }: AdapterParts,
): Promise<void> {
  await accountEvents.transaction(async ({ oauthGrants, oauthTokens }, events) => {
    const grant = await oauthGrants.byId(token.grantId, now())
    // The owner disconnected the app, or another request ended the grant, since the library read it.
    if (!grant) throw new errors.InvalidGrant('grant not found')
    await oauthTokens.add(token)
    if (token.kind !== 'refresh' || !(await oauthGrants.connect(grant.id, now()))) return
    await events.notify(grant.accountId, { kind: 'app_connected', app: factsOf(grant) })
  })
}

async function endReplayed(grantId: string, { accountEvents }: AdapterParts): Promise<void> {
  await accountEvents.transaction(async ({ oauthGrants }, events) => {
    const grant = await oauthGrants.remove(grantId)
    if (grant?.connectedAt) await events.notify(grant.accountId, { kind: 'app_replayed', app: factsOf(grant) })
  })
}

function factsOf({ id, clientName, redirectHost }: Connection) {
  return { id, name: clientName, returnsTo: redirectHost }
}

function grantAdapter(parts: AdapterParts): Pick<Adapter, 'find' | 'destroy'> {
  const { store, now, isTokenRequest } = parts
  return {
    async find(id) {
      const grant = await store.oauthGrants.byId(id, now())
      if (!grant) return
      const { accountId, clientId, resource, scope } = grant
      return { kind: 'Grant', jti: id, accountId, clientId, resources: { [resource]: scope } }
    },
    async destroy(id) {
      if (isTokenRequest()) await endReplayed(id, parts)
      else await store.oauthGrants.remove(id)
    },
  }
}

function clientAdapter({ store, now }: AdapterParts): Pick<Adapter, 'upsert' | 'find'> {
  return {
    async upsert(id, payload) {
      const redirectUris = payload.redirect_uris ?? []
      const app = { id, kind: 'registered', name: appName(payload.client_name), redirectUris } as const
      await store.oauthClients.put(app, { now: now(), freshUntil: null })
    },
    async find(id) {
      const app = await store.oauthClients.byId(id)
      return app && { client_id: id, client_name: app.name, redirect_uris: [...app.redirectUris] }
    },
  }
}

/** What lasts for one call of `authorization-server.ts`. */
function passingAdapter(
  model: string,
  passing: LRUCache<string, AdapterPayload>,
): Pick<Adapter, 'upsert' | 'find' | 'destroy'> {
  return {
    upsert: async (id, payload) => void passing.set(`${model} ${id}`, payload),
    find: async (id) => passing.get(`${model} ${id}`),
    destroy: async (id) => void passing.delete(`${model} ${id}`),
  }
}
