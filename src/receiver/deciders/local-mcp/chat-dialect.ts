import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions/completions'
import { z } from 'zod'
import type { Feature } from '../accepted-features.ts'
import { MAX_OUTPUT_TOKENS } from '../allowed-tools.ts'
import { concluding, type Dialect, type ToolOffer } from '../dialect.ts'
import { type FinalText, failed } from '../read-decision.ts'
import { FORM_FEATURES, responseFormat } from '../response-format.ts'
import { addTokens } from '../tally.ts'
import type { DialectOptions } from './responses-dialect.ts'

const text = z.string().nullish().catch(null)
// Loose, as the message around it: what was not read is sent back all the same.
const Call = z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: text }) })
const Message = z.looseObject({ content: text, refusal: text, tool_calls: z.array(Call).nullish() })
const Completion = z.object({
  id: text,
  model: text,
  choices: z.array(z.object({ finish_reason: text, message: Message })),
  usage: z.unknown(),
})
type Choice = z.infer<typeof Completion>['choices'][number]

/** Chat completions: what every OpenAI-compatible server speaks, also those without the Responses API. */
export function chatDialect({ provider, model, instructions, message, tally, accepted }: DialectOptions): Dialect {
  const history: ChatCompletionMessageParam[] = [
    { role: 'system', content: instructions },
    { role: 'user', content: message },
  ]

  /** The one choice, or the sentence that says why there is none. */
  async function send(
    uses: readonly Feature[],
    more: () => Partial<ChatCompletionCreateParamsNonStreaming>,
  ): Promise<Choice | string> {
    const answer: unknown = await accepted.send(uses, () =>
      provider.client.chat.completions.create(
        { model, messages: history, max_tokens: MAX_OUTPUT_TOKENS, ...more() },
        provider.callOptions(),
      ),
    )
    const completion = Completion.safeParse(answer)
    if (!completion.success) return 'The model provider answered with something that is no completion.'
    tally.responseId = completion.data.id ?? tally.responseId
    tally.model = completion.data.model ?? tally.model
    addTokens(tally, completion.data.usage)
    const [choice, ...others] = completion.data.choices
    if (choice === undefined) return 'The model gave no structured decision.'
    if (others.length > 0) return `The model gave ${others.length + 1} final messages, which contradicts one decision.`
    return choiceFailure(choice) ?? choice
  }

  return {
    async ask(tools) {
      const choice = await send([], () => ({ tools: functionsOf(tools) }))
      if (typeof choice === 'string') return { calls: [], failure: choice }
      // What the provider sent is what it takes back.
      history.push({ ...choice.message, role: 'assistant' } as unknown as ChatCompletionMessageParam)
      const calls = (choice.message.tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
        id,
        name,
        argumentsText: given ?? '',
      }))
      return { calls }
    },
    answer(results) {
      for (const { id, text: content } of results) history.push({ role: 'tool', tool_call_id: id, content })
    },
    async conclude(tools): Promise<FinalText> {
      const choice = await send(['tool_choice', ...FORM_FEATURES], () => ({
        messages: [...history, { role: 'user', content: concluding(accepted) }],
        ...(accepted.has('tool_choice') && { tools: functionsOf(tools), tool_choice: 'none' as const }),
        ...responseFormat(accepted),
      }))
      if (typeof choice === 'string') return failed(choice)
      const { content } = choice.message
      if (content === null || content === undefined || content.trim() === '') {
        return failed('The model gave no structured decision.')
      }
      return { ok: true, text: content, mayBeFenced: !accepted.isStrict() }
    },
  }
}

function functionsOf(tools: readonly ToolOffer[]) {
  return tools.map((tool) => ({ type: 'function' as const, function: { ...tool } }))
}

function choiceFailure({ finish_reason: reason, message }: Choice): string | undefined {
  if (typeof message.refusal === 'string' && message.refusal !== '') return `The model refused: ${message.refusal}`
  if (reason === 'length') return 'The answer of the model is incomplete: max_output_tokens.'
  if (reason === 'content_filter') return 'The answer of the model is incomplete: content_filter.'
  return undefined
}
