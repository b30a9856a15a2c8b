import type { LlmProvider } from '../ports/decider.ts'
import { statusOf } from './provider-error.ts'

/** What of a request not every OpenAI-compatible server knows. */
export type Feature = 'json_schema' | 'json_object' | 'tool_choice' | 'reasoning' | 'metadata'

/** How a refusal names a feature: the parameter, or the words that servers use for it. */
const NAMES: Readonly<Record<Feature, RegExp>> = {
  metadata: /\bmetadata\b/i,
  reasoning:
    /\b(reasoning(\.effort|_effort)?|effort|encrypted_content|thinking[ _]?(level|config)|output_config(?!\.))\b/i,
  tool_choice: /\b(tool_choice|tool_config|function calling with a response mime type)\b/i,
  json_schema:
    /\b(json_schema|response_format|text\.format|output_config\.format|output_config(?!\.)|structured[ _]outputs?|schema|response_(json_)?schema|response_mime_type)\b/i,
  json_object: /\b(json_object|response_format|text\.format|json mode)\b/i,
}
/** Some servers refuse with 422 what others refuse with 400. */
const REFUSALS = new Set([400, 422])
/** A longer text repeats the request and so names everything. */
const LONGEST_REFUSAL = 1_000

/** What an endpoint has not refused so far; kept as long as the process, so that each refusal costs one request once. */
export interface AcceptedFeatures {
  has(feature: Feature): boolean
  /** Whether an answer that is not the bare JSON object is the model's fault: it was held to the schema. */
  isStrict(): boolean
  /** Sends, and sends again without the feature that a refusal names, until none is named. */
  send<Answer>(uses: readonly Feature[], request: () => Promise<Answer>): Promise<Answer>
}

export function acceptedFeatures(provider: LlmProvider): AcceptedFeatures {
  // Only the vendor stores requests, which metadata would help to find.
  const without = new Set<Feature>(provider === 'openai' ? [] : ['metadata'])
  const has = (feature: Feature) => !without.has(feature)
  return {
    has,
    isStrict: () => provider === 'openai' && has('json_schema'),
    async send(uses, request) {
      for (;;) {
        // A server without schemas is asked for any JSON object, so only one of the two is in use.
        const used = uses.filter((it) => has(it) && !(it === 'json_object' && has('json_schema')))
        try {
          return await request()
        } catch (error) {
          const named = used.find((it) => isNamed(it, error))
          if (named === undefined) throw error
          without.add(named)
        }
      }
    },
  }
}

function isNamed(feature: Feature, error: unknown): boolean {
  if (!(error instanceof Error) || !REFUSALS.has(statusOf(error) ?? 0)) return false
  const param = 'param' in error && typeof error.param === 'string' ? error.param : ''
  return error.message.length <= LONGEST_REFUSAL && NAMES[feature].test(`${param} ${error.message}`)
}
