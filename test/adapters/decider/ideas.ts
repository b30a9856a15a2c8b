import type { TradeIdea } from '../../../src/domain/trade-ideas/trade-idea.ts'
import type { DecisionRequest } from '../../../src/ports/decider.ts'

export const idea: TradeIdea = {
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
  matched_criteria: { direction: 'bullish', min_confidence: 0.8 },
}

export function asked(change: Partial<TradeIdea> = {}): DecisionRequest {
  return {
    fingerprint: '820cfb2fdf9df54c369e1250'.padEnd(64, '0'),
    idea: { ...idea, ...change },
    limits: { maxNotionalUsd: 250, minConfidence: 0.72, allowShortSelling: false },
  }
}

export const calm = () => new AbortController().signal

/** A clock for latencies that goes on by so much each time that it is read. */
export function ticking(stepMs: number): () => number {
  let atMs = 0
  return () => {
    atMs += stepMs
    return atMs
  }
}
