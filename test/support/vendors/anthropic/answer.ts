import { type Model, type ModelReply, type ModelView, type ToolOutcome, tokensIn } from '../model.ts'
import type { ConnectorTool } from './connector.ts'
import type { Block, MessagesRequest } from './request.ts'
import { blocksOf } from './rules.ts'

export interface Answer {
  readonly content: readonly object[]
  readonly stopReason: string
}

interface Turn {
  readonly request: MessagesRequest
  readonly model: Model
  readonly connector: readonly ConnectorTool[]
  readonly newId: (prefix: string) => string
  /** Calls of connector tools after which a turn is paused. */
  readonly pauseAfter: number
  /** What stands before all else in the answer. */
  readonly prefix: readonly object[]
}

/** One response: the model is asked again after each connector tool, up to the limit of the server's loop. */
export async function answerTurn(turn: Turn): Promise<Answer> {
  const content: object[] = [...turn.prefix]
  const outcomes = outcomesOf(turn.request)
  for (let used = 0; ; ) {
    const reply = turn.model(viewOf(turn, outcomes))
    if (reply.end === 'refused') return { content: [...turn.prefix], stopReason: 'refusal' }
    const cut = withText(content, reply, turn.request.max_tokens)
    if (cut) return { content, stopReason: 'max_tokens' }
    const calls = reply.calls ?? []
    const remote = calls.filter(({ name }) => turn.connector.some((tool) => tool.name === name))
    for (const { name, input } of remote) {
      const tool = turn.connector.find((it) => it.name === name)!
      const id = turn.newId('mcptoolu')
      const { text, isError } = await tool.connection.call(name, input)
      content.push({ type: 'mcp_tool_use', id, name, server_name: tool.server, input })
      content.push({ type: 'mcp_tool_result', tool_use_id: id, is_error: isError, content: [textBlock(text)] })
      outcomes.push({ id, name, text, isError })
      used++
    }
    const local = calls.filter((call) => !remote.includes(call))
    for (const { name, input } of local) {
      content.push({ type: 'tool_use', id: turn.newId('toolu'), name, input, caller: { type: 'direct' } })
    }
    if (local.length > 0) return { content, stopReason: 'tool_use' }
    if (remote.length === 0) return { content, stopReason: 'end_turn' }
    if (used >= turn.pauseAfter) return { content, stopReason: 'pause_turn' }
  }
}

function textBlock(text: string) {
  return { type: 'text', text, citations: null }
}

/** Adds the text as far as the token limit allows, and reports whether it was cut. */
function withText(content: object[], { text = '', end }: ModelReply, maxTokens: number): boolean {
  const kept = end === 'truncated' ? text.slice(0, Math.ceil(text.length / 2)) : text.slice(0, maxTokens * 4)
  if (kept) content.push(textBlock(kept))
  return end === 'truncated' || tokensIn(text) > maxTokens
}

function viewOf({ request, connector }: Turn, outcomes: readonly ToolOutcome[]): ModelView {
  const local = (request.tools ?? []).flatMap((tool) => (tool.type === 'mcp_toolset' ? [] : [tool.name]))
  const names = [...local, ...connector.map(({ name }) => name)]
  return {
    system: plain(request.system),
    texts: request.messages.flatMap(({ role, content }) => (role === 'user' ? textsOf(blocksOf(content)) : [])),
    tools: request.tool_choice?.type === 'none' ? [] : names,
    results: [...outcomes],
    schema: request.output_config?.format?.schema,
  }
}

function outcomesOf({ messages }: MessagesRequest): ToolOutcome[] {
  const blocks = messages.flatMap(({ content }) => blocksOf(content))
  const names = new Map(
    blocks.flatMap((it) => (it.type === 'tool_use' || it.type === 'mcp_tool_use' ? [[it.id, it.name] as const] : [])),
  )
  return blocks.flatMap((it) =>
    it.type === 'tool_result' || it.type === 'mcp_tool_result'
      ? [
          {
            id: it.tool_use_id,
            name: names.get(it.tool_use_id) ?? '',
            text: plain(it.content),
            isError: it.is_error === true,
          },
        ]
      : [],
  )
}

function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((it) => (it.type === 'text' ? [it.text] : []))
}

function plain(content: string | readonly { readonly text: string }[] | undefined): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n')
}
