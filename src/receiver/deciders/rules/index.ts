import { untilAborted } from '../../../lib/async/until-aborted.ts'
import { safeText } from '../../../lib/text/safe-text.ts'
import type { IdeaDirection } from '../../../trade-ideas/domain/idea-direction.ts'
import { ruleDecision } from '../../domain/rule-decision.ts'
import type { Decider, DecisionOutcome, DecisionRequest } from '../../ports/decider.ts'
import { newTally, usageOf } from '../tally.ts'
import { readContext } from './read-context.ts'

export interface RulesOptions {
  /** The operation `trade_context`, asked in this process; `trend_analysis` besides, under the key `trend`. */
  readonly context: (symbol: string, direction: IdeaDirection, signal: AbortSignal) => Promise<Record<string, unknown>>
  readonly now: () => Date
  /** Milliseconds that only grow, for latencies. */
  readonly monotonicMs: () => number
}

const safe = safeText([])

/** Decides without a model, a key or a network, from the service's own analytics. For demo and tests: never live. */
export function rulesDecider({ context, now, monotonicMs }: RulesOptions): Decider {
  async function decide({ idea, limits }: DecisionRequest, signal: AbortSignal): Promise<DecisionOutcome> {
    const startedMs = monotonicMs()
    const tally = newTally(null)
    const used = () => usageOf({ mode: 'rules', provider: null }, tally, Math.round(monotonicMs() - startedMs), false)
    try {
      signal.throwIfAborted()
      // A neutral idea is skipped whatever the market says, so nothing is fetched.
      const facts =
        idea.direction === 'neutral' ? {} : await untilAborted(context(idea.symbol, idea.direction, signal), signal)
      const decision = ruleDecision(idea, limits, readContext(facts, now().getTime()))
      return { ok: true, decision, usage: used() }
    } catch (error) {
      if (signal.aborted) return { ok: false, error: 'The decision was stopped.', usage: used() }
      const words = error instanceof Error ? error.message : 'unknown cause'
      return { ok: false, error: safe(`The context of ${idea.symbol} is not available: ${words}`), usage: used() }
    }
  }

  return { mode: 'rules', decide }
}
