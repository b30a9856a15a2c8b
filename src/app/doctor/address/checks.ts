/** What an app requests before its user signs in, and what each answer must contain. Nothing is stored or changed. */
import { z } from 'zod'
import { type Expected, type Problem, shown } from './problems.ts'
import type { Answer, Request } from './request.ts'

/** One request and its meaning. `base` is the public address without a final slash. */
export interface Check {
  readonly name: string
  readonly request: (base: string) => Request
  /** What is wrong with an answer that came from the service; null where nothing is. */
  readonly problem: (answer: Answer, base: string) => Problem | null
  /** What an answer without a fault proves. */
  readonly proves: string
  /** An answer that elsewhere shows a fault: a page, or the refusal of a foreign page. */
  readonly expects?: Expected
}

const RESOURCE = '/.well-known/oauth-protected-resource'
const SERVER = '/.well-known/oauth-authorization-server'
const JSON_BODY = { 'content-type': 'application/json' }
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'optionwire-doctor', version: '1' } },
})
const RESTART = 'Set PUBLIC_URL of the running service to this address, and start it again.'
const FORWARD = 'Make the proxy forward this path to the service, unchanged.'

/** The first request of most apps. Assistants of vendors have names of their own, which protections against bots know. */
export function refusedCall(name: string, headers: Readonly<Record<string, string>> = {}): Check {
  return {
    name,
    request: (base) => ({
      method: 'POST',
      url: `${base}/mcp`,
      headers: { ...JSON_BODY, ...headers },
      body: INITIALIZE,
    }),
    problem: refusalProblem,
    proves: 'HTTP 401 names the metadata.',
  }
}

export const CHECKS: readonly Check[] = [
  refusedCall('POST /mcp without a token'),
  {
    ...refusedCall('HEAD /mcp'),
    request: (base) => ({ method: 'HEAD', url: `${base}/mcp` }),
    proves: 'HTTP 401, as claude.ai expects it.',
  },
  ...[RESOURCE, `${RESOURCE}/mcp`].map((path) => metadataCheck(path, resourceProblem)),
  ...[SERVER, `${SERVER}/mcp`].map((path) => metadataCheck(path, serverProblem)),
  {
    name: 'POST /register',
    // No app may return there, so nothing is registered.
    request: (base) => ({
      method: 'POST',
      url: `${base}/register`,
      headers: JSON_BODY,
      body: JSON.stringify({ client_name: 'optionwire-doctor', redirect_uris: ['http://doctor.invalid/'] }),
    }),
    problem: (answer) => oauthErrorProblem(answer, ['invalid_redirect_uri', 'invalid_client_metadata']),
    proves: 'Apps without a document can register; this one was refused, as it should be.',
  },
  {
    name: 'POST /token',
    request: (base) => ({
      method: 'POST',
      url: `${base}/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'doctor',
        client_id: 'doctor',
      }).toString(),
    }),
    problem: (answer) => oauthErrorProblem(answer, ['invalid_client', 'invalid_grant']),
    proves: 'Forms arrive; an unknown token was refused.',
  },
  {
    name: 'GET /authorize',
    request: (base) => ({ method: 'GET', url: `${base}/authorize`, headers: { accept: 'text/html' } }),
    problem: pageProblem,
    proves: 'The page on which users allow an app.',
    expects: 'page',
  },
  {
    name: 'CORS',
    request: (base) => ({
      method: 'POST',
      url: `${base}/mcp`,
      headers: { ...JSON_BODY, origin: 'https://doctor.invalid' },
      body: INITIALIZE,
    }),
    problem: corsProblem,
    proves: 'Pages of other sites cannot read the answers.',
    expects: 'foreign page',
  },
]

function metadataCheck(path: string, problem: Check['problem']): Check {
  return {
    name: `GET ${path}`,
    request: (base) => ({ method: 'GET', url: `${base}${path}`, headers: { accept: 'application/json' } }),
    problem: (answer, base) => noMetadata(answer) ?? problem(answer, base),
    proves: 'The metadata agree with the address.',
  }
}

function noMetadata({ status, json }: Answer): Problem | null {
  if (status === 200 && json !== null && typeof json === 'object') return null
  const isOurs = z.looseObject({ code: z.literal('not_found'), detail: z.string() }).safeParse(json).success
  if (isOurs) return { text: 'The service does not let apps connect by address.', fix: OFF }
  const what = status === 200 ? 'The answer is not JSON.' : `HTTP ${status} in place of the metadata.`
  return { text: what, fix: FORWARD }
}

const OFF = `Remove MCP_OAUTH=false, or set PUBLIC_URL of the running service to an https address; then start it again.`

const Resource = z.looseObject({ resource: z.string(), authorization_servers: z.array(z.string()) })

function resourceProblem({ json }: Answer, base: string): Problem | null {
  const { data } = Resource.safeParse(json)
  if (!data) return { text: 'The metadata name no resource. They are not from this service.', fix: FORWARD }
  return (
    differs('resource', data.resource, `${base}/mcp`) ??
    differs('authorization_servers', data.authorization_servers.join(' '), base)
  )
}

const Server = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string().optional(),
  code_challenge_methods_supported: z.array(z.string()).default([]),
  token_endpoint_auth_methods_supported: z.array(z.string()).default([]),
  client_id_metadata_document_supported: z.boolean().default(false),
})

function serverProblem({ json }: Answer, base: string): Problem | null {
  const { data } = Server.safeParse(json)
  if (!data) return { text: 'The metadata name no server. They are not from this service.', fix: FORWARD }
  const methods = data.code_challenge_methods_supported.join(' ')
  const isComplete =
    methods === 'S256' &&
    data.client_id_metadata_document_supported &&
    data.token_endpoint_auth_methods_supported.includes('none')
  return (
    differs('issuer', data.issuer, base) ??
    differs('authorization_endpoint', data.authorization_endpoint, `${base}/authorize`) ??
    differs('token_endpoint', data.token_endpoint, `${base}/token`) ??
    differs('registration_endpoint', data.registration_endpoint ?? '', `${base}/register`) ??
    (isComplete
      ? null
      : { text: `They offer other ways than this service does (PKCE: ${shown(methods)}).`, fix: FORWARD })
  )
}

/** Apps compare these with the address that their user typed, letter by letter. */
function differs(field: string, found: string, expected: string): Problem | null {
  if (found === expected) return null
  const [is, wanted] = [URL.parse(found), new URL(expected)]
  const text = `${field} is ${shown(found)}, and apps expect ${shown(expected)}.`
  if (!is) return { text: `${text} It is not a complete address.`, fix: FORWARD }
  if (is.protocol === 'http:' && wanted.protocol === 'https:' && is.host === wanted.host) {
    const fix = `${RESTART} The service takes https from PUBLIC_URL alone, not from X-Forwarded-Proto.`
    return { text, fix }
  }
  if (is.origin !== wanted.origin) return { text: `${text} The service has another PUBLIC_URL.`, fix: RESTART }
  return { text, fix: FORWARD }
}

function refusalProblem({ status, headers }: Answer, base: string): Problem | null {
  if (status === 404) return { text: 'HTTP 404: the path /mcp does not reach the service.', fix: FORWARD }
  if (status === 429) return { text: 'HTTP 429: too many requests.', fix: 'Wait a minute, then try again.' }
  if (status !== 401) {
    const fix = `${FORWARD} A firewall or a protection against bots may refuse the method, the body or the name of the app.`
    return { text: `HTTP ${status} in place of 401.`, fix }
  }
  const header = headers.get('www-authenticate')
  if (header === null) {
    return { text: 'HTTP 401 without WWW-Authenticate.', fix: 'Make the proxy pass the header WWW-Authenticate.' }
  }
  const named = /resource_metadata="([^"]*)"/.exec(header)?.[1]
  if (named === undefined) return { text: 'WWW-Authenticate names no metadata.', fix: OFF }
  return differs('resource_metadata', named, `${base}${RESOURCE}/mcp`)
}

const OAuthError = z.looseObject({ error: z.string() })

/** The error that a request with wrong content must have: it proves that the request arrived whole. */
function oauthErrorProblem({ status, json }: Answer, expected: readonly string[]): Problem | null {
  const error = OAuthError.safeParse(json).data?.error
  if (error !== undefined && expected.includes(error)) return null
  if (status === 429) {
    const fix =
      'Wait, then try again. If users meet it, set TRUST_PROXY=true, so that each has a limit of their own, and let the proxy limit less.'
    return { text: 'HTTP 429: too many requests from this address.', fix }
  }
  if (status === 404) return { text: 'HTTP 404: the path does not reach the service.', fix: FORWARD }
  const said = error === undefined ? '' : ` (${shown(error)})`
  return {
    text: `HTTP ${status}${said}: the request did not arrive as it was sent.`,
    fix: `${FORWARD} Method, body and Content-Type have to stay as they are.`,
  }
}

function pageProblem({ status, text }: Answer): Problem | null {
  if (status === 200 && text.includes('<title>Optionwire</title>')) return null
  const fix = `${FORWARD} If the service answers 404 here, its pages are not built: npm run build.`
  return { text: `HTTP ${status}: this is not the page of the service.`, fix }
}

function corsProblem({ status, headers }: Answer): Problem | null {
  const allowed = headers.get('access-control-allow-origin')
  if (allowed !== null) {
    const text = `The proxy adds Access-Control-Allow-Origin: ${shown(allowed)}. The service sends no such header.`
    return { text, fix: 'Remove it from the proxy: with it, pages of other sites can read answers of this service.' }
  }
  if (status === 403) return null
  const fix = 'Make the proxy pass the Origin header: the service refuses foreign pages by it.'
  return { text: `HTTP ${status}: a request from a foreign page was not refused.`, fix }
}
