import type { Decider, DecisionRequest } from '../../../ports/decider.ts'
import { ALLOWED_TOOLS, MOST_OUTPUT_TOKENS, MOST_TOOL_CALLS } from '../allowed-tools.ts'
import { DECISION_NAME, DECISION_SCHEMA } from '../decision-format.ts'
import { INSTRUCTIONS } from '../instructions.ts'
import { bearerOf, type ModelDeciderOptions, modelDecider, type Settings } from '../model-decider.ts'
import { openProvider, reasoningOf } from '../provider.ts'
import { failed, type Reading, readDecision } from '../read-decision.ts'
import {
  finalTextOf,
  itemsOf,
  type ModelResponse,
  type OutputItem,
  responseOf,
  statusFailure,
} from '../read-response.ts'
import type { Tally } from '../tally.ts'
import { userMessage } from '../user-message.ts'

/**
 * The provider calls the tools: one Responses request with the MCP server as a tool that needs no approval.
 * https://developers.openai.com/api/docs/guides/tools-connectors-mcp
 */
export function remoteMcpDecider(options: ModelDeciderOptions): Decider {
  return modelDecider('remote_mcp', options, ask)
}

async function ask(request: DecisionRequest, settings: Settings, signal: AbortSignal, tally: Tally): Promise<Reading> {
  const { client, callOptions } = await openProvider(settings, signal)
  const answer: unknown = await client.responses.create(
    {
      model: settings.model,
      instructions: INSTRUCTIONS,
      input: [{ role: 'user', content: userMessage(request, settings.random()) }],
      tools: [
        {
          type: 'mcp',
          server_label: 'optionwire',
          server_url: settings.mcpUrl,
          headers: { Authorization: bearerOf(settings) },
          require_approval: 'never',
          allowed_tools: [...ALLOWED_TOOLS],
        },
      ],
      max_tool_calls: MOST_TOOL_CALLS,
      max_output_tokens: MOST_OUTPUT_TOKENS,
      store: false,
      text: { format: { type: 'json_schema', name: DECISION_NAME, strict: true, schema: DECISION_SCHEMA } },
      metadata: { fingerprint: request.fingerprint },
      ...reasoningOf(settings.model),
    },
    callOptions(),
  )
  const response = responseOf(answer, tally)
  if (response === undefined) return failed('The model provider answered with something that is no response.')
  return readResponse(response, tally)
}

/** The SDK's own parsing lets refusals, failures and a second message pass, so the output is read here. */
function readResponse(response: ModelResponse, tally: Tally): Reading {
  const calls = itemsOf(response, 'mcp_call')
  tally.toolCalls = calls.length
  tally.failedToolCalls = calls.filter(hasFailed).length
  const failure = statusFailure(response) ?? toolFailure(response, tally)
  return failure === undefined ? readDecision(finalTextOf(response)) : failed(failure)
}

function toolFailure(response: ModelResponse, { toolCalls, failedToolCalls }: Tally): string | undefined {
  const listing = itemsOf(response, 'mcp_list_tools').find(hasFailed)
  if (listing !== undefined) return `MCP tool list failed: ${wordsOf(listing['error'])}`
  if (toolCalls === 0 || failedToolCalls < toolCalls) return undefined
  const [call] = itemsOf(response, 'mcp_call')
  return `MCP unavailable: all ${toolCalls} tool calls failed, the first with: ${wordsOf(call?.['error'])}`
}

function hasFailed({ error, status }: OutputItem): boolean {
  return (error !== null && error !== undefined) || status === 'failed' || status === 'incomplete'
}

function wordsOf(error: unknown): string {
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? 'no cause given')
}
