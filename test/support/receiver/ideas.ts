import type { Decision } from '../../../src/receiver/contract/decision.ts'
import type { DecisionLimits } from '../../../src/receiver/domain/decision-limits.ts'
import type { TradeIdea } from '../../../src/trade-ideas/contract.ts'

/** A bullish idea with sound prices, complete but for what a test cares about. */
export function anIdea(change: Partial<TradeIdea> = {}): TradeIdea {
  return {
    source: 'trade_idea',
    alert_name: 'High conviction calls',
    symbol: 'AAPL',
    direction: 'bullish',
    strategy: 'Long Call',
    model: null,
    entry_price: 100,
    target_price: 110,
    stop_price: 95,
    triggered_at: '2026-11-20T15:00:00Z',
    matched_criteria: {},
    ...change,
  }
}

/** The same as it stands in a webhook. */
export function aPayload(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { model: _, ...idea } = anIdea()
  return { ...idea, ...change }
}

export function aDecision(change: Partial<Decision> = {}): Decision {
  return {
    action: 'buy',
    symbol: 'AAPL',
    notional_usd: 100,
    confidence: 0.9,
    rationale: 'Flow supports it.',
    risk_notes: [],
    ...change,
  }
}

export function limits(change: Partial<DecisionLimits> = {}): DecisionLimits {
  return { maxNotionalUsd: 250, minConfidence: 0.72, allowShortSelling: false, ...change }
}
