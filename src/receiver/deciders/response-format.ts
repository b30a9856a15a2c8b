import type { ResponseTextConfig } from 'openai/resources/responses/responses'
import type { ResponseFormatJSONObject, ResponseFormatJSONSchema } from 'openai/resources/shared'
import type { AcceptedFeatures, Feature } from './accepted-features.ts'
import { DECISION_NAME, DECISION_SCHEMA } from './decision-format.ts'

/** What a request for the decision uses to state its form. */
export const FORM_FEATURES: readonly Feature[] = ['json_schema', 'json_object']

/** The form of the answer in words, for servers that are not sent it as a schema. */
const SCHEMA_IN_WORDS = `Answer with one JSON object and nothing else, without a code fence. It must match this JSON Schema:\n${JSON.stringify(DECISION_SCHEMA)}`

/** What has to be said in words because the endpoint refused the schema; undefined where it takes the schema. */
export function formInWords(accepted: AcceptedFeatures): string | undefined {
  return accepted.has('json_schema') ? undefined : SCHEMA_IN_WORDS
}

/** The form of the decision in a Responses request, as far as the endpoint takes one. */
export function textFormat(accepted: AcceptedFeatures): { text?: ResponseTextConfig } {
  if (accepted.has('json_schema')) {
    return { text: { format: { type: 'json_schema', name: DECISION_NAME, strict: true, schema: DECISION_SCHEMA } } }
  }
  return accepted.has('json_object') ? { text: { format: { type: 'json_object' } } } : {}
}

/** The same in a chat completion. */
export function responseFormat(accepted: AcceptedFeatures): {
  response_format?: ResponseFormatJSONSchema | ResponseFormatJSONObject
} {
  if (accepted.has('json_schema')) {
    const json_schema = { name: DECISION_NAME, strict: true, schema: DECISION_SCHEMA }
    return { response_format: { type: 'json_schema', json_schema } }
  }
  return accepted.has('json_object') ? { response_format: { type: 'json_object' } } : {}
}
