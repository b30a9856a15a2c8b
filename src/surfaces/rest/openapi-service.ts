import type { JsonSchema } from '../input/input-fields.ts'
import type { OpenApiPaths } from './openapi-document.ts'

const CHECKS: JsonSchema = {
  type: 'array',
  description: 'The checked parts.',
  items: {
    type: 'object',
    required: ['name', 'ok', 'detail'],
    properties: {
      name: { type: 'string', description: 'Name of the part.' },
      ok: { type: 'boolean', description: 'Whether it works.' },
      detail: { type: 'string', description: 'Its state, in a sentence.' },
    },
  },
}

const TOO_LONG: Readonly<Record<string, JsonSchema>> = {
  400: { $ref: '#/components/responses/malformed' },
  414: { $ref: '#/components/responses/target_too_long' },
  431: { $ref: '#/components/responses/headers_too_large' },
}

/** Routes of the service itself, which are not operations: public and without rate limits. */
export const SERVICE_PATHS: OpenApiPaths = {
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Whether the process runs',
      description: 'Answers while the process runs, and reports which safety switches of the receiver are on.',
      tags: ['Service'],
      security: [],
      responses: {
        200: json('Running.', {
          type: 'object',
          required: ['status', 'dry_run', 'alpaca_paper'],
          properties: {
            status: { type: 'string', const: 'ok', description: 'Always `ok`.' },
            dry_run: { type: 'boolean', description: 'Whether orders are only recorded, not sent.' },
            alpaca_paper: { type: 'boolean', description: 'Whether the paper account is used.' },
          },
        }),
        ...TOO_LONG,
      },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'health_ready',
      summary: 'Whether all parts work',
      description:
        'Checks the store, the source of market data and the background work, and answers 503 if one of them does not work.',
      tags: ['Service'],
      security: [],
      responses: {
        200: json('Ready.', {
          type: 'object',
          required: ['status', 'checks'],
          properties: { status: { type: 'string', const: 'ready', description: 'Always `ready`.' }, checks: CHECKS },
        }),
        503: { $ref: '#/components/responses/unavailable' },
        ...TOO_LONG,
      },
    },
  },
  '/api/v1/openapi.json': {
    get: {
      operationId: 'openapi',
      summary: 'This document',
      description: 'The OpenAPI 3.1 document of every route. A readable version is at `/docs`.',
      tags: ['Service'],
      security: [],
      responses: { 200: json('The document.', { type: 'object' }), ...TOO_LONG },
    },
  },
}

function json(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { 'application/json': { schema } } }
}
