import { once } from '../../../lib/async/once.ts'
import { isSecret } from '../../../lib/text/safe-text.ts'
import type { Decider, DecisionRequest } from '../../ports/decider.ts'
import { MAX_TOOL_CALLS } from '../allowed-tools.ts'
import type { Begin, Dialect, ToolCall, ToolResult, Turn } from '../dialect.ts'
import { bearerOf, type ModelDeciderOptions, modelDecider, overBudget, type Settings } from '../model-decider.ts'
import { wordsOf } from '../provider-error.ts'
import { failed, type Reading, readDecision } from '../read-decision.ts'
import type { Tally } from '../tally.ts'
import { userMessage } from '../user-message.ts'
import { beginOpenAi } from './begin-openai.ts'
import { HOLDINGS_LINE, withHoldings } from './holdings-tool.ts'
import type { ToolSession, Wait } from './tool-session.ts'

export interface LocalMcpOptions extends ModelDeciderOptions {
  /** How the tool server is shown who asks: one bearer value (as in `remote_mcp`), or the service's two headers. */
  readonly credentials?: 'bearer' | 'two_headers'
  /** For one tool call, 20 s, and for all together, 90 s. */
  readonly toolTimeoutMs?: number
  readonly toolsTimeoutMs?: number
  /** How a tool server is waited for that has had enough for the minute. */
  readonly wait?: Wait
}

const TOOL_TIMEOUT_MS = 20_000
const TOOLS_TIMEOUT_MS = 90_000

const sessions = once(() => import('./tool-session.ts'))

/**
 * This process calls the tools: an MCP client, and a bounded loop against a model. Without `begin` the model speaks one of
 * OpenAI's formats.
 */
export function localMcpDecider(options: LocalMcpOptions, begin: Begin = beginOpenAi(options.provider)): Decider {
  async function ask(
    request: DecisionRequest,
    settings: Settings,
    signal: AbortSignal,
    tally: Tally,
  ): Promise<Reading> {
    const session = await toolSession(settings, signal)
    if (typeof session === 'string') return failed(session)
    await using open = withHoldings(session, request)
    const message = userMessage(request, settings.random(), request.readHeld && HOLDINGS_LINE)
    tally.message = message
    const bounds = boundsOf(options, settings, tally)
    const { fingerprint } = request
    const { dialect, turn } = await begin({ settings, signal, message, fingerprint, tally }, open.tools)
    // Awaited here: the session closes when this function ends.
    return await converse(dialect, turn, open, bounds)
  }

  async function toolSession(settings: Settings, signal: AbortSignal): Promise<ToolSession | string> {
    const { openToolSession } = await sessions()
    const headers = headersOf(settings, options.credentials ?? 'bearer')
    const { mcpUrl: url, apiKey, serviceToken } = settings
    const listTimeoutMs = options.toolTimeoutMs ?? TOOL_TIMEOUT_MS
    try {
      const secrets = [apiKey, serviceToken, bearerOf(settings).slice('Bearer '.length)].filter(isSecret)
      const waiting = options.wait && { wait: options.wait }
      const session = await openToolSession({ url, headers, secrets, listTimeoutMs, ...waiting }, signal)
      return session.tools.length > 0
        ? session
        : 'MCP tool list failed: MCP_URL offers none of the tools that are allowed.'
    } catch (error) {
      signal.throwIfAborted()
      return `MCP tool list failed: ${wordsOf(error)} (MCP_URL, SERVICE_EMAIL and SERVICE_TOKEN say where and as whom.)`
    }
  }

  return modelDecider('local_mcp', options, ask)
}

/** What may still be looked up: twelve calls, and a time for all of them. */
interface Bounds {
  readonly tally: Tally
  readonly monotonicMs: () => number
  readonly toolTimeoutMs: number
  leftMs: number
  /** What the first tool that failed said. */
  firstFailure: string
  /** Why no further request may be sent to the model, or null. */
  readonly reached: Settings['reached']
}

function boundsOf(
  { toolTimeoutMs, toolsTimeoutMs, monotonicMs }: LocalMcpOptions,
  { reached }: Settings,
  tally: Tally,
): Bounds {
  const leftMs = toolsTimeoutMs ?? TOOLS_TIMEOUT_MS
  return { tally, monotonicMs, toolTimeoutMs: toolTimeoutMs ?? TOOL_TIMEOUT_MS, leftMs, firstFailure: '', reached }
}

async function converse(dialect: Dialect, first: Turn, session: ToolSession, bounds: Bounds): Promise<Reading> {
  let turn = first
  while (turn.failure === undefined && turn.calls.length > 0) {
    const reason = bounds.reached()
    if (reason !== null) return overBudget(reason)
    dialect.answer(await lookUp(turn.calls, session, bounds))
    if (isSpent(bounds)) break
    turn = await dialect.ask(session.tools)
  }
  if (turn.failure !== undefined) return failed(turn.failure)
  const { toolCalls, failedToolCalls } = bounds.tally
  if (toolCalls > 0 && failedToolCalls === toolCalls)
    return failed(`MCP unavailable: all ${toolCalls} tool calls failed, the first with: ${bounds.firstFailure}`)
  const reason = bounds.reached()
  if (reason !== null) return overBudget(reason)
  return readDecision(await dialect.conclude(session.tools))
}

/** One call after the other; those beyond the bounds are answered without being made. */
async function lookUp(calls: readonly ToolCall[], session: ToolSession, bounds: Bounds): Promise<ToolResult[]> {
  const results: ToolResult[] = []
  for (const { id, name, argumentsText } of calls) {
    if (isSpent(bounds)) {
      results.push({ id, name, ok: false, text: 'No more tools can be called.' })
      continue
    }
    const startedMs = bounds.monotonicMs()
    const { ok, text } = await session.call(name, argumentsText, Math.min(bounds.toolTimeoutMs, bounds.leftMs))
    const latencyMs = bounds.monotonicMs() - startedMs
    bounds.leftMs -= latencyMs
    bounds.tally.toolUses.push({ tool: name, argumentsText, ok, text, latencyMs: Math.round(latencyMs) })
    bounds.tally.toolCalls++
    if (!ok && bounds.tally.failedToolCalls++ === 0) bounds.firstFailure = text
    results.push({ id, name, ok, text })
  }
  return results
}

function isSpent({ tally, leftMs }: Bounds): boolean {
  return tally.toolCalls >= MAX_TOOL_CALLS || leftMs <= 0
}

function headersOf(settings: Settings, credentials: 'bearer' | 'two_headers'): Record<string, string> {
  if (credentials === 'bearer') return { Authorization: bearerOf(settings) }
  return { 'X-USER-EMAIL': settings.serviceEmail, 'X-USER-TOKEN': settings.serviceToken }
}
