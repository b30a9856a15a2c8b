import type { z } from 'zod'
import { Receipt } from '../../receiver/contract/ledger-entry.ts'
import { TradeIdea } from '../../trade-ideas/contract.ts'
import { type JsonSchema, jsonSchemaOf, type SchemaDirection } from '../input/input-fields.ts'
import type { OpenApiOperation, OpenApiPaths } from '../rest/openapi-document.ts'
import { problemRefs } from '../rest/openapi-responses.ts'

/** How the receiver's routes are entered; the webhook takes either, the ledger `BotSecret` alone. */
export const RECEIVER_SECURITY = {
  BotSecret: { type: 'apiKey', in: 'header', name: 'X-BOT-SECRET', description: 'The shared secret of the webhook.' },
  BotSecretInUrl: {
    type: 'apiKey',
    in: 'query',
    name: 'secret',
    description: 'The same for a sender that can set nothing but the URL. The header counts alone when both are there.',
  },
}

/** The webhook in the OpenAPI document; the ledger is there with the other operations. */
export function receiverPaths(prefix: string): OpenApiPaths {
  return { [`${prefix}/trade-ideas`]: { post: WEBHOOK } }
}

const problems = problemRefs([
  'malformed',
  'unauthenticated',
  'too_large',
  'target_too_long',
  'invalid',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
])

/** Written into the document where it is used. */
function inlined(schema: z.ZodType, io: SchemaDirection): JsonSchema {
  const { $schema: _, additionalProperties: _more, ...plain } = jsonSchemaOf(schema, io)
  return plain
}

const WEBHOOK: OpenApiOperation = {
  operationId: 'receive_trade_idea',
  summary: 'Receive a trade idea',
  description:
    'Takes the webhook of a Trade Ideas alert. The idea is stored, answered at once, and then decided, gated and, unless DRY_RUN is on, ordered in paper mode. The same idea again is a `duplicate` and changes nothing.',
  tags: ['Trade ideas'],
  security: [{ BotSecret: [] }, { BotSecretInUrl: [] }],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          ...inlined(TradeIdea, 'input'),
          description: 'A trade idea. Further fields are ignored, and null counts as absent for the optional ones.',
        },
        example: {
          alert_name: 'High conviction calls',
          source: 'trade_idea',
          symbol: 'AAPL',
          direction: 'bullish',
          strategy: 'Long Call',
          entry_price: 100,
          target_price: 110,
          stop_price: 95,
          triggered_at: '2026-11-20T15:00:00Z',
        },
      },
    },
  },
  responses: {
    200: json('Stored, or known already.', inlined(Receipt, 'output')),
    ...problems,
  },
}

function json(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { 'application/json': { schema } } }
}
