import { z } from 'zod'
import { type FinalText, failed } from '../read-decision.ts'
import { addTokens, type Tally } from '../tally.ts'

const text = z.string().nullish().catch(null)
const count = z.int().min(0).nullish().catch(null)
const Usage = z
  .object({
    input_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    output_tokens: count,
    output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null)

/** What is read of a message; blocks keep all their fields, since they are sent back. */
const Message = z.object({
  id: text,
  model: text,
  stop_reason: text,
  stop_details: z.object({ explanation: text }).nullish().catch(null),
  content: z.array(z.looseObject({ type: z.string() })),
  usage: Usage,
})
export type Message = z.infer<typeof Message>
export type Block = Message['content'][number]

/** The answer as we know it, or undefined when it is no message at all. Its tokens are counted at once. */
export function messageOf(answer: unknown, tally: Tally): Message | undefined {
  const message = Message.safeParse(answer)
  if (!message.success) return undefined
  const { id, model, usage } = message.data
  tally.responseId = id ?? tally.responseId
  tally.model = model ?? tally.model
  if (usage) addUsage(usage, tally)
  return message.data
}

/** The vendor counts what it read from its cache, and what it wrote to it, apart from the other input. */
function addUsage(usage: NonNullable<z.infer<typeof Usage>>, tally: Tally): void {
  const { input_tokens: input, cache_read_input_tokens: cached, cache_creation_input_tokens: written } = usage
  addTokens(tally, {
    input_tokens: typeof input === 'number' ? input + (cached ?? 0) + (written ?? 0) : null,
    input_tokens_details: { cached_tokens: cached ?? null },
    output_tokens: usage.output_tokens,
    output_tokens_details: { reasoning_tokens: usage.output_tokens_details?.thinking_tokens ?? null },
  })
}

/** Why the message cannot be used, or undefined. https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
export function stopFailure({ stop_reason: reason, stop_details: details }: Message): string | undefined {
  if (reason === 'refusal') return `The model refused: ${details?.explanation ?? 'no cause given'}`
  if (reason === 'max_tokens') return 'The answer of the model is incomplete: max_output_tokens.'
  if (reason === 'model_context_window_exceeded') return 'The answer of the model is incomplete: the context is full.'
  return undefined
}

/** The text after the last use of a tool; what was said before it is comment. */
export function finalTextOf(content: readonly Block[]): FinalText {
  const last = content.findLastIndex(({ type }) => /^(mcp_)?tool_(use|result)$/.test(type))
  const texts = content.slice(last + 1).flatMap((block) => (block.type === 'text' ? [String(block['text'])] : []))
  const final = texts.join('')
  // The model is held to a schema only where the endpoint takes one.
  return final.trim() === ''
    ? failed('The model gave no structured decision.')
    : { ok: true, text: final, mayBeFenced: true }
}
