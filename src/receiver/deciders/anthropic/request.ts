import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { AcceptedFeatures, Feature } from '../accepted-features.ts'
import { MAX_OUTPUT_TOKENS } from '../allowed-tools.ts'
import { DECISION_SCHEMA } from '../decision-format.ts'
import type { Settings } from '../model-decider.ts'

/** What a model of this provider may not know: older ones take neither an effort nor a form. */
export const REQUEST_FEATURES: readonly Feature[] = ['reasoning', 'json_schema']

type Common = Pick<MessageCreateParamsNonStreaming, 'model' | 'max_tokens' | 'system' | 'output_config'>

/** What every request says, with the form of the decision where it is asked for. */
export function commonOf(
  { model, instructions }: Pick<Settings, 'model' | 'instructions'>,
  accepted: AcceptedFeatures,
  asksForDecision: boolean,
): Common {
  const output_config = {
    ...(accepted.has('reasoning') && { effort: 'low' as const }),
    ...(asksForDecision && accepted.has('json_schema') && { format: { type: 'json_schema' as const, schema: SCHEMA } }),
  }
  return {
    model,
    max_tokens: MAX_OUTPUT_TOKENS,
    system: instructions,
    ...(Object.keys(output_config).length > 0 && { output_config }),
  }
}

/**
 * The form of the decision without bounds of numbers, which the vendor refuses; they are checked when the answer is read.
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
const SCHEMA = withoutBounds(DECISION_SCHEMA)

function withoutBounds(schema: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schema).filter(([key]) => key !== 'minimum' && key !== 'maximum')
  return Object.fromEntries(entries.map(([key, value]) => [key, isObject(value) ? withoutBounds(value) : value]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
