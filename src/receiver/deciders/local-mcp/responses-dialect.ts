import type { ResponseCreateParamsNonStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import type { AcceptedFeatures, Feature } from '../accepted-features.ts'
import { MAX_OUTPUT_TOKENS } from '../allowed-tools.ts'
import { concluding, type Dialect, type ToolCall, type ToolOffer } from '../dialect.ts'
import { type Provider, reasoningOf } from '../provider.ts'
import { failed } from '../read-decision.ts'
import { finalTextOf, itemsOf, type ModelResponse, responseOf, statusFailure } from '../read-response.ts'
import { FORM_FEATURES, textFormat } from '../response-format.ts'
import type { Tally } from '../tally.ts'

export interface DialectOptions {
  readonly provider: Provider
  readonly model: string
  readonly instructions: string
  readonly message: string
  readonly fingerprint: string
  readonly tally: Tally
  readonly accepted: AcceptedFeatures
}

const NO_RESPONSE = 'The model provider answered with something that is no response.'

/** The Responses API without anything stored at the provider: every turn sends the whole conversation. */
export function responsesDialect(options: DialectOptions): Dialect {
  const { provider, model, instructions, message, fingerprint, tally, accepted } = options
  const history: ResponseInputItem[] = [{ role: 'user', content: message }]

  async function send(
    uses: readonly Feature[],
    more: () => Partial<ResponseCreateParamsNonStreaming>,
  ): Promise<ModelResponse | undefined> {
    const answer: unknown = await accepted.send(['metadata', 'reasoning', ...uses], () => {
      const thinking = accepted.has('reasoning') ? reasoningOf(model) : {}
      return provider.client.responses.create(
        {
          model,
          instructions,
          input: history,
          max_output_tokens: MAX_OUTPUT_TOKENS,
          store: false,
          ...(accepted.has('metadata') && { metadata: { fingerprint } }),
          ...thinking,
          // Without storage, thoughts must travel with the conversation.
          ...(thinking.reasoning && { include: ['reasoning.encrypted_content' as const] }),
          ...more(),
        },
        provider.callOptions(),
      )
    })
    return responseOf(answer, tally)
  }

  return {
    async ask(tools) {
      const response = await send([], () => ({ tools: functionsOf(tools) }))
      if (response === undefined) return { calls: [], failure: NO_RESPONSE }
      // What the provider sent is what it takes back; the types of its input and output differ only in name.
      history.push(...(response.output as unknown as ResponseInputItem[]))
      return { calls: callsOf(response), failure: statusFailure(response) ?? refusalOf(response) }
    },
    answer(results) {
      for (const { id, text } of results) history.push({ type: 'function_call_output', call_id: id, output: text })
    },
    async conclude(tools) {
      const response = await send(['tool_choice', ...FORM_FEATURES], () => ({
        input: [...history, { role: 'user', content: concluding(accepted) }],
        ...(accepted.has('tool_choice') && { tools: functionsOf(tools), tool_choice: 'none' as const }),
        ...textFormat(accepted),
      }))
      if (response === undefined) return failed(NO_RESPONSE)
      const failure = statusFailure(response)
      if (failure !== undefined) return failed(failure)
      const final = finalTextOf(response)
      return final.ok ? { ...final, mayBeFenced: !accepted.isStrict() } : final
    },
  }
}

function functionsOf(tools: readonly ToolOffer[]) {
  return tools.map((tool) => ({ type: 'function' as const, strict: false, ...tool }))
}

function callsOf(response: ModelResponse): ToolCall[] {
  return itemsOf(response, 'function_call').map(({ call_id, name, arguments: given }) => ({
    id: String(call_id),
    name: String(name),
    argumentsText: String(given ?? ''),
  }))
}

function refusalOf(response: ModelResponse): string | undefined {
  const final = finalTextOf(response)
  return !final.ok && final.error.startsWith('The model refused') ? final.error : undefined
}
