import { generateKeyPairSync } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Adapter, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import {
  ACCESS_LIFE_MS,
  CODE_LIFE_MS,
  CONNECTION_LIFE_MS,
  MCP_SCOPE,
  REFRESH_LIFE_MS,
} from '../../accounts/domain/connected-app.ts'
import { once } from '../../lib/async/once.ts'
import { APP_MARKS, newApiToken } from '../../lib/node/api-tokens.ts'
import { type AdapterParts, adapterOf } from './adapter.ts'
import type { Library } from './library.ts'
import { registeredId } from './normalize.ts'

/** Where the library would send the browser to ask; the page of this service asks before. */
export const INTERACTION_PATH = '/interaction/'

export interface ProviderParts extends Omit<AdapterParts, 'errors'> {
  readonly randomBytes: (size: number) => Uint8Array
  readonly onError: (error: unknown) => void
}

/** The library's server for one address: codes with PKCE for public clients, opaque rotated tokens, and nothing else. */
export function providerFor(issuer: string, resource: string, library: Library, parts: ProviderParts): Provider {
  const { errors } = library
  const adapters = adapterOf({ ...parts, errors })
  const provider = new library.Provider(issuer, configuration(resource, library, parts, adapters))
  provider.on('server_error', (_context, error) => parts.onError(error))
  mark(provider.AuthorizationCode, 'code', parts)
  mark(provider.AccessToken, 'access', parts)
  mark(provider.RefreshToken, 'refresh', parts)
  return provider
}

/** Tokens begin with a mark, by which this service and scanners of leaked secrets recognize them. */
function mark(
  { prototype }: { readonly prototype: object },
  name: keyof typeof APP_MARKS,
  { randomBytes }: ProviderParts,
) {
  const generateTokenId = Reflect.get(prototype, 'generateTokenId')
  Object.assign(prototype, {
    generateTokenId() {
      // It also sets the format of the token.
      Reflect.apply(generateTokenId, this, [])
      return newApiToken(randomBytes, APP_MARKS[name])
    },
  })
}

function configuration(
  resource: string,
  { errors }: Library,
  { store }: ProviderParts,
  adapter: (name: string) => Adapter,
): Configuration {
  const seconds = (ms: number) => () => ms / 1_000
  return {
    adapter,
    jwks: { keys: [unusedKey()] },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    // A revoked or replayed token ends the connection.
    revokeGrantPolicy: () => true,
    clientBasedCORS: () => false,
    routes: { authorization: '/authorize', token: '/token', revocation: '/revoke', registration: '/register' },
    interactions: { url: (_context, { uid }) => `${INTERACTION_PATH}${uid}` },
    // Nothing of the library reaches a browser: this answer is read by `authorization-server.ts`.
    renderError(context, out) {
      context.type = 'json'
      context.body = out
    },
    async findAccount(_context, sub) {
      const owner = await store.accounts.byId(sub)
      if (owner?.account.status !== 'good') return undefined
      return { accountId: sub, claims: async () => ({ sub }) }
    },
    ttl: {
      AuthorizationCode: seconds(CODE_LIFE_MS),
      AccessToken: seconds(ACCESS_LIFE_MS),
      RefreshToken: seconds(REFRESH_LIFE_MS),
      Grant: seconds(CONNECTION_LIFE_MS),
      Interaction: seconds(60_000),
      Session: seconds(60_000),
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
      },
      registration: { enabled: true, issueRegistrationAccessToken: false, idFactory: idOfRegistration },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_context, _client, oneOf) => (Array.isArray(oneOf) ? (oneOf[0] ?? resource) : resource),
        useGrantedResource: async () => true,
        async getResourceServerInfo(_context, indicator) {
          if (indicator !== resource) throw new errors.InvalidTarget()
          return { scope: MCP_SCOPE, audience: resource, accessTokenFormat: 'opaque' }
        },
      },
    },
  }
}

/** The body is the one of `registrationBody`; the library has checked nothing before it asks for the id. */
function idOfRegistration({ oidc }: KoaContextWithOIDC): string {
  const { client_name: name, redirect_uris: uris } = oidc.body ?? {}
  return registeredId({ client_name: String(name), redirect_uris: Array.isArray(uris) ? uris.map(String) : [] })
}

/** The library wants a key to sign identity tokens with. None is issued, so it is made for the process and forgotten. */
const unusedKey = once(() => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kty: 'EC',
  alg: 'ES256',
  use: 'sig',
}))
