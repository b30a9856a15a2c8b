/**
 * Matches many rules against one print or idea without testing each. Rules that name symbols are indexed by symbol and
 * by minimum score, and sorted by minimum premium; each rule is compiled to one function.
 */
import type { FlowRow } from '../../flow/domain/flow-row.ts'
import type { IdeaSubject } from '../../trade-ideas/domain/idea-subject.ts'
import type { AlertRule } from './alert-rule.ts'
import { flowTest, ideaTest, type Test } from './criteria-test.ts'
import type { FlowSubject } from './flow-subject.ts'

export interface RuleIndex {
  /**
   * Whether any rule may match a print with this symbol, premium and score. Most prints match none, and need not be
   * converted to a subject.
   */
  mayMatch(print: Pick<FlowRow, 'symbol' | 'premium' | 'unusualScore'>): boolean
  flow(print: FlowSubject): AlertRule[]
  idea(idea: IdeaSubject): AlertRule[]
}

interface Prepared<Subject> {
  readonly rule: AlertRule
  readonly test: Test<Subject>
  /** Minimum size of the subject; 0 for ideas. */
  readonly minSize: number
  /** Minimum score; −1 for rules that accept any. */
  readonly minScore: number
}

/** Skips disabled rules. Matches are in the order of the rules. */
export function ruleIndex(rules: readonly AlertRule[]): RuleIndex {
  const enabled = rules.filter((rule) => rule.enabled)
  const places = new Map(enabled.map((rule, place) => [rule, place]))
  const flow = bySymbol(enabled.flatMap((rule) => (rule.source === 'option_flow' ? [preparedFlow(rule)] : [])))
  const idea = bySymbol(
    enabled.flatMap((rule) =>
      rule.source === 'trade_idea' ? [{ rule, test: ideaTest(rule.criteria), minSize: 0, minScore: -1 }] : [],
    ),
  )
  const inOrder = (found: AlertRule[]) => found.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  return {
    mayMatch: ({ symbol, premium, unusualScore }) =>
      reaches(flow.named.get(symbol), premium, unusualScore) || reaches(flow.any, premium, unusualScore),
    flow: (print) => inOrder(matching(flow, print, print.premium, print.unusual_score ?? -1)),
    idea: (it) => inOrder(matching(idea, it, 0, -1)),
  }
}

function preparedFlow(rule: Extract<AlertRule, { source: 'option_flow' }>): Prepared<FlowSubject> {
  const { premium_min: minSize = 0, unusual_score_min: minScore = -1 } = rule.criteria
  return { rule, test: flowTest(rule.criteria), minSize, minScore }
}

/** Rules with the same minimum score, sorted by minimum premium. */
interface Bucket<Subject> {
  readonly minScore: number
  readonly rules: Prepared<Subject>[]
}

type Buckets<Subject> = readonly Bucket<Subject>[]

interface SymbolIndex<Subject> {
  readonly named: ReadonlyMap<string, Buckets<Subject>>
  readonly any: Buckets<Subject>
}

function bySymbol<Subject>(prepared: readonly Prepared<Subject>[]): SymbolIndex<Subject> {
  const named = new Map<string, Bucket<Subject>[]>()
  const any: Bucket<Subject>[] = []
  for (const each of [...prepared].sort((a, b) => a.minSize - b.minSize)) {
    const { symbols } = each.rule.criteria
    if (symbols === undefined) addToBucket(any, each)
    for (const symbol of symbols ?? []) {
      const buckets = named.get(symbol) ?? []
      named.set(symbol, buckets)
      addToBucket(buckets, each)
    }
  }
  return { named, any }
}

function addToBucket<Subject>(buckets: Bucket<Subject>[], each: Prepared<Subject>): void {
  const { minScore } = each
  const bucket = buckets.find((it) => it.minScore === minScore)
  if (bucket) bucket.rules.push(each)
  else buckets.push({ minScore, rules: [each] })
}

function reaches<Subject>(buckets: Buckets<Subject> | undefined, size: number, score: number): boolean {
  return buckets?.some(({ minScore, rules: [first] }) => minScore <= score && first && first.minSize <= size) ?? false
}

function matching<Subject extends { readonly symbol: string }>(
  { named, any }: SymbolIndex<Subject>,
  subject: Subject,
  size: number,
  score: number,
): AlertRule[] {
  const found: AlertRule[] = []
  for (const buckets of [named.get(subject.symbol), any]) {
    for (const { minScore, rules } of buckets ?? []) if (minScore <= score) addMatches(found, rules, subject, size)
  }
  return found
}

function addMatches<Subject>(
  found: AlertRule[],
  rules: readonly Prepared<Subject>[],
  subject: Subject,
  size: number,
): void {
  for (const { rule, test, minSize } of rules) {
    // The bucket is sorted, so all further rules need more.
    if (minSize > size) break
    if (test(subject)) found.push(rule)
  }
}
