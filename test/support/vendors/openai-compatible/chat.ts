import { z } from 'zod'
import type { ToolOutcome } from '../model.ts'
import { type Call, Refused, type Spoken, textOf } from './call.ts'

const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.unknown().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        type: z.literal('function'),
        function: z.looseObject({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
})
const Body = z.looseObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  tools: z
    .array(z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }))
    .optional(),
  response_format: z
    .looseObject({ type: z.string(), json_schema: z.looseObject({ name: z.string(), schema: z.unknown() }).optional() })
    .optional(),
})

export function chatCall(body: Record<string, unknown>): Call {
  const result = Body.safeParse(body)
  if (!result.success) throw new Refused(400, z.prettifyError(result.error))
  const { messages, tools = [], response_format: format, ...rest } = result.data
  checkAnswers(messages)
  const said = (...roles: string[]) =>
    messages.filter(({ role }) => roles.includes(role)).map((it) => textOf(it.content))
  return {
    endpoint: 'chat',
    body,
    format: format && { type: format.type, schema: format.json_schema?.schema },
    system: said('system', 'developer').join('\n'),
    texts: said('user'),
    tools: tools.map((tool) => tool.function.name),
    outcomes: outcomesOf(messages),
    maxTokens: rest.max_completion_tokens ?? rest.max_tokens ?? 65_536,
  }
}

type Messages = readonly z.infer<typeof Message>[]

function checkAnswers(messages: Messages): void {
  for (const [index, { tool_calls = [] }] of messages.entries()) {
    const answers = messages.slice(index + 1, index + 1 + tool_calls.length).map((it) => it.tool_call_id)
    const open = tool_calls.map(({ id }) => id).filter((id) => !answers.includes(id))
    if (open.length === 0) continue
    throw new Refused(
      400,
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
      `messages.[${index + 1}].role`,
    )
  }
}

function outcomesOf(messages: Messages): ToolOutcome[] {
  const names = new Map(messages.flatMap((it) => it.tool_calls ?? []).map((call) => [call.id, call.function.name]))
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ tool_call_id: id = '', content }) => ({
      id,
      name: names.get(id) ?? '',
      text: textOf(content),
      isError: false,
    }))
}

/** Source of the shape: README.md, "Answers". */
export function chatAnswer({ text, calls, end }: Spoken, model: string, newId: () => string): object {
  const toolCalls = calls.map(({ name, input }) => ({
    id: `call_${newId()}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const refused = end === 'refused'
  return {
    id: `chatcmpl-${newId()}`,
    object: 'chat.completion',
    created: 1_790_000_000,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: refused || (text === '' && toolCalls.length > 0) ? null : text,
          refusal: refused ? text : null,
          ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
        },
        logprobs: null,
        finish_reason: end === 'length' ? 'length' : toolCalls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  }
}
