import { planTitle, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import type { JsonSchema } from '../input/input-fields.ts'
import type { OpenApiPaths } from '../rest/openapi-document.ts'
import { RATE_LIMIT_HEADERS } from '../rest/openapi-responses.ts'
import { MCP_PATH } from './mount-mcp.ts'

const MESSAGE: JsonSchema = {
  type: 'object',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0', description: 'Always `2.0`.' },
    id: {
      anyOf: [{ type: 'string' }, { type: 'integer' }],
      description: 'Chosen by the client; absent in a notification.',
    },
    method: { type: 'string', description: 'For example `initialize`, `tools/list`, `tools/call`.' },
    params: { type: 'object', description: 'Parameters of the method.' },
  },
}

const ANSWER: JsonSchema = {
  type: 'object',
  required: ['jsonrpc', 'id'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0', description: 'Always `2.0`.' },
    id: {
      anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
      description: 'Id of the request; null if the whole HTTP request was refused.',
    },
    result: { type: 'object', description: 'Result of the method.' },
    error: {
      type: 'object',
      description: 'Instead of a result.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer', description: 'Code of JSON-RPC, or of the refusal.' },
        message: { type: 'string', description: 'A sentence that says what to do.' },
        data: { type: 'object', description: '`status`, `code` and `required_plan`, as in a problem document.' },
      },
    },
  },
}

const REFUSALS: Readonly<Record<string, string>> = {
  400: 'Not JSON, not a JSON-RPC message, more than 100 messages in a batch, or an unknown `MCP-Protocol-Version`.',
  401: 'Missing or invalid credentials.',
  403: `MCP needs ${planTitle(REQUIRED_PLAN.mcp)}, the account is suspended, or Host or Origin name another service.`,
  404: 'Version 2026-07-28: there is no method of this name.',
  413: 'More than 256 KiB.',
  415: 'The body is not JSON.',
  429: 'More than 100 messages per minute, each message of a batch counted, or too many wrong tokens.',
  500: 'Internal error.',
  503: 'The store does not answer.',
}

const TRANSPORT = {
  414: { $ref: '#/components/responses/target_too_long' },
  431: { $ref: '#/components/responses/headers_too_large' },
}

/** The endpoint in the OpenAPI document. MCP itself describes the messages. */
export const MCP_PATHS: OpenApiPaths = {
  [MCP_PATH]: {
    post: {
      operationId: 'mcp',
      summary: 'MCP endpoint',
      description: `Model Context Protocol over Streamable HTTP: stateless, with JSON answers whatever \`Accept\` says. Protocol versions 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 and 2026-07-28. Streams and sessions are not supported: methods other than POST answer 405. The tools are the market operations of this document. Open by API key, and by the token of a connected app, on ${planTitle(REQUIRED_PLAN.mcp)}.`,
      tags: ['Service'],
      security: [{ UserEmail: [], UserToken: [] }, { Bearer: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { anyOf: [MESSAGE, { type: 'array', items: MESSAGE, maxItems: 100 }] } },
        },
      },
      responses: {
        200: {
          description: 'One answer for each request.',
          headers: RATE_LIMIT_HEADERS,
          content: { 'application/json': { schema: { anyOf: [ANSWER, { type: 'array', items: ANSWER }] } } },
        },
        202: { description: 'No message needs an answer.', headers: RATE_LIMIT_HEADERS },
        ...refusals(Object.keys(REFUSALS)),
        ...TRANSPORT,
      },
    },
  },
}

function refusals(statuses: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(statuses.map((status) => [status, { description: REFUSALS[status] ?? '', ...answer() }]))
}

function answer(): JsonSchema {
  return { content: { 'application/json': { schema: ANSWER } } }
}
