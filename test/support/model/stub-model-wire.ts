import type { Said } from './stub-model-scripts.ts'

/** A call of a tool as one of the two formats carries it. */
export interface Called {
  readonly name: string
  readonly args: string
}

const usage = { input: 1207, cached: 1000, output: 535, reasoning: 320 }
let made = 0

/** A Responses object with the provider's fields, as recorded traffic has them. */
export function responseObject(model: string, said: Said, before: readonly Record<string, unknown>[] = []) {
  const status = said.kind === 'incomplete' ? 'incomplete' : said.kind === 'status' ? said.status : 'completed'
  return {
    id: `resp_stub_${++made}`,
    object: 'response',
    created_at: 1761262977,
    status,
    background: false,
    error: status === 'failed' ? { code: 'server_error', message: 'The model failed to generate a response.' } : null,
    incomplete_details: said.kind === 'incomplete' ? { reason: said.reason } : null,
    instructions: null,
    metadata: {},
    model: `${model}-2026-10-26`,
    output: [...before, ...messagesOf(said)],
    parallel_tool_calls: true,
    store: false,
    tool_choice: 'auto',
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.reasoning },
      total_tokens: usage.input + usage.output,
    },
    user: null,
  }
}

function messagesOf(said: Said): Record<string, unknown>[] {
  const message = (content: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    id: `msg_stub_${++made}`,
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [content],
    ...more,
  })
  if (said.kind === 'refusal') return [message({ type: 'refusal', refusal: said.text })]
  if (said.kind === 'incomplete') return [message({ type: 'output_text', text: '{"action":"bu', annotations: [] })]
  if (said.kind !== 'texts') return []
  return said.texts.map((text, index) => {
    const phase = said.phases?.[index]
    return message({ type: 'output_text', text, annotations: [] }, phase === undefined ? {} : { phase })
  })
}

export function functionCallItems(calls: readonly Called[]): Record<string, unknown>[] {
  return calls.map(({ name, args }) => ({
    id: `fc_stub_${++made}`,
    call_id: `call_stub_${made}`,
    type: 'function_call',
    status: 'completed',
    name,
    arguments: args,
  }))
}

/** A chat completion; what this format has no words for becomes an answer without content. */
export function completionObject(model: string, said: Said, calls: readonly Called[] = []) {
  const texts = said.kind === 'texts' ? said.texts : said.kind === 'incomplete' ? ['{"action":"bu'] : [null]
  const reasons = { max_output_tokens: 'length', content_filter: 'content_filter' } as const
  const finish = said.kind === 'incomplete' ? reasons[said.reason] : calls.length > 0 ? 'tool_calls' : 'stop'
  const tool_calls = calls.map(({ name, args }) => ({
    id: `call_stub_${++made}`,
    type: 'function',
    function: { name, arguments: args },
  }))
  return {
    id: `chatcmpl-stub-${++made}`,
    object: 'chat.completion',
    created: 1761262977,
    model,
    choices: texts.map((content, index) => ({
      index,
      finish_reason: finish,
      message: {
        role: 'assistant',
        content: tool_calls.length > 0 ? null : content,
        refusal: said.kind === 'refusal' ? said.text : null,
        ...(tool_calls.length > 0 ? { tool_calls } : {}),
      },
    })),
    usage: {
      prompt_tokens: usage.input,
      prompt_tokens_details: { cached_tokens: usage.cached },
      completion_tokens: usage.output,
      completion_tokens_details: { reasoning_tokens: usage.reasoning },
      total_tokens: usage.input + usage.output,
    },
  }
}
