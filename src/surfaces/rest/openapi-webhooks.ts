import { NotificationMessage } from '../../notifications/contract/notification-record.ts'
import { TradeIdea } from '../../trade-ideas/contract.ts'
import type { JsonSchema } from '../input/input-fields.ts'
import type { OpenApiOperation, OpenApiParameter, OpenApiPaths } from './openapi-document.ts'
import type { ComponentSchemas } from './openapi-schemas.ts'

/** The webhooks that the service sends: `docs/notifications.md` describes signature, repeats and retries. */
export function webhooksOf(schemas: ComponentSchemas): OpenApiPaths {
  const idea = schemas.add('TradeIdeaMessage', schemas.of(TradeIdea, 'input'))
  return {
    notification: {
      post: webhook('notification_webhook', schemas.of(NotificationMessage, 'output'), {
        summary: 'A notification',
        description: 'Sent to the webhook of an account for each of its notifications, but for trade ideas of alerts.',
        tags: ['Notifications'],
      }),
    },
    trade_idea: {
      post: webhook('trade_idea_webhook', idea, {
        summary: 'A trade idea',
        description: 'Sent to the webhook of an account for each trade idea that one of its alerts matches.',
        tags: ['Trade ideas'],
      }),
    },
  }
}

function webhook(
  operationId: string,
  schema: JsonSchema,
  texts: Pick<OpenApiOperation, 'summary' | 'description' | 'tags'>,
): OpenApiOperation {
  return {
    operationId,
    ...texts,
    security: [],
    parameters: SIGNATURE,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      200: { description: 'Taken; every 2xx counts.' },
      '4XX': { description: 'Refused. It is tried again, and four times in all.' },
    },
  }
}

const SIGNATURE: readonly OpenApiParameter[] = [
  header('webhook-id', 'The same for every attempt: treat a repeated id as already processed.'),
  header('webhook-timestamp', 'When this attempt was sent, Unix seconds.'),
  header('webhook-signature', 'Signatures of Standard Webhooks, separated by spaces; each `v1,` and base64.'),
]

function header(name: string, description: string): OpenApiParameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
