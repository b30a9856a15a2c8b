/** Two ways to decide on the same ideas, compared idea by idea. */
import { finish } from '../../../lib/steps.ts'
import { type Clustered, type Interval, MIN_DECISIONS, mean, meanInterval } from './bootstrap.ts'
import type { ScoredAction } from './trade-result.ts'

/** Both decisions on one idea. What came of it is null while nobody knows. */
export interface DecisionPair {
  readonly block: number
  readonly first: ScoredAction
  readonly second: ScoredAction
  readonly firstRight: boolean | null
  readonly secondRight: boolean | null
  /** Return of the second less that of the first, percent of the stake. */
  readonly differencePct: number | null
}

export interface Pairwise {
  readonly pairs: number
  readonly sameAction: number
  /** Pairs whose outcome is known. */
  readonly judged: number
  /** Right or wrong together, and alone. */
  readonly bothRight: number
  readonly onlyFirstRight: number
  readonly onlySecondRight: number
  readonly bothWrong: number
  /** Of McNemar's exact test: how probable so uneven a split of the pairs with one right is by chance. */
  readonly pValue: number | null
  readonly meanDifferencePct: number | null
  readonly differenceInterval: Interval | null
  /** The result in a sentence. */
  readonly sentence: string
}

const SIGNIFICANT = 0.05

export function pairwise(
  pairs: readonly DecisionPair[],
  names: { readonly first: string; readonly second: string },
  random: () => number,
): Pairwise {
  const judged = pairs.filter(({ firstRight, secondRight }) => firstRight !== null && secondRight !== null)
  const count = (first: boolean, second: boolean) =>
    judged.filter(({ firstRight, secondRight }) => firstRight === first && secondRight === second).length
  const differences: Clustered[] = pairs.flatMap(({ block, differencePct }) =>
    differencePct === null ? [] : [{ block, value: differencePct }],
  )
  const onlyFirstRight = count(true, false)
  const onlySecondRight = count(false, true)
  const figures = {
    pairs: pairs.length,
    sameAction: pairs.filter(({ first, second }) => first === second).length,
    judged: judged.length,
    bothRight: count(true, true),
    onlyFirstRight,
    onlySecondRight,
    bothWrong: count(false, false),
    pValue: onlyFirstRight + onlySecondRight === 0 ? null : mcNemarPValue(onlyFirstRight, onlySecondRight),
    meanDifferencePct: differences.length === 0 ? null : mean(differences),
    differenceInterval: finish(meanInterval(differences, random)),
  }
  return { ...figures, sentence: sentenceOf(figures, names) }
}

/**
 * Two-sided exact probability that `a` and `b` of a + b fair throws differ at least as much. McNemar 1947, with the
 * binomial distribution instead of its approximation.
 */
export function mcNemarPValue(a: number, b: number): number {
  const throws = a + b
  const fewer = Math.min(a, b)
  let term = 0.5 ** throws
  // Beyond a thousand throws the first term would be 0: it is taken in logarithms.
  let logTerm = throws * Math.log(0.5)
  let sum = 0
  for (let heads = 0; heads <= fewer; heads++) {
    sum += term > 0 ? term : Math.exp(logTerm)
    const ratio = (throws - heads) / (heads + 1)
    term *= ratio
    logTerm += Math.log(ratio)
  }
  return Math.min(1, 2 * sum)
}

function sentenceOf(
  { judged, pValue, onlyFirstRight, onlySecondRight }: Omit<Pairwise, 'sentence'>,
  { first, second }: { readonly first: string; readonly second: string },
): string {
  if (judged < MIN_DECISIONS) {
    return `Too few to tell: ${judged} ideas have an outcome, and ${MIN_DECISIONS} are needed.`
  }
  if (pValue === null) return `${first} and ${second} were right and wrong about the same ideas.`
  const split = `of the ideas about which one alone was right, ${first} had ${onlyFirstRight} and ${second} ${onlySecondRight}`
  if (pValue >= SIGNIFICANT) return `No difference can be told: ${split}, which chance explains.`
  const better = onlyFirstRight > onlySecondRight ? first : second
  return `${better} was right more often: ${split}, which chance rarely gives.`
}
