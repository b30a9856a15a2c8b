import { LEDGER_STATUSES } from '../../domain/trade-ideas/ledger-entry.ts'
import { MOST_CHARACTERS } from '../../domain/trade-ideas/payload.ts'
import type { JsonSchema } from '../input-fields.ts'
import type { OpenApiOperation, OpenApiParameter, OpenApiPaths } from '../rest/openapi-document.ts'

/** How the routes of the receiver are entered; both stand in one `security` list, so that one of them is enough. */
export const RECEIVER_SECURITY = {
  BotSecret: { type: 'apiKey', in: 'header', name: 'X-BOT-SECRET', description: 'The shared secret of the webhook.' },
  BotSecretInUrl: {
    type: 'apiKey',
    in: 'query',
    name: 'secret',
    description: 'The same for a sender that can set nothing but the URL. The header counts alone when both are there.',
  },
}

/** The receiver's part of the OpenAPI document. */
export function receiverPaths(provider: string): OpenApiPaths {
  const path = `/webhooks/${provider}`
  return {
    [`${path}/trade-ideas`]: { post: WEBHOOK },
    [`${path}/ledger`]: { get: LIST },
    [`${path}/ledger/{fingerprint}`]: { get: ENTRY },
  }
}

const PROBLEMS = ['malformed', 'unauthenticated', 'target_too_long', 'headers_too_large', 'internal', 'unavailable']
const STATUS_OF: Readonly<Record<string, string>> = {
  malformed: '400',
  unauthenticated: '401',
  not_found: '404',
  too_large: '413',
  target_too_long: '414',
  invalid: '422',
  headers_too_large: '431',
  internal: '500',
  unavailable: '503',
}

function problems(...more: readonly string[]): Record<string, JsonSchema> {
  const entries = [...PROBLEMS, ...more].map((code) => [
    STATUS_OF[code] ?? 'default',
    { $ref: `#/components/responses/${code}` },
  ])
  return Object.fromEntries(entries)
}

function text(description: string): JsonSchema {
  return { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS, description }
}

function price(description: string): JsonSchema {
  return { type: ['number', 'null'], description }
}

const PAYLOAD: JsonSchema = {
  type: 'object',
  description: 'A trade idea. Further fields are ignored, and null counts as absent for the optional ones.',
  required: ['alert_name', 'source', 'symbol', 'direction', 'strategy', 'triggered_at'],
  properties: {
    alert_name: text('Name of the alert rule.'),
    source: { type: 'string', const: 'trade_idea', description: 'Always `trade_idea`.' },
    symbol: {
      type: 'string',
      pattern: '^\\s*[A-Za-z][A-Za-z0-9.]{0,9}\\s*$',
      description: 'Ticker of the underlying; trimmed and upper-cased.',
    },
    direction: { type: 'string', enum: ['bullish', 'bearish', 'neutral'], description: 'What the idea expects.' },
    strategy: text('Label of the strategy.'),
    model: { type: ['string', 'null'], minLength: 1, maxLength: MOST_CHARACTERS, description: 'Model or pipeline.' },
    entry_price: price('Reference entry, USD.'),
    target_price: price('Reference target, USD.'),
    stop_price: price('Reference stop, USD.'),
    triggered_at: {
      type: 'string',
      maxLength: MOST_CHARACTERS,
      description:
        'ISO 8601 date and time: `YYYY-MM-DD`, `T` or a space, `hh:mm[:ss[.fraction]]`, and `Z`, `±hh:mm`, `±hhmm` or no offset.',
    },
    matched_criteria: {
      type: ['object', 'null'],
      description: 'Criteria of the rule that matched; at most 16 levels.',
    },
  },
}

const FINGERPRINT: JsonSchema = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description:
    'SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`; triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.',
}

const nullable = (description: string): JsonSchema => ({ type: ['object', 'null'], description })
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description })

const ENTRY_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'An entry of the ledger.',
  required: ['fingerprint', 'status', 'payload', 'decision', 'order_result', 'error', 'created_at', 'updated_at'],
  properties: {
    fingerprint: FINGERPRINT,
    status: { type: 'string', enum: [...LEDGER_STATUSES], description: 'How far it came.' },
    payload: { type: 'object', description: 'The idea, normalised.' },
    decision: nullable('The final decision, after the gates; null until there is one.'),
    order_result: nullable('The order, or the suppressed one of a dry run; null where there is none.'),
    error: { type: ['string', 'null'], maxLength: 1000, description: 'Why it failed.' },
    created_at: instant('When it was accepted; never changes.'),
    updated_at: instant('When it last changed.'),
  },
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
        schema: PAYLOAD,
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
    200: json('Stored, or known already.', {
      type: 'object',
      required: ['status', 'fingerprint', 'symbol'],
      properties: {
        status: { type: 'string', enum: ['queued', 'duplicate'], description: 'Whether the idea is new.' },
        fingerprint: FINGERPRINT,
        symbol: { type: 'string', description: 'The symbol, normalised.' },
      },
    }),
    ...problems('too_large', 'invalid'),
  },
}

const query = (name: string, description: string, schema: JsonSchema): OpenApiParameter => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
})

const LIST: OpenApiOperation = {
  operationId: 'list_ledger',
  summary: 'The ledger',
  description: 'Entries of the ledger, newest first. The secret is taken from the header alone.',
  tags: ['Trade ideas'],
  security: [{ BotSecret: [] }],
  parameters: [
    query('status', 'Only entries of this status.', { type: 'string', enum: [...LEDGER_STATUSES] }),
    query('symbol', 'Only entries of this symbol.', { $ref: '#/components/schemas/UnderlyingSymbol' }),
    query('limit', 'Most entries of the answer.', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
    query('cursor', 'The next_cursor of the page before.', { type: 'string' }),
  ],
  responses: {
    200: json('A page of entries.', {
      type: 'object',
      required: ['data', 'next_cursor'],
      properties: {
        data: { type: 'array', items: ENTRY_SCHEMA, description: 'Entries, newest first.' },
        next_cursor: { type: ['string', 'null'], description: 'Pass as cursor for the next page; null on the last.' },
      },
    }),
    ...problems('invalid'),
  },
}

const ENTRY: OpenApiOperation = {
  operationId: 'show_ledger_entry',
  summary: 'One entry of the ledger',
  description: 'The entry with this fingerprint. The secret is taken from the header alone.',
  tags: ['Trade ideas'],
  security: [{ BotSecret: [] }],
  parameters: [{ name: 'fingerprint', in: 'path', required: true, description: 'Which entry.', schema: FINGERPRINT }],
  responses: { 200: json('The entry.', ENTRY_SCHEMA), ...problems('not_found') },
}

function json(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { 'application/json': { schema } } }
}
