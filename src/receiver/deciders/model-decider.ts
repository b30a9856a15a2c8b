import { untilAborted } from '../../lib/async/until-aborted.ts'
import { safeText } from '../../lib/text/safe-text.ts'
import { type OneDecisionBudget, oneDecisionReason } from '../domain/budget.ts'
import type { Decider, DecisionMode, DecisionOutcome, DecisionRequest, LlmProvider } from '../ports/decider.ts'
import { INSTRUCTIONS, promptVersionOf } from './instructions.ts'
import { estimatedCostUsd } from './prices.ts'
import { isVendor } from './provider.ts'
import { isProviderFault, providerFailure } from './provider-error.ts'
import { failed, type Reading } from './read-decision.ts'
import { evidenceOf, newTally, type Tally, usageOf } from './tally.ts'

/** What both ways of asking a model need. */
export interface ModelDeciderOptions {
  /** LLM_PROVIDER. */
  readonly provider: LlmProvider
  /** The provider's key: see KEY_SETTINGS. */
  readonly apiKey: string | undefined
  /** OPENAI_MODEL or that of the provider. */
  readonly model: string
  /** OPENAI_BASE_URL or that of the provider; the vendor's own address when absent. */
  readonly baseUrl?: string | undefined
  /** LLM_TIMEOUT_MS: for the whole decision, repeats and tool calls included. At most five minutes (limit of `fetch`). */
  readonly timeoutMs: number
  /** MCP_URL, asked for when a decision is due: the own address is known only once the service listens. */
  readonly mcpUrl: () => string
  /** SERVICE_EMAIL and SERVICE_TOKEN: what the tool server is asked with. */
  readonly serviceEmail: string | undefined
  readonly serviceToken: string | undefined
  /** Instructions of the model; those of the service if absent. Only a replay tries others. */
  readonly instructions?: string
  /** Bounds of one decision; none when absent. Read before each request, so the one under way may exceed them. */
  readonly budget?: OneDecisionBudget
  /** Milliseconds that only grow, for latencies. */
  readonly monotonicMs: () => number
  /** A text that nobody can guess, another one each time. */
  readonly random: () => string
}

/** The settings that hold the keys. */
export const KEY_SETTINGS: Readonly<Record<LlmProvider, string>> = {
  openai: 'OPENAI_API_KEY',
  compatible: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GEMINI_API_KEY',
}

/** The options with every setting present. */
export type Settings = Omit<ModelDeciderOptions, 'mcpUrl' | 'budget' | 'instructions'> & {
  readonly instructions: string
  /** Why no further request may be sent, or null. */
  readonly reached: () => string | null
  readonly mcpUrl: string
  readonly apiKey: string
  readonly serviceEmail: string
  readonly serviceToken: string
}

export type Ask = (request: DecisionRequest, settings: Settings, signal: AbortSignal, tally: Tally) => Promise<Reading>

/**
 * A decider around a way of asking: missing settings, time limit, abort, redaction and usage are the same for all. One
 * signal ends everything, so that whatever hangs costs the time limit once.
 */
export function modelDecider(mode: DecisionMode, options: ModelDeciderOptions, ask: Ask): Decider {
  const { apiKey, serviceEmail, serviceToken, monotonicMs, instructions = INSTRUCTIONS } = options
  const pair = serviceToken === undefined ? undefined : `${serviceEmail}:${serviceToken}`
  const safe = safeText([apiKey, serviceToken, pair])
  const atVendor = isVendor(options.baseUrl)
  const promptVersion = promptVersionOf(instructions)

  async function decide(request: DecisionRequest, signal: AbortSignal): Promise<DecisionOutcome> {
    const startedMs = monotonicMs()
    const tally = newTally(options.model)
    const reading = await read(request, signal, tally)
    const decidedBy = { mode, provider: options.provider, promptVersion }
    const usage = usageOf(decidedBy, tally, Math.round(monotonicMs() - startedMs), atVendor)
    if (reading.ok) return { ...reading, usage, evidence: [evidenceOf(tally, usage, null)] }
    const error = safe(reading.error)
    return { ...reading, error, usage, evidence: [evidenceOf(tally, usage, error)] }
  }

  async function read(request: DecisionRequest, signal: AbortSignal, tally: Tally): Promise<Reading> {
    const deadline = AbortSignal.timeout(options.timeoutMs)
    const both = AbortSignal.any([signal, deadline])
    try {
      const settings = settingsOf(options, () => reachedBudget(options, request, tally))
      if (typeof settings === 'string') return failed(`${settings} is not set: no model was asked.`)
      both.throwIfAborted()
      const bound = settings.reached()
      if (bound !== null) return overBudget(bound)
      return await untilAborted(ask(request, settings, both, tally), both)
    } catch (error) {
      if (signal.aborted) return failed('The decision was stopped.')
      if (deadline.aborted) return faulty(`The model timed out after ${options.timeoutMs} ms.`)
      return failureOf(error, options.provider)
    }
  }

  return { mode, decide }
}

function failureOf(error: unknown, provider: LlmProvider): Reading {
  const text = providerFailure(error, KEY_SETTINGS[provider])
  return isProviderFault(error) ? faulty(text) : failed(text)
}

function faulty(error: string): Reading {
  return { ok: false, error, isProviderFault: true }
}

/** The end of a decision that may cost no more. */
export function overBudget(reason: string): Reading {
  return { ok: false, error: reason, isSkip: true }
}

function reachedBudget(
  { budget, baseUrl }: ModelDeciderOptions,
  { spent = { tokens: 0, usd: 0 } }: DecisionRequest,
  tally: Tally,
): string | null {
  if (budget === undefined) return null
  const input = tally.inputTokens ?? 0
  const output = tally.outputTokens ?? 0
  const own = isVendor(baseUrl) ? estimatedCostUsd({ ...tally, inputTokens: input, outputTokens: output }) : null
  const usd = own === null || spent.usd === null ? null : spent.usd + own
  return oneDecisionReason(budget, { tokens: spent.tokens + input + output, usd })
}

/** What the tool server is shown. Base64 is an encoding: the value is a secret. */
export function bearerOf({ serviceEmail, serviceToken }: Settings): string {
  return `Bearer ${Buffer.from(`${serviceEmail}:${serviceToken}`).toString('base64')}`
}

/** The settings, or the name of the first one that is missing. */
function settingsOf(options: ModelDeciderOptions, reached: Settings['reached']): Settings | string {
  const { apiKey, serviceEmail, serviceToken } = options
  if (!isGiven(apiKey)) return KEY_SETTINGS[options.provider]
  if (!isGiven(serviceEmail)) return 'SERVICE_EMAIL'
  if (!isGiven(serviceToken)) return 'SERVICE_TOKEN'
  const { instructions = INSTRUCTIONS } = options
  return { ...options, apiKey, serviceEmail, serviceToken, instructions, mcpUrl: options.mcpUrl(), reached }
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}
