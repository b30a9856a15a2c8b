import type { Decider, DecisionRequest } from '../../../ports/decider.ts'
import { ALLOWED_TOOLS, MOST_OUTPUT_TOKENS, MOST_TOOL_CALLS } from '../allowed-tools.ts'
import { DECISION_NAME, DECISION_SCHEMA } from '../decision-format.ts'
import { INSTRUCTIONS } from '../instructions.ts'
import { bearerOf, type ModelDeciderOptions, modelDecider, type Settings } from '../model-decider.ts'
import { openProvider, reasoningOf } from '../provider.ts'
import { failed, type Reading } from '../read-decision.ts'
import { responseOf } from '../read-response.ts'
import type { Tally } from '../tally.ts'
import { userMessage } from '../user-message.ts'
import { readHosted } from './read-hosted.ts'

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
  return readHosted(response, tally)
}
