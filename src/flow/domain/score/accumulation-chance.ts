import { EVIDENCE } from './rarity-features.ts'

/**
 * Of sessions without an accumulation the model learns from one in forty and counts each ten times, so that its odds are
 * four times those of a session about which nothing else is known.
 */
const ODDS_TOO_HIGH = 4

/** Chance, 0 to 1, that a row belongs to an accumulation; 0 where the model says nothing. */
export function accumulationChance(evidence: readonly number[]): number {
  const odds = evidence[EVIDENCE.accumulation] ?? Number.NaN
  return Number.isNaN(odds) ? 0 : 1 / (1 + ODDS_TOO_HIGH * Math.exp(-odds))
}
