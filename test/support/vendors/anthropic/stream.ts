import type { Message } from './server.ts'

interface ContentBlock {
  readonly type?: string
  readonly text?: string
  readonly input?: unknown
}

/** The same message as server-sent events. Source: README.md, "Streaming". */
export function streamOf(message: Message): string {
  const { content, stop_reason, stop_sequence, stop_details, usage, ...rest } = message
  const start = { ...rest, content: [], stop_reason: null, stop_sequence: null, stop_details: null, usage }
  const events = [
    { type: 'message_start', message: start },
    ...content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence, stop_details, container: null },
      usage: { output_tokens: usage.output_tokens },
    },
    { type: 'message_stop' },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

function blockEvents(block: ContentBlock, index: number) {
  const isCall = block.type === 'tool_use' || block.type === 'mcp_tool_use'
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    : { type: 'text_delta', text: block.text }
  const empty = isCall ? { ...block, input: {} } : { ...block, text: '' }
  // A result of the connector arrives whole.
  const whole = block.type === 'mcp_tool_result' || block.type === 'mcp_tool_listing'
  return [
    { type: 'content_block_start', index, content_block: whole ? block : empty },
    ...(whole ? [] : [{ type: 'content_block_delta', index, delta }]),
    { type: 'content_block_stop', index },
  ]
}
