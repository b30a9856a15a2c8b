import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MCP_SCOPE } from '../../accounts/domain/connected-app.ts'
import type { Windows } from '../../lib/async/windows.ts'
import { AppError } from '../../lib/errors.ts'
import { addressGroup } from '../../lib/text/address-group.ts'
import { HOUR_MS } from '../../lib/time/duration.ts'
import { appErrorOf } from '../rest/handle-error.ts'
import type { OAuthServer, ProtocolAnswer } from './authorization-server.ts'
import { type ForgetParts, forgetApps } from './forget-apps.ts'
import { mountDiscovery, sendNoMetadata } from './mount-discovery.ts'

const MAX_BODY_BYTES = 8 * 1_024
/** As it is, in a form, and in JSON. */
const NUL = /\0|%00|\\u0000/
const JSON_TYPE = 'application/json; charset=utf-8'
const MAX_ADDRESSES = 50_000

/** What one network address may send; users of a hosted app share addresses. */
const LIMITS = {
  registrations: { limit: 20, windowMs: HOUR_MS },
  tokens: { limit: 600, windowMs: 60_000 },
} as const

export interface OAuthMount extends ForgetParts {
  /** By the `Host` of a request; null where apps cannot connect by address. */
  readonly serverAt: (host: string | undefined) => (OAuthServer & { readonly issuer: string }) | null
  readonly windows: Windows
}

/** The metadata and the routes that apps call themselves; their users come to the page `/authorize`. */
export async function mountOAuth(server: FastifyInstance, mount: OAuthMount): Promise<void> {
  mountMetadata(server, mount)
  mountDiscovery(server)
  const windowOf = (kind: keyof typeof LIMITS) =>
    mount.windows.of(`apps.${kind}`, { ...LIMITS[kind], maxKeys: MAX_ADDRESSES })
  const windows = { registrations: windowOf('registrations'), tokens: windowOf('tokens') }
  const isAdmitted = async (kind: keyof typeof LIMITS, request: FastifyRequest, reply: FastifyReply) => {
    const { allowed, resetMs } = await windows[kind].take(addressGroup(request.ip))
    if (!allowed) reply.header('retry-after', String(Math.max(1, Math.ceil(resetMs / 1_000))))
    return allowed
  }
  // In its own scope, whose bodies reach the handlers as text, whatever they are.
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, text, parsed) =>
      NUL.test(String(text))
        ? parsed(new AppError('malformed', 'The body contains the character NUL.'))
        : parsed(null, text),
    )
    scope.setErrorHandler(handleOAuthError)
    for (const path of ['token', 'revoke'] as const) {
      scope.post(`/${path}`, async (request, reply) => {
        const oauth = mount.serverAt(request.headers.host)
        if (!oauth) return sendNoMetadata(reply)
        if (!(await isAdmitted('tokens', request, reply))) return sendError(reply, 429, TOO_MANY)
        const { 'content-type': contentType, authorization } = request.headers
        return send(reply, await oauth[path]({ body: textOf(request.body), contentType, authorization }))
      })
    }
    scope.post('/register', async (request, reply) => {
      const oauth = mount.serverAt(request.headers.host)
      if (!oauth) return sendNoMetadata(reply)
      if (!(await isAdmitted('registrations', request, reply))) return sendError(reply, 429, TOO_MANY)
      if (!(await forgetApps(mount))) return sendError(reply, 429, TOO_MANY)
      const answer = await oauth.register(parsedJson(textOf(request.body)))
      return send(reply, answer.status === 201 ? { ...answer, body: registered(answer.body) } : answer)
    })
    done()
  })
}

const TOO_MANY = { error: 'temporarily_unavailable', error_description: 'Too many requests. Try again later.' }

/** Of what the library knows of an app, what the app needs. */
function registered(body: string): string {
  const { client_id, client_name, redirect_uris, grant_types, response_types } = JSON.parse(body)
  const client = { client_id, client_name, redirect_uris, grant_types, response_types }
  return JSON.stringify({ ...client, token_endpoint_auth_method: 'none', scope: MCP_SCOPE })
}

/** RFC 9728 and RFC 8414, at the root and at the form of the address with the path of the endpoint. */
function mountMetadata(server: FastifyInstance, { serverAt }: OAuthMount): void {
  const mountAt = (path: string, metadata: (oauth: NonNullable<ReturnType<OAuthMount['serverAt']>>) => object) => {
    for (const url of [path, `${path}/mcp`]) {
      server.get(url, (request, reply) => {
        const oauth = serverAt(request.headers.host)
        if (!oauth) return sendNoMetadata(reply)
        return reply
          .header('cache-control', 'max-age=300')
          .type(JSON_TYPE)
          .send(JSON.stringify(metadata(oauth)))
      })
    }
  }
  mountAt('/.well-known/oauth-protected-resource', ({ issuer, resource }) => ({
    resource,
    resource_name: 'Optionwire',
    authorization_servers: [issuer],
    scopes_supported: [MCP_SCOPE],
    bearer_methods_supported: ['header'],
  }))
  mountAt('/.well-known/oauth-authorization-server', ({ issuer }) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    scopes_supported: [MCP_SCOPE, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }))
}

function send(reply: FastifyReply, { status, body, contentType = JSON_TYPE }: ProtocolAnswer): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type(contentType).send(body)
}

function sendError(reply: FastifyReply, status: number, body: object): FastifyReply {
  return send(reply, { status, body: JSON.stringify(body), contentType: JSON_TYPE })
}

/** The error of a request that did not reach the library, in the form of OAuth. */
function handleOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = appErrorOf(error)
  if (!known) {
    request.log.error({ err: error, request_id: request.id }, 'request failed')
    return sendError(reply, 500, { error: 'server_error', error_description: `Internal error ${request.id}.` })
  }
  if (known.code === 'forbidden') throw known
  const status = known.code === 'too_large' ? 413 : known.code === 'unavailable' ? 503 : 400
  return sendError(reply, status, { error: 'invalid_request', error_description: known.message })
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : ''
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('malformed', 'The body is not JSON. Send valid JSON in UTF-8.', { cause: error })
  }
}
