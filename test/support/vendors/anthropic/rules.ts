import { invalid } from './errors.ts'
import type { Block, MessagesRequest } from './request.ts'

/** What the API checks across the fields of a request. Sources: README.md, "Request" and "Structured outputs". */
export function checkRules(request: MessagesRequest): void {
  checkSampling(request)
  checkToolChoice(request)
  checkConnector(request)
  checkPairs(request)
  checkEnd(request)
  const schema = request.output_config?.format?.schema
  if (schema) checkSchema(schema)
}

function checkSampling(request: MessagesRequest): void {
  for (const field of ['temperature', 'top_p', 'top_k'] as const) {
    if (request[field] === undefined || (field !== 'top_k' && request[field] === 1)) continue
    throw invalid(`\`${field}\` is deprecated for this model.`)
  }
}

function checkToolChoice({ tool_choice, tools = [], thinking }: MessagesRequest): void {
  if (!tool_choice) return
  if (tools.length === 0) throw invalid('tool_choice: may only be specified while providing tools.')
  const forced = tool_choice.type === 'any' || tool_choice.type === 'tool'
  if (forced && thinking && thinking.type !== 'disabled') {
    throw invalid('Thinking may not be enabled when tool_choice forces tool use.')
  }
  if (tool_choice.type === 'tool' && !tools.some((tool) => 'name' in tool && tool.name === tool_choice.name)) {
    throw invalid(`Tool '${tool_choice.name}' not found in provided tools`)
  }
}

function checkConnector({ mcp_servers = [], tools = [] }: MessagesRequest): void {
  const names = mcp_servers.map(({ name }) => name)
  if (new Set(names).size < names.length) throw invalid('mcp_servers: server names must be unique')
  const toolsets = tools.flatMap((tool) => (tool.type === 'mcp_toolset' ? [tool.mcp_server_name] : []))
  for (const name of names) {
    const uses = toolsets.filter((it) => it === name).length
    if (uses === 0)
      throw invalid(`MCP server '${name}' is defined but not referenced by any \`mcp_toolset\` in \`tools\`.`)
    if (uses > 1) throw invalid(`MCP server '${name}' is referenced by more than one \`mcp_toolset\` in \`tools\`.`)
  }
  const unknown = toolsets.find((name) => !names.includes(name))
  if (unknown)
    throw invalid(`\`mcp_toolset\` references MCP server '${unknown}', which is not defined in \`mcp_servers\`.`)
}

export function blocksOf(content: string | readonly Block[]): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function checkPairs({ messages }: MessagesRequest): void {
  messages.forEach((message, index) => {
    const blocks = blocksOf(message.content)
    const next = messages[index + 1]
    const uses = blocks.flatMap((it) => (it.type === 'tool_use' ? [it.id] : []))
    const answered = next ? resultsOf(blocksOf(next.content)) : []
    const open = uses.filter((id) => !answered.includes(id))
    if (open.length > 0) {
      throw invalid(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      )
    }
    const before = index === 0 ? [] : blocksOf(messages[index - 1]!.content)
    const known = before.flatMap((it) => (it.type === 'tool_use' ? [it.id] : []))
    for (const [at, id] of resultsOf(blocks).entries()) {
      if (known.includes(id)) continue
      throw invalid(
        `messages.${index}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      )
    }
  })
}

function resultsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((it) => (it.type === 'tool_result' ? [it.tool_use_id] : []))
}

/** A paused turn is continued by its own content; otherwise the conversation ends with the user. */
function checkEnd({ messages }: MessagesRequest): void {
  const last = messages.at(-1)!
  if (last.role === 'user') return
  const block = blocksOf(last.content).at(-1)
  if (block?.type === 'mcp_tool_use' || block?.type === 'mcp_tool_result') return
  throw invalid('This model does not support assistant message prefill. The conversation must end with a user message.')
}

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems'],
  string: ['format', 'pattern'],
  number: [],
  integer: [],
  boolean: [],
  null: [],
}
const GENERAL = [
  '$schema',
  'type',
  'enum',
  'const',
  'anyOf',
  'allOf',
  '$ref',
  '$defs',
  'definitions',
  'default',
  'title',
]
const FORMATS = 'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' ')
const AT = 'output_config.format.schema'

/** The subset of JSON Schema that the API compiles. */
function checkSchema(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const node = schema as Record<string, unknown>
  const types = [node['type'] ?? []].flat().map(String)
  for (const type of types.length > 0 ? types : ['any']) checkKeywords(node, type, types)
  for (const key of ['anyOf', 'allOf'] as const) {
    for (const branch of Array.isArray(node[key]) ? node[key] : []) checkSchema(branch)
  }
  for (const key of ['properties', '$defs', 'definitions'] as const) {
    for (const branch of Object.values((node[key] as object | undefined) ?? {})) checkSchema(branch)
  }
  checkSchema(node['items'])
}

function checkKeywords(node: Record<string, unknown>, type: string, types: readonly string[]): void {
  const allowed = new Set(['description', ...GENERAL, ...types.flatMap((it) => KEYWORDS[it] ?? [])])
  const refused = Object.keys(node).filter((key) => !allowed.has(key))
  if (type === 'object' && node['additionalProperties'] !== false) {
    throw invalid(`${AT}: For 'object' type, 'additionalProperties' must be explicitly set to false`)
  }
  if (type === 'array' && ![undefined, 0, 1].includes(node['minItems'] as number | undefined)) {
    throw invalid(`${AT}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`)
  }
  if (type === 'string' && node['format'] !== undefined && !FORMATS.includes(String(node['format']))) {
    throw invalid(`${AT}: For 'string' type, 'format' value '${node['format']}' is not supported`)
  }
  if (refused.length > 0) {
    throw invalid(
      `${AT}: For '${type}' type, ${refused.length > 1 ? 'properties' : 'property'} ${refused.map((it) => `'${it}'`).join(', ')} ${refused.length > 1 ? 'are' : 'is'} not supported`,
    )
  }
}
