import type { JsonSchema } from '../input-fields.ts'
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
    params: { type: 'object', description: 'What the method takes.' },
  },
}

const ANSWER: JsonSchema = {
  type: 'object',
  required: ['jsonrpc', 'id'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0', description: 'Always `2.0`.' },
    id: {
      anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
      description: 'Of the request; null when the whole HTTP request was refused.',
    },
    result: { type: 'object', description: 'What the method answers.' },
    error: {
      type: 'object',
      description: 'In place of a result.',
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
  400: 'No JSON, no JSON-RPC message, more than 100 in a batch, or an unknown `MCP-Protocol-Version`.',
  401: 'No credentials, or none that hold.',
  403: 'The plan has no MCP (it needs Vega), the account is suspended, or Host or Origin are not of this service.',
  413: 'More than 256 KiB.',
  415: 'The body is not JSON.',
  429: 'More than 100 messages in a minute, each of a batch counted, or too many wrong tokens.',
  500: 'A fault of the service.',
  503: 'The store does not answer.',
}

const TRANSPORT = {
  414: { $ref: '#/components/responses/target_too_long' },
  431: { $ref: '#/components/responses/headers_too_large' },
}

/** The endpoint as the OpenAPI document has it. What its messages are is told by MCP itself. */
export const MCP_PATHS: OpenApiPaths = {
  [MCP_PATH]: {
    post: {
      operationId: 'mcp',
      summary: 'MCP endpoint',
      description:
        'Model Context Protocol over Streamable HTTP, stateless, with JSON answers whatever `Accept` says. Protocol versions 2024-11-05, 2025-03-26, 2025-06-18 and 2025-11-25. There is no stream to get and no session to delete: other methods answer 405. The tools are the questions of this document. Open by API key on the Vega plan.',
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
        202: { description: 'Nothing in it wanted an answer.', headers: RATE_LIMIT_HEADERS },
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
