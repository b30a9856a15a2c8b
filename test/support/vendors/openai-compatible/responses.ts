import { z } from 'zod'
import { type Call, Refused, type Spoken, textOf } from './call.ts'

const Item = z.looseObject({
  type: z.string().optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
  content: z.unknown().optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  output: z.unknown().optional(),
})
const Body = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(Item)]),
  instructions: z.string().nullish(),
  max_output_tokens: z.int().positive().nullish(),
  previous_response_id: z.string().nullish(),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).optional(),
  text: z.looseObject({ format: z.looseObject({ type: z.string(), schema: z.unknown() }).optional() }).optional(),
})

export function responsesCall(body: Record<string, unknown>): Call {
  const result = Body.safeParse(body)
  if (!result.success) throw new Refused(400, z.prettifyError(result.error))
  const { input, instructions, tools = [], text, previous_response_id: previous, max_output_tokens: max } = result.data
  // Local servers keep no responses.
  if (previous) throw new Refused(404, `Response with id '${previous}' not found.`, 'response_id')
  const hosted = tools.find(({ type }) => type !== 'function')
  if (hosted) throw new Refused(400, `Unsupported tool type: ${hosted.type}`, 'tools')
  const items = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input
  const said = (...roles: string[]) =>
    items.filter(({ role }) => role && roles.includes(role)).map((it) => textOf(it.content))
  return {
    endpoint: 'responses',
    body,
    format: text?.format,
    system: [instructions ?? '', ...said('system', 'developer')].join('\n').trim(),
    texts: said('user'),
    tools: tools.flatMap(({ name }) => name ?? []),
    outcomes: outcomesOf(items),
    maxTokens: max ?? 65_536,
  }
}

function outcomesOf(items: readonly z.infer<typeof Item>[]) {
  const calls = items.filter(({ type }) => type === 'function_call')
  const outputs = items.filter(({ type }) => type === 'function_call_output')
  const open = calls.find(({ call_id: id }) => !outputs.some((it) => it.call_id === id))
  if (open) throw new Refused(400, `No tool output found for function call ${open.call_id}.`, 'input')
  return outputs.map(({ call_id: id = '', output }) => {
    const call = calls.find((it) => it.call_id === id)
    if (!call) throw new Refused(400, `No tool call found for function call output with call_id ${id}.`, 'input')
    return { id, name: call.name ?? '', text: textOf(output), isError: false }
  })
}

/** Source of the shape: README.md, "Answers". */
export function responsesAnswer({ text, calls, end }: Spoken, model: string, newId: () => string): object {
  const isCut = end === 'length'
  const status = isCut ? 'incomplete' : 'completed'
  const part = end === 'refused' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] }
  return {
    id: `resp_${newId()}`,
    object: 'response',
    created_at: 1_790_000_000,
    status,
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    model,
    output: [
      ...(text ? [{ id: `msg_${newId()}`, type: 'message', role: 'assistant', status, content: [part] }] : []),
      ...calls.map(({ name, input }) => ({
        id: `fc_${newId()}`,
        type: 'function_call',
        status: 'completed',
        call_id: `call_${newId()}`,
        name,
        arguments: JSON.stringify(input),
      })),
    ],
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    usage: { input_tokens: 10, output_tokens: 10, total_tokens: 20 },
  }
}
