/** Few results that are unlike each other: a strategy whose profits follow those of one taken already counts less. */
import { at } from '../../../../lib/math/columns.ts'
import type { ExactCandidate } from './exact-profits.ts'

const PENALTY = 0.6
/** Of the penalty between two templates. */
const ACROSS = 0.6

/** At most `limit`, by growth less the penalty: 0.6 of the best growth times the fourth power of the correlation. */
export function unlikeEachOther(candidates: readonly ExactCandidate[], limit: number): ExactCandidate[] {
  const waiting = candidates.toSorted((a, b) => b.growth - a.growth)
  const best = Math.abs(waiting[0]?.growth ?? 0)
  const penalties = new Map(waiting.map((candidate) => [candidate, 0]))
  const taken: ExactCandidate[] = []
  while (taken.length < limit && waiting.length > 0) {
    const score = (candidate: ExactCandidate) => candidate.growth - best * (penalties.get(candidate) ?? 0)
    const next = waiting.reduce((leading, own) => (score(own) > score(leading) ? own : leading))
    waiting.splice(waiting.indexOf(next), 1)
    taken.push(next)
    for (const other of waiting) {
      const factor = other.template === next.template ? PENALTY : PENALTY * ACROSS
      const own = factor * correlation(other.profits, next.profits) ** 4
      penalties.set(other, Math.max(penalties.get(other) ?? 0, own))
    }
  }
  return taken
}

/** 0 where one does not vary. */
function correlation(one: Float64Array, other: Float64Array): number {
  const mean = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0) / column.length
  const [left, right] = [mean(one), mean(other)]
  let [both, first, second] = [0, 0, 0]
  for (let cell = 0; cell < one.length; cell++) {
    const [a, b] = [at(one, cell) - left, at(other, cell) - right]
    both += a * b
    first += a * a
    second += b * b
  }
  const product = Math.sqrt(first * second)
  return product > 0 ? Math.max(both / product, 0) : 0
}
