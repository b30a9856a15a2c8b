import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages'
import type { Decider, DecisionRequest } from '../../ports/decider.ts'
import type { AcceptedFeatures } from '../accepted-features.ts'
import { ALLOWED_TOOLS, MAX_TOOL_CALLS } from '../allowed-tools.ts'
import { bearerOf, type ModelDeciderOptions, modelDecider, overBudget, type Settings } from '../model-decider.ts'
import { failed, type Reading, readDecision } from '../read-decision.ts'
import { formInWords } from '../response-format.ts'
import type { Tally } from '../tally.ts'
import { userMessage } from '../user-message.ts'
import { type AnthropicClient, anthropicClient, anthropicFeatures } from './client.ts'
import { type Block, finalTextOf, messageOf, stopFailure } from './read-message.ts'
import { commonOf, REQUEST_FEATURES } from './request.ts'

export { beginAnthropic } from './dialect.ts'

const BETA = 'mcp-client-2025-11-20'
const SERVER = 'optionwire'
/** The vendor pauses a turn after about ten calls, so twelve calls need two turns; a few more may only think. */
const MAX_TURNS = 4

/**
 * The provider calls the tools through its MCP connector.
 * https://platform.claude.com/docs/en/agents-and-tools/mcp-connector
 */
export function anthropicConnectorDecider(options: ModelDeciderOptions): Decider {
  const accepted = anthropicFeatures()
  return modelDecider('remote_mcp', options, (...request) => ask(accepted, ...request))
}

async function ask(
  accepted: AcceptedFeatures,
  request: DecisionRequest,
  settings: Settings,
  signal: AbortSignal,
  tally: Tally,
): Promise<Reading> {
  const client = await anthropicClient(settings, signal)
  const message = userMessage(request, settings.random())
  tally.message = message
  const content: Block[] = []
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const reason = settings.reached()
    if (reason !== null) return overBudget(reason)
    const answer = messageOf(await send(client, { settings, accepted, message, content }), tally)
    if (answer === undefined) return failed('The model provider answered with something that is no message.')
    content.push(...answer.content)
    countCalls(content, tally)
    const failure = stopFailure(answer) ?? callFailure(content)
    if (failure !== undefined) return failed(failure)
    if (answer.stop_reason !== 'pause_turn') return readDecision(finalTextOf(content))
  }
  return failed(`The model did not decide in ${MAX_TURNS} turns.`)
}

interface Conversation {
  readonly settings: Settings
  readonly accepted: AcceptedFeatures
  readonly message: string
  /** What the model has said in turns that were paused. */
  readonly content: readonly Block[]
}

function send({ call }: AnthropicClient, { settings, accepted, message, content }: Conversation): Promise<unknown> {
  const isSpent = content.filter(({ type }) => type === 'mcp_tool_use').length >= MAX_TOOL_CALLS
  return accepted.send(REQUEST_FEATURES, () => {
    const texts = [message, formInWords(accepted)].filter((text) => text !== undefined)
    const messages: BetaMessageParam[] = [
      { role: 'user', content: texts.map((text) => ({ type: 'text' as const, text })) },
      ...(content.length > 0 ? [pausedTurn(content)] : []),
    ]
    return call((client, options) =>
      client.beta.messages.create(
        {
          ...commonOf(settings, accepted, true),
          mcp_servers: [{ type: 'url', name: SERVER, url: settings.mcpUrl, authorization_token: tokenOf(settings) }],
          tools: [
            {
              type: 'mcp_toolset',
              mcp_server_name: SERVER,
              default_config: { enabled: false },
              configs: Object.fromEntries(ALLOWED_TOOLS.map((name) => [name, { enabled: true }])),
            },
          ],
          ...(isSpent && { tool_choice: { type: 'none' as const } }),
          messages,
          betas: [BETA],
        },
        options,
      ),
    )
  })
}

/** A turn is gone on with by its own content; blocks of answers and of requests differ only in the names of their types. */
function pausedTurn(content: readonly Block[]): BetaMessageParam {
  return { role: 'assistant', content: content as unknown as Extract<BetaMessageParam['content'], unknown[]> }
}

/** The connector adds the word Bearer itself. */
function tokenOf(settings: Settings): string {
  return bearerOf(settings).slice('Bearer '.length)
}

function countCalls(content: readonly Block[], tally: Tally): void {
  const results = content.filter(({ type }) => type === 'mcp_tool_result')
  const uses = content.filter(({ type }) => type === 'mcp_tool_use')
  tally.toolCalls = uses.length
  tally.failedToolCalls = results.filter((result) => result['is_error'] === true).length
  tally.toolUses = uses.map((use) => {
    const result = results.find((it) => it['tool_use_id'] === use['id'])
    return {
      tool: String(use['name']),
      argumentsText: JSON.stringify(use['input'] ?? {}),
      ok: result !== undefined && result['is_error'] !== true,
      text: result === undefined ? '' : wordsOf(result['content']),
      latencyMs: null,
    }
  })
}

/** A decision is worth nothing when every look at the market failed. */
function callFailure(content: readonly Block[]): string | undefined {
  const results = content.filter(({ type }) => type === 'mcp_tool_result')
  if (results.length === 0 || results.some((result) => result['is_error'] !== true)) return undefined
  return `MCP unavailable: all ${results.length} tool calls failed, the first with: ${wordsOf(results[0]?.['content'])}`
}

function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return 'no cause given'
  return content.map((part: unknown) => (isText(part) ? part.text : '')).join(' ')
}

function isText(part: unknown): part is { readonly text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
}
