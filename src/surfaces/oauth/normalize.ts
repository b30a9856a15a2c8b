/**
 * Rewrites what apps send into what the library checks strictly: every app is a native, public one with codes and refresh
 * tokens, there is one resource and one scope. Everything else is the library's to judge.
 */

import { ClientRegistration } from '../../accounts/contract/oauth-client.ts'
import { appName, isRedirectUri, MCP_SCOPE, withoutLoopbackPort } from '../../accounts/domain/connected-app.ts'
import { base62Digest } from '../../lib/node/api-tokens.ts'

/** Parameters of an authorization request that reach the library; others are unknown, and so ignored (RFC 6749 3.1). */
const KNOWN = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
])

/** The query of an authorization request. Without a resource, as older apps send it, it is about the only one. */
export function authorizationQuery(query: string, resource: string): URLSearchParams {
  const given = new URLSearchParams(query)
  const sent = new URLSearchParams([...given].filter(([name]) => KNOWN.has(name)))
  oneResource(sent, resource)
  if (!sent.has('resource')) sent.set('resource', resource)
  sent.set('scope', MCP_SCOPE)
  // Every request is asked about anyway, so of its wishes only that for no question changes anything.
  if (given.get('prompt') === 'none') sent.set('prompt', 'none')
  return sent
}

/** The form of a token request. Without a resource the library takes that of the grant. */
export function tokenForm(body: string, resource: string): string {
  const form = new URLSearchParams(body)
  oneResource(form, resource)
  // All tokens have the same scope. Apps ask for `offline_access` besides it, or for scopes of another server.
  form.delete('scope')
  return form.toString()
}

/** Takes several names of the resource for one: with a final slash, the service itself, other case. */
function oneResource(parameters: URLSearchParams, resource: string): void {
  const named = new Set(parameters.getAll('resource').map((each) => (isAlias(each, resource) ? resource : each)))
  parameters.delete('resource')
  for (const each of named) parameters.append('resource', each)
}

function isAlias(text: string, resource: string): boolean {
  const own = new URL(resource)
  const url = URL.parse(text)
  if (url === null || url.origin !== own.origin || url.username !== '') return false
  const path = url.pathname.replace(/\/$/, '')
  return (path === '' || path === own.pathname) && url.search === '' && !text.includes('#')
}

/** What the library stores of an app. */
export interface NativeClient {
  readonly client_name: string
  readonly redirect_uris: readonly string[]
}

/**
 * A registration without what this service does not offer: a wish for a secret is answered with none, a URI that no code
 * may be sent to is dropped. The body as it came where it is no registration at all, for the library to refuse.
 */
export function registrationBody(body: unknown): unknown {
  const registration = ClientRegistration.safeParse(body)
  if (!registration.success) return { redirect_uris: redirectUrisIn(body) }
  const { client_name: name, redirect_uris: uris } = registration.data
  const accepted: NativeClient = { client_name: appName(name), redirect_uris: uris.filter(isRedirectUri) }
  return accepted
}

/** The library names what is wrong with them; of other fields it gets none. */
function redirectUrisIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'redirect_uris' in body ? body.redirect_uris : undefined
}

/** The same app gets the same id again, whatever port it listens on. */
export function registeredId({ client_name: name, redirect_uris: uris }: NativeClient): string {
  const places = uris.map(withoutLoopbackPort).toSorted()
  return `owc_${base62Digest(JSON.stringify([name, places]), 22)}`
}
