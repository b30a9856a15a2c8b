import type { ResponseCreateParamsNonStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import { MOST_OUTPUT_TOKENS } from '../allowed-tools.ts'
import { DECISION_NAME, DECISION_SCHEMA } from '../decision-format.ts'
import { INSTRUCTIONS } from '../instructions.ts'
import { type Provider, reasoningOf } from '../provider.ts'
import { failed } from '../read-decision.ts'
import { finalTextOf, itemsOf, type ModelResponse, responseOf, statusFailure } from '../read-response.ts'
import type { Tally } from '../tally.ts'
import { CONCLUDE, type Dialect, type ToolCall } from './dialect.ts'

export interface DialectOptions {
  readonly provider: Provider
  readonly model: string
  readonly message: string
  readonly fingerprint: string
  readonly tally: Tally
}

const NO_RESPONSE = 'The model provider answered with something that is no response.'

/** The Responses API without anything stored at the provider: every turn sends the whole conversation. */
export function responsesDialect({ provider, model, message, fingerprint, tally }: DialectOptions): Dialect {
  const history: ResponseInputItem[] = [{ role: 'user', content: message }]
  const thinking = reasoningOf(model)

  async function send(more: Partial<ResponseCreateParamsNonStreaming>): Promise<ModelResponse | undefined> {
    const answer: unknown = await provider.client.responses.create(
      {
        model,
        instructions: INSTRUCTIONS,
        input: history,
        max_output_tokens: MOST_OUTPUT_TOKENS,
        store: false,
        metadata: { fingerprint },
        ...thinking,
        // Without storage, thoughts must travel with the conversation.
        ...(thinking.reasoning === undefined ? {} : { include: ['reasoning.encrypted_content' as const] }),
        ...more,
      },
      provider.callOptions(),
    )
    return responseOf(answer, tally)
  }

  return {
    async ask(tools) {
      const response = await send({
        tools: tools.map((tool) => ({ type: 'function', strict: false, ...tool, parameters: tool.parameters })),
      })
      if (response === undefined) return { calls: [], failure: NO_RESPONSE }
      // What the provider sent is what it takes back; the types of its input and output differ only in name.
      history.push(...(response.output as unknown as ResponseInputItem[]))
      return { calls: callsOf(response), failure: statusFailure(response) ?? refusalOf(response) }
    },
    answer(results) {
      for (const { id, text } of results) history.push({ type: 'function_call_output', call_id: id, output: text })
    },
    async conclude() {
      history.push({ role: 'user', content: CONCLUDE })
      const format = { type: 'json_schema' as const, name: DECISION_NAME, strict: true, schema: DECISION_SCHEMA }
      const response = await send({ text: { format } })
      if (response === undefined) return failed(NO_RESPONSE)
      const failure = statusFailure(response)
      return failure === undefined ? finalTextOf(response) : failed(failure)
    },
  }
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
