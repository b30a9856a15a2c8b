import type { Decider, DecisionRequest } from '../../ports/decider.ts'
import { type AcceptedFeatures, acceptedFeatures } from '../accepted-features.ts'
import { ALLOWED_TOOLS, MAX_OUTPUT_TOKENS, MAX_TOOL_CALLS } from '../allowed-tools.ts'
import { bearerOf, type ModelDeciderOptions, modelDecider, type Settings } from '../model-decider.ts'
import { openProvider, reasoningOf } from '../provider.ts'
import { failed, type Reading } from '../read-decision.ts'
import { responseOf } from '../read-response.ts'
import { FORM_FEATURES, formInWords, textFormat } from '../response-format.ts'
import type { Tally } from '../tally.ts'
import { userMessage } from '../user-message.ts'
import { readHosted } from './read-hosted.ts'

/**
 * The provider calls the tools: one Responses request with the MCP server as a tool that needs no approval.
 * https://developers.openai.com/api/docs/guides/tools-connectors-mcp
 */
export function remoteMcpDecider(options: ModelDeciderOptions): Decider {
  const accepted = acceptedFeatures(options.provider)
  return modelDecider('remote_mcp', options, (...request) => ask(accepted, ...request))
}

async function ask(
  accepted: AcceptedFeatures,
  request: DecisionRequest,
  settings: Settings,
  signal: AbortSignal,
  tally: Tally,
): Promise<Reading> {
  const { client, callOptions } = await openProvider(settings, signal)
  const message = userMessage(request, settings.random())
  tally.message = message
  const answer: unknown = await accepted.send(['metadata', 'reasoning', ...FORM_FEATURES], () => {
    const form = formInWords(accepted)
    return client.responses.create(
      {
        model: settings.model,
        instructions: settings.instructions,
        input: [message, form].filter((text) => text !== undefined).map((content) => ({ role: 'user', content })),
        tools: [hostedTools(settings)],
        max_tool_calls: MAX_TOOL_CALLS,
        max_output_tokens: MAX_OUTPUT_TOKENS,
        store: false,
        ...textFormat(accepted),
        ...(accepted.has('metadata') && { metadata: { fingerprint: request.fingerprint } }),
        ...(accepted.has('reasoning') && reasoningOf(settings.model)),
      },
      callOptions(),
    )
  })
  const response = responseOf(answer, tally)
  if (response === undefined) return failed('The model provider answered with something that is no response.')
  return readHosted(response, tally, !accepted.isStrict())
}

function hostedTools(settings: Settings) {
  return {
    type: 'mcp' as const,
    server_label: 'optionwire',
    server_url: settings.mcpUrl,
    headers: { Authorization: bearerOf(settings) },
    require_approval: 'never' as const,
    allowed_tools: [...ALLOWED_TOOLS],
  }
}
