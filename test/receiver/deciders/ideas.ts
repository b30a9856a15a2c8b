import type { DecisionRequest } from '../../../src/receiver/ports/decider.ts'
import type { TradeIdea } from '../../../src/trade-ideas/contract.ts'
import { anIdea, limits } from '../../support/receiver/ideas.ts'

export const idea = anIdea({ matched_criteria: { direction: 'bullish', min_confidence: 0.8 } })

export function asked(change: Partial<TradeIdea> = {}): DecisionRequest {
  return {
    fingerprint: '820cfb2fdf9df54c369e1250'.padEnd(64, '0'),
    idea: { ...idea, ...change },
    limits: limits(),
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
