import type { Response } from 'light-my-request'
import { LRUCache } from 'lru-cache'
import type Provider from 'oidc-provider'
import type { AuthorizationServer, Decision, JudgedRequest } from '../../accounts/ports/authorization-server.ts'
import { loadInject, loadLibrary } from './library.ts'
import { authorizationQuery, registrationBody, tokenForm } from './normalize.ts'
import { INTERACTION_PATH, type ProviderParts, providerFor } from './provider.ts'

/** Names of this machine that apps were given: one, unless somebody tries names over loopback. */
const MAX_ISSUERS = 8
const FORM = 'application/x-www-form-urlencoded'

/** An answer for the app itself. */
export interface ProtocolAnswer {
  readonly status: number
  readonly body: string
  readonly contentType: string | undefined
}

/** A request for tokens or a revocation, as it came. */
export interface TokenRequest {
  readonly body: string
  readonly contentType: string | undefined
  readonly authorization: string | undefined
}

export interface OAuthServer extends AuthorizationServer {
  token(request: TokenRequest): Promise<ProtocolAnswer>
  revoke(request: TokenRequest): Promise<ProtocolAnswer>
  register(body: unknown): Promise<ProtocolAnswer>
}

/** Servers by their address. The library is loaded with the first request. */
export function oauthServers(parts: Omit<ProviderParts, 'isTokenRequest'>): (issuer: string) => OAuthServer {
  const servers = new LRUCache<string, OAuthServer>({ max: MAX_ISSUERS })
  return (issuer) => {
    const known = servers.get(issuer)
    if (known) return known
    const server = oauthServer(issuer, parts)
    servers.set(issuer, server)
    return server
  }
}

/**
 * The library behind this service's own pages and routes. Its requests are made here, in the process: the browser gets
 * neither its cookies nor its pages, and nothing of a request is stored before it is allowed.
 */
function oauthServer(issuer: string, parts: Omit<ProviderParts, 'isTokenRequest'>): OAuthServer {
  const resource = `${issuer}/mcp`
  let loaded: Promise<Provider> | undefined
  const provider = () => {
    loaded ??= loadLibrary().then((library) => {
      const isTokenRequest = () => library.Provider.ctx?.oidc.route === 'token'
      return providerFor(issuer, resource, library, { ...parts, isTokenRequest })
    })
    return loaded
  }
  return {
    resource,
    async judge(query) {
      const { judged, ask } = await begin(await provider(), authorizationQuery(query, resource))
      await ask?.forget()
      return judged
    },
    async conclude(query, decision) {
      const { judged, ask } = await begin(await provider(), authorizationQuery(query, resource))
      return ask ? readAnswer(await ask.resume(decision)) : judged
    },
    async token(request) {
      const isForm = request.contentType?.startsWith(FORM) === true
      const body = isForm ? tokenForm(request.body, resource) : request.body
      return answerOf(await post(await provider(), '/token', { ...request, body }))
    },
    async revoke(request) {
      return answerOf(await post(await provider(), '/revoke', request))
    },
    async register(body) {
      const json = { body: JSON.stringify(registrationBody(body)), contentType: 'application/json' }
      return answerOf(await post(await provider(), '/register', { ...json, authorization: undefined }))
    },
  }
}

/** What the library would ask the user about. */
interface Question {
  forget(): Promise<void>
  resume(decision: Decision): Promise<Response>
}

/** Sends the request of an app to the library, which either asks or concludes. */
async function begin(
  provider: Provider,
  query: URLSearchParams,
): Promise<{ readonly judged: JudgedRequest; readonly ask?: Question }> {
  const first = await call(provider, { method: 'GET', url: `/authorize?${query}` })
  const location = String(first.headers.location ?? '')
  if (!location.startsWith(INTERACTION_PATH)) return { judged: readAnswer(first) }
  const interaction = await provider.Interaction.find(location.slice(INTERACTION_PATH.length))
  if (!interaction) throw new Error('the authorization library lost its question')
  const { client_id: clientId, redirect_uri: redirectUri } = interaction.params
  const client = await provider.Client.find(String(clientId))
  if (!client) throw new Error('the authorization library lost its client')
  const app = {
    id: client.clientId,
    kind: client.clientId.startsWith('owc_') ? 'registered' : 'document',
    name: client.clientName ?? '',
    redirectUris: client.redirectUris ?? [],
  } as const
  const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return {
    judged: { kind: 'asks', app, redirectUri: String(redirectUri) },
    ask: {
      forget: () => interaction.destroy(),
      async resume(decision) {
        interaction.result = resultOf(decision)
        await interaction.save(60)
        return call(provider, { method: 'GET', url: new URL(interaction.returnTo).pathname, headers: { cookie } })
      },
    },
  }
}

function resultOf(decision: Decision) {
  if (decision === 'deny') return { error: 'access_denied', error_description: 'The user did not allow it.' }
  const { accountId, grantId } = decision
  return { login: { accountId, remember: false }, consent: { grantId } }
}

function readAnswer({ statusCode, headers, body }: Response): JudgedRequest {
  if (headers.location !== undefined) return { kind: 'redirect', to: String(headers.location) }
  if (statusCode >= 500) throw new Error(`the authorization library failed: ${body}`)
  const { error, error_description: description }: ProtocolError = JSON.parse(body)
  return {
    kind: 'refused',
    sentence: REFUSALS[`${error}`] ?? `The request of the app is not in order: ${description ?? error}.`,
  }
}

interface ProtocolError {
  readonly error?: string
  readonly error_description?: string
}

/** Errors after which nothing may be sent to the app. */
const REFUSALS: Readonly<Record<string, string>> = {
  invalid_client:
    'This service does not know the app, or has forgotten it. Remove the connection in the app, and add it again.',
  invalid_redirect_uri:
    'The app wants the answer at an address that it did not name before. Do not continue unless you know why; then add the connection in the app again.',
}

function post(provider: Provider, url: string, { body, contentType, authorization }: TokenRequest): Promise<Response> {
  const headers = {
    accept: 'application/json',
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(authorization !== undefined && { authorization }),
  }
  return call(provider, { method: 'POST', url, headers, payload: body })
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

/** A request of this process to the library, without a connection. */
async function call(provider: Provider, { headers, ...request }: Call): Promise<Response> {
  const { host } = new URL(provider.issuer)
  const { inject } = await loadInject()
  return inject(provider.callback(), { ...request, headers: { host, ...headers } })
}

function answerOf({ statusCode, headers, body }: Response): ProtocolAnswer {
  const contentType = headers['content-type']
  return { status: statusCode, body, contentType: contentType === undefined ? undefined : String(contentType) }
}
