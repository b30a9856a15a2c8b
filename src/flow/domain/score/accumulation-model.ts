/**
 * Whether a trade belongs to an accumulation, of someone informed or not: boosted trees that learned it from planted
 * accumulations of the simulated market, of other seeds than tests and published figures use.
 */
import shipped from './accumulation-model.json' with { type: 'json' }
import { BoostedModel } from './boosted-trees.ts'
import { FEATURES } from './rarity-features.ts'

const MODEL = new BoostedModel(shipped)

/**
 * Logarithm of the odds by the features of a row, which has `ACCUMULATION_FEATURES` last; NaN for one without them. The
 * odds are those of the learned sessions, in which accumulations are more frequent than in others: see
 * `accumulationChance`.
 */
export function accumulationOdds(features: readonly number[]): number {
  return features.length > FEATURES.accumulation ? MODEL.logOdds(features, FEATURES.accumulation) : Number.NaN
}
