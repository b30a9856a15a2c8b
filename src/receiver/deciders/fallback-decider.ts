import type { Evidence } from '../domain/evidence.ts'
import { afterProviderFailure, CLOSED, isOpen, type ProviderCircuit } from '../domain/provider-circuit.ts'
import type { Decider, DecisionOutcome, DecisionRequest, DecisionUsage, LlmProvider } from '../ports/decider.ts'

/** A model in the order in which models are asked. */
export interface FallbackModel {
  readonly provider: LlmProvider
  readonly model: string
  readonly decider: Decider
}

type Failure = Extract<DecisionOutcome, { readonly ok: false }>

/**
 * Asks one model after the other until one decides. A provider that failed several times in a row is passed over while
 * another one is left; where none is, the first is asked all the same, so that no idea fails without a try.
 */
export function fallbackDecider(
  models: readonly [FallbackModel, ...FallbackModel[]],
  monotonicMs: () => number,
): Decider {
  const [first] = models
  const circuits = new Map<LlmProvider, ProviderCircuit>()
  const circuitOf = (provider: LlmProvider) => circuits.get(provider) ?? CLOSED

  function note({ provider }: FallbackModel, outcome: DecisionOutcome): void {
    if (outcome.ok || !outcome.isProviderFault) circuits.set(provider, CLOSED)
    else circuits.set(provider, afterProviderFailure(circuitOf(provider), monotonicMs()))
  }

  const mayBeAsked = ({ provider }: FallbackModel) => !isOpen(circuitOf(provider), monotonicMs())

  /** The next model after this place. Looked for each time: another decision may have opened a circuit meanwhile. */
  function nextFrom(place: number): number {
    return models.findIndex((model, index) => index >= place && mayBeAsked(model))
  }

  async function decide(request: DecisionRequest, signal: AbortSignal): Promise<DecisionOutcome> {
    const failed: Attempt[] = []
    for (let at = Math.max(0, nextFrom(0)); at >= 0; at = nextFrom(at + 1)) {
      const model = models[at] ?? first
      const outcome = await model.decider.decide({ ...request, spent: spentIn(failed) }, signal)
      if (!signal.aborted) note(model, outcome)
      if (outcome.ok || signal.aborted) {
        return { ...outcome, usage: together(failed, outcome.usage), evidence: seenBy([...failed, { outcome }]) }
      }
      failed.push({ ...model, outcome })
    }
    return allFailed(failed)
  }

  return { mode: first.decider.mode, decide }
}

interface Attempt extends FallbackModel {
  readonly outcome: Failure
}

function allFailed(attempts: readonly Attempt[]): Failure {
  const last = attempts.at(-1)
  if (last === undefined) throw new Error('No model was asked')
  const { outcome } = last
  const before = attempts.slice(0, -1)
  const usage = together(before, outcome.usage)
  const evidence = seenBy(attempts)
  if (before.length === 0 || outcome.isSkip) return { ...outcome, usage, evidence }
  const error = attempts.map(({ provider, model, outcome: { error: text } }) => `${provider} ${model}: ${text}`)
  return { ...outcome, error: error.join(' '), usage, evidence }
}

function seenBy(attempts: readonly { readonly outcome: DecisionOutcome }[]): Evidence[] {
  return attempts.flatMap(({ outcome }) => outcome.evidence ?? [])
}

function tokensOf({ inputTokens, outputTokens }: DecisionUsage): number {
  return (inputTokens ?? 0) + (outputTokens ?? 0)
}

/** What the attempts before have cost; an unknown cost of tokens stays unknown. */
function spentIn(attempts: readonly Attempt[]): NonNullable<DecisionRequest['spent']> {
  const usages = attempts.map(({ outcome }) => outcome.usage)
  const tokens = usages.reduce((sum, usage) => sum + tokensOf(usage), 0)
  const isKnown = usages.every((usage) => usage.estimatedCostUsd !== null || tokensOf(usage) === 0)
  return { tokens, usd: isKnown ? usages.reduce((sum, usage) => sum + (usage.estimatedCostUsd ?? 0), 0) : null }
}

/** The usage of the last model with what the failed ones before have cost. */
function together(failed: readonly Attempt[], last: DecisionUsage): DecisionUsage {
  if (failed.length === 0) return last
  const usages = [...failed.map(({ outcome }) => outcome.usage), last]
  const sum = (read: (usage: DecisionUsage) => number | null) => {
    const known = usages.map(read).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  }
  const isCostKnown = usages.every((usage) => usage.estimatedCostUsd !== null || tokensOf(usage) === 0)
  return {
    ...last,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    reasoningTokens: sum(({ reasoningTokens }) => reasoningTokens),
    toolCalls: sum(({ toolCalls }) => toolCalls) ?? 0,
    failedToolCalls: sum(({ failedToolCalls }) => failedToolCalls) ?? 0,
    latencyMs: sum(({ latencyMs }) => latencyMs) ?? 0,
    estimatedCostUsd: isCostKnown ? sum(({ estimatedCostUsd }) => estimatedCostUsd) : null,
    failedModels: failed.map(({ provider, model, outcome: { error } }) => ({ provider, model, error })),
  }
}
