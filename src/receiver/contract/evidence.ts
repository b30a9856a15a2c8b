import { z } from 'zod'
import { Fingerprint } from './ledger-entry.ts'

const KeptText = z
  .object({
    text: z.string().describe('The text, or its start where it is long.'),
    bytes: z.int().describe('Length of the whole text, bytes of UTF-8.'),
    sha256: z.string().describe('SHA-256 of the whole text as UTF-8, hexadecimal.'),
    is_cut: z.boolean().describe('Whether the end of the text was not kept.'),
  })
  .meta({ id: 'KeptText' })

const ToolUse = z.object({
  tool: z.string().describe('Name of the tool.'),
  arguments: KeptText.describe('Its arguments, JSON as the model wrote it.'),
  ok: z.boolean().describe('Whether the tool answered; false for an error or a refusal.'),
  answer: KeptText.describe('What the model was shown.'),
  latency_ms: z.number().nullable().describe('Milliseconds; null where the provider called the tool.'),
})

const tokens = (what: string) => z.int().nullable().describe(`${what}; null where the provider does not say.`)

const AskedModel = z.object({
  mode: z.string().describe('DECISION_MODE of that time.'),
  provider: z.string().nullable().describe('Whose model was asked; null of the rules.'),
  model: z.string().nullable().describe('The model that answered, else the one that was asked for; null of the rules.'),
  prompt_version: z
    .string()
    .nullable()
    .describe('First 12 hexadecimal digits of the SHA-256 of the instructions; null of the rules.'),
  response_id: z.string().nullable().describe('Id of the last answer at the provider.'),
  input_tokens: tokens('Tokens in'),
  cached_tokens: tokens('Tokens in that the provider had cached'),
  output_tokens: tokens('Tokens out'),
  reasoning_tokens: tokens('Tokens out that were thought'),
  cost_usd: z.number().nullable().describe('Estimated cost, USD; null where the price is unknown.'),
  latency_ms: z.number().describe('Time of the whole decision, milliseconds.'),
  error: z.string().nullable().describe('Why it gave no decision; null where it gave one.'),
  message: KeptText.nullable().describe(
    'What the model was sent after its instructions: the limits, the idea, and what is held where it is shown. Null of the rules.',
  ),
  tools: z.array(ToolUse).describe('The calls of tools, in order.'),
  more_tools: z.int().describe('Calls beyond those that are kept.'),
})

export const LedgerEvidence = z
  .object({
    fingerprint: Fingerprint,
    requests: z
      .array(
        z.object({
          decided_at: z.iso.datetime().describe('When the decision, or its failure, was there.'),
          kept_until: z.iso.datetime().describe('When it is deleted.'),
          models: z.array(AskedModel).describe('Each model that was asked, in order: more than one with LLM_FALLBACK.'),
        }),
      )
      .describe('Each time that a decision was requested, oldest first; empty before the first, and after 90 days.'),
  })
  .describe('What the decision on an idea was made from.')
export type LedgerEvidence = Readonly<z.output<typeof LedgerEvidence>>
