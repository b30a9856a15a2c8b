import { untilAborted } from '../../../lib/async/until-aborted.ts'
import { safeText } from '../../../lib/text/safe-text.ts'
import type { IdeaDirection } from '../../../trade-ideas/domain/idea-direction.ts'
import { ruleDecision } from '../../domain/rule-decision.ts'
import type { Decider, DecisionOutcome, DecisionRequest } from '../../ports/decider.ts'
import type { Reading } from '../read-decision.ts'
import { evidenceOf, newTally, type Tally, usageOf } from '../tally.ts'
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
    const decidedBy = { mode: 'rules', provider: null, promptVersion: null } as const
    const ended = (reading: Reading): DecisionOutcome => {
      const usage = usageOf(decidedBy, tally, Math.round(monotonicMs() - startedMs), false)
      return { ...reading, usage, evidence: [evidenceOf(tally, usage, reading.ok ? null : reading.error)] }
    }
    try {
      signal.throwIfAborted()
      // A neutral idea is skipped whatever the market says, so nothing is fetched.
      const facts =
        idea.direction === 'neutral' ? {} : await untilAborted(context(idea.symbol, idea.direction, signal), signal)
      const decision = ruleDecision(idea, limits, readContext(facts, now().getTime()))
      note(tally, idea, facts)
      return ended({ ok: true, decision })
    } catch (error) {
      if (signal.aborted) return ended({ ok: false, error: 'The decision was stopped.' })
      const words = error instanceof Error ? error.message : 'unknown cause'
      return ended({ ok: false, error: safe(`The context of ${idea.symbol} is not available: ${words}`) })
    }
  }

  return { mode: 'rules', decide }
}

/** The two operations behind the context, as a model would have called them. None was asked about a neutral idea. */
function note(
  tally: Tally,
  { symbol, direction }: DecisionRequest['idea'],
  { trend, ...context }: Record<string, unknown>,
): void {
  const use = (tool: string, input: object, answer: unknown) => {
    const [argumentsText, text] = [JSON.stringify(input), JSON.stringify(answer)]
    tally.toolUses.push({ tool, argumentsText, ok: true, text, latencyMs: null })
  }
  if (Object.keys(context).length > 0) use('trade_context', { symbol, direction }, context)
  if (trend !== undefined) use('trend_analysis', { symbol }, trend)
}
