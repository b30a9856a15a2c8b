import { z } from 'zod'
import { invalid } from './errors.ts'

/**
 * The body of `POST /v1/messages` as the types of the official SDK give it. The API refuses a field that it does not
 * know, and so do these schemas. Source: README.md, "Request".
 */
const Cache = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).nullish()
const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  cache_control: Cache,
  citations: z.array(z.unknown()).nullish(),
})
const Texts = z.union([z.string(), z.array(Text)])
const ToolId = z.string().regex(/^[a-zA-Z0-9_-]+$/)

const Block = z.discriminatedUnion('type', [
  Text,
  z.strictObject({
    type: z.literal('tool_use'),
    id: ToolId,
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    cache_control: Cache,
    caller: z.unknown().optional(),
    toolset_name: z.string().nullish(),
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: ToolId,
    content: Texts.optional(),
    is_error: z.boolean().optional(),
    cache_control: Cache,
  }),
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.strictObject({
    type: z.literal('mcp_tool_use'),
    id: ToolId,
    name: z.string(),
    server_name: z.string(),
    input: z.record(z.string(), z.unknown()),
    cache_control: Cache,
  }),
  z.strictObject({
    type: z.literal('mcp_tool_result'),
    tool_use_id: ToolId,
    content: Texts.optional(),
    is_error: z.boolean().optional(),
    cache_control: Cache,
  }),
])
const ListedTool = z.strictObject({
  name: z.string(),
  description: z.string().nullish(),
  input_schema: z.record(z.string(), z.unknown()),
})
const Listing = z.strictObject({
  type: z.literal('mcp_tool_listing'),
  mcp_server_name: z.string(),
  tools: z.array(ListedTool),
})
const PinningBlock = z.discriminatedUnion('type', [...Block.options, Listing])
export type Block = z.infer<typeof PinningBlock>

const ClientTool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  cache_control: Cache,
  defer_loading: z.boolean().optional(),
  allowed_callers: z.array(z.string()).optional(),
  eager_input_streaming: z.boolean().nullish(),
  input_examples: z.array(z.record(z.string(), z.unknown())).optional(),
})
const ToolConfig = z.strictObject({ enabled: z.boolean().optional(), defer_loading: z.boolean().optional() })
const McpToolset = z.strictObject({
  type: z.literal('mcp_toolset'),
  mcp_server_name: z.string(),
  default_config: ToolConfig.optional(),
  configs: z.record(z.string(), ToolConfig).nullish(),
  cache_control: Cache,
})
const PinnedToolset = McpToolset.extend({ tools: z.array(ListedTool).nullish() })
const McpServer = z.strictObject({
  type: z.literal('url'),
  url: z.string().startsWith('https://', "URL must start with 'https://'"),
  name: z.string().min(1),
  authorization_token: z.string().nullish(),
})

const Parallel = { disable_parallel_tool_use: z.boolean().optional() }
const ToolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), ...Parallel }),
  z.strictObject({ type: z.literal('any'), ...Parallel }),
  z.strictObject({ type: z.literal('tool'), name: z.string(), ...Parallel }),
  z.strictObject({ type: z.literal('none') }),
])
const Thinking = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('disabled') }),
  z.strictObject({ type: z.literal('adaptive'), display: z.string().nullish() }),
  z.strictObject({ type: z.literal('between_tools') }),
  z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024), display: z.string().nullish() }),
])

const fields = {
  model: z.string(),
  max_tokens: z.int().min(1),
  system: Texts.optional(),
  stop_sequences: z.array(z.string()).optional(),
  stream: z.boolean().optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  top_p: z.number().min(0).max(1).optional(),
  thinking: Thinking.optional(),
  tool_choice: ToolChoice.optional(),
  metadata: z.strictObject({ user_id: z.string().max(512).nullish() }).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  cache_control: Cache,
  inference_geo: z.string().nullish(),
  speed: z.enum(['standard', 'fast']).nullish(),
  user_profile_id: z.string().optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).nullish(),
    })
    .optional(),
}

const messages = (block: z.ZodType<Block>) =>
  z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.union([z.string(), z.array(block)]) }))
    .min(1, 'at least one message is required')
const Plain = z.strictObject({ ...fields, messages: messages(Block), tools: z.array(ClientTool).optional() })
const WithConnector = Plain.extend({
  tools: z.array(z.union([McpToolset, ClientTool])).optional(),
  mcp_servers: z.array(McpServer).max(20).optional(),
})
const WithPinning = WithConnector.extend({
  messages: messages(PinningBlock),
  tools: z.array(z.union([PinnedToolset, ClientTool])).optional(),
})
export type MessagesRequest = z.infer<typeof WithPinning>

/** Without one of the two, the API does not know the fields of the connector. Source: README.md, "MCP connector". */
export const CONNECTOR_BETA = 'mcp-client-2025-11-20'
/** The later one also reports the tools that it listed, as a block of the answer. */
export const PINNING_BETA = 'mcp-client-2026-09-15'

/** Throws the vendor's 400, which names the first wrong field as `messages.0.content.0.text: …`. */
export function parseRequest(body: unknown, betas: readonly string[]): MessagesRequest {
  const schema = betas.includes(PINNING_BETA) ? WithPinning : betas.includes(CONNECTOR_BETA) ? WithConnector : Plain
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalid(complaintOf(result.error.issues[0]!, body))
}

function complaintOf(issue: z.core.$ZodIssue, body: unknown): string {
  // A union reports nothing by itself: the branch that comes furthest names the field.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0]!
    return complaintOf({ ...deepest, path: [...issue.path, ...deepest.path] }, body)
  }
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return `${[...issue.path, issue.keys[0]].join('.')}: Extra inputs are not permitted`
  }
  return `${path}: ${isMissing(body, issue.path) ? 'Field required' : issue.message}`
}

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  return path.reduce((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], body) === undefined
}
