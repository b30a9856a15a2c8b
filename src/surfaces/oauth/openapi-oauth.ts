import type { JsonSchema } from '../input/input-fields.ts'
import type { OpenApiOperation, OpenApiPaths } from '../rest/openapi-document.ts'

const TOO_LONG = {
  414: { $ref: '#/components/responses/target_too_long' },
  431: { $ref: '#/components/responses/headers_too_large' },
}
const FAULTS = {
  403: { $ref: '#/components/responses/forbidden' },
  404: { description: 'Apps cannot connect by address here.' },
  500: { description: 'Internal error.' },
  503: { $ref: '#/components/responses/unavailable' },
  ...TOO_LONG,
}

const ERROR: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'Code of OAuth, for example `invalid_grant`.' },
    error_description: { type: 'string', description: 'What is wrong, as a sentence.' },
  },
}

const TOKENS: JsonSchema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'],
  properties: {
    access_token: { type: 'string', description: 'For `Authorization: Bearer` at `/mcp`, and nowhere else.' },
    token_type: { type: 'string', const: 'Bearer', description: 'Always `Bearer`.' },
    expires_in: { type: 'integer', description: 'Seconds: one hour.' },
    refresh_token: { type: 'string', description: 'For the next pair. Each is rotated at its use.' },
    scope: { type: 'string', const: 'mcp:read', description: 'Always `mcp:read`.' },
  },
}

const CLIENT: JsonSchema = {
  type: 'object',
  required: ['redirect_uris'],
  properties: {
    client_name: { type: 'string', description: 'Shown to the user as a name that nobody has checked.' },
    redirect_uris: {
      type: 'array',
      items: { type: 'string' },
      description: 'https, http over loopback on any port, or the scheme of a desktop program. Others are dropped.',
    },
  },
}

const METADATA: JsonSchema = { type: 'object', description: 'See the standard for its fields.' }

function json(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { 'application/json': { schema } } }
}

function refusals(...statuses: readonly number[]): Record<string, JsonSchema> {
  return Object.fromEntries(statuses.map((status) => [status, json('An error of OAuth.', ERROR)]))
}

function form(...fields: readonly string[]) {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string', description: 'See RFC 6749.' }]))
  return {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties } } },
  }
}

function described(operationId: string, summary: string, description: string): OpenApiOperation {
  return { operationId, summary, description, tags: ['Service'], security: [], responses: {} }
}

/** What apps call that connect to the MCP endpoint by its address. */
export const OAUTH_PATHS: OpenApiPaths = {
  '/.well-known/oauth-protected-resource': {
    get: {
      ...described('oauth_resource', 'Metadata of the MCP endpoint', 'Who grants access to it (RFC 9728).'),
      responses: { 200: json('The metadata.', METADATA), ...FAULTS },
    },
  },
  '/.well-known/oauth-authorization-server': {
    get: {
      ...described('oauth_server', 'Metadata of the authorization server', 'How access is granted (RFC 8414).'),
      responses: { 200: json('The metadata.', METADATA), ...FAULTS },
    },
  },
  '/register': {
    post: {
      ...described(
        'oauth_register',
        'Register an app',
        'Gives an app an id without a secret (RFC 7591). At most 20 an hour from one address.',
      ),
      requestBody: { required: true, content: { 'application/json': { schema: CLIENT } } },
      responses: { 201: json('The app, with its `client_id`.', CLIENT), ...refusals(400, 413, 429), ...FAULTS },
    },
  },
  '/token': {
    post: {
      ...described(
        'oauth_token',
        'Exchange a code or a refresh token',
        'Codes work once, for a minute, with PKCE (S256). A refresh token is rotated at its use; sent again more than two minutes later it ends the connection.',
      ),
      requestBody: form(
        'grant_type',
        'code',
        'redirect_uri',
        'code_verifier',
        'refresh_token',
        'client_id',
        'resource',
      ),
      responses: { 200: json('Tokens.', TOKENS), ...refusals(400, 401, 413, 429), ...FAULTS },
    },
  },
  '/revoke': {
    post: {
      ...described(
        'oauth_revoke',
        'End a connection',
        'Ends the connection of a token of the app (RFC 7009); unknown tokens change nothing.',
      ),
      requestBody: form('token', 'client_id'),
      responses: {
        200: { description: 'Ended, or there was nothing to end.' },
        ...refusals(400, 401, 413, 429),
        ...FAULTS,
      },
    },
  },
}
