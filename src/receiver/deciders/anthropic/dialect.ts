import type { ContentBlockParam, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages'
import type { AcceptedFeatures } from '../accepted-features.ts'
import { type Begin, type ConversationOptions, concluding, type Dialect, type ToolOffer } from '../dialect.ts'
import { failed } from '../read-decision.ts'
import { type AnthropicClient, anthropicClient, anthropicFeatures } from './client.ts'
import { type Block, finalTextOf, type Message, messageOf, stopFailure } from './read-message.ts'
import { commonOf, REQUEST_FEATURES } from './request.ts'

const NO_MESSAGE = 'The model provider answered with something that is no message.'

/** Conversations over the Messages API whose tools this process calls. */
export function beginAnthropic(): Begin {
  const accepted = anthropicFeatures()
  return async (options, tools) => {
    const dialect = anthropicDialect(await anthropicClient(options.settings, options.signal), options, accepted)
    return { dialect, turn: await dialect.ask(tools) }
  }
}

function anthropicDialect(
  { call }: AnthropicClient,
  { settings, message, tally }: ConversationOptions,
  accepted: AcceptedFeatures,
): Dialect {
  const history: MessageParam[] = [{ role: 'user', content: [{ type: 'text', text: message }] }]

  async function send(tools: readonly ToolOffer[], asksForDecision: boolean): Promise<Message | undefined> {
    const answer: unknown = await accepted.send(REQUEST_FEATURES, () =>
      call((client, options) =>
        client.messages.create(
          {
            ...commonOf(settings, accepted, asksForDecision),
            tools: toolsOf(tools),
            ...(asksForDecision && { tool_choice: { type: 'none' as const } }),
            messages: asksForDecision ? withText(history, concluding(accepted)) : history,
          },
          options,
        ),
      ),
    )
    return messageOf(answer, tally)
  }

  return {
    async ask(tools) {
      const answer = await send(tools, false)
      if (answer === undefined) return { calls: [], failure: NO_MESSAGE }
      // What the provider sent is what it takes back; it takes no empty message.
      if (answer.content.length > 0) history.push({ role: 'assistant', content: asSent(answer.content) })
      return { calls: callsOf(answer.content), failure: stopFailure(answer) }
    },
    answer(results) {
      const content = results.map(({ id, ok, text }) => ({
        type: 'tool_result' as const,
        tool_use_id: id,
        content: text,
        is_error: !ok,
      }))
      history.push({ role: 'user', content })
    },
    async conclude(tools) {
      const answer = await send(tools, true)
      if (answer === undefined) return failed(NO_MESSAGE)
      const failure = stopFailure(answer)
      return failure === undefined ? finalTextOf(answer.content) : failed(failure)
    },
  }
}

/** The blocks of an answer and those of a request differ only in the names of their types. */
function asSent(content: readonly Block[]): ContentBlockParam[] {
  return content as unknown as ContentBlockParam[]
}

/** The text joins the last message of the user: results of tools and what follows them are one message. */
function withText(history: readonly MessageParam[], text: string): MessageParam[] {
  const last = history.at(-1)
  const block = { type: 'text' as const, text }
  if (last?.role !== 'user' || typeof last.content === 'string') return [...history, { role: 'user', content: [block] }]
  return [...history.slice(0, -1), { role: 'user', content: [...last.content, block] }]
}

function toolsOf(tools: readonly ToolOffer[]): Tool[] {
  return tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: { ...parameters, type: 'object' },
  }))
}

function callsOf(content: readonly Block[]) {
  return content
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({ id: String(id), name: String(name), argumentsText: JSON.stringify(input ?? {}) }))
}
