/**
 * Many rules against one print or idea without asking each: rules that name symbols are found by the symbol, those that
 * ask for a score stand apart, of flow rules only those whose least premium the print reaches are tried, and each rule is
 * one prepared function.
 */
import type { FlowRow } from '../flow/flow-row.ts'
import type { AlertRule } from './alert-rule.ts'
import { flowTest, ideaTest, type Test } from './match.ts'
import type { FlowSubject, IdeaSubject } from './subject.ts'

export interface RuleIndex {
  /** Whether any rule looks at prints of the symbol, premium and score: most prints are nobody's, and need not be dressed up. */
  asksFor(print: Pick<FlowRow, 'symbol' | 'premium' | 'unusualScore'>): boolean
  flow(print: FlowSubject): AlertRule[]
  idea(idea: IdeaSubject): AlertRule[]
}

interface Prepared<Subject> {
  readonly rule: AlertRule
  readonly test: Test<Subject>
  /** What the subject's size must reach before the test is tried; 0 for ideas. */
  readonly least: number
  /** What its score must reach; −1 for rules that take any. */
  readonly leastScore: number
}

/** Disabled rules are left out. Matches come in the order of the rules. */
export function ruleIndex(rules: readonly AlertRule[]): RuleIndex {
  const enabled = rules.filter((rule) => rule.enabled)
  const places = new Map(enabled.map((rule, place) => [rule, place]))
  const flow = bySymbol(enabled.flatMap((rule) => (rule.source === 'option_flow' ? [preparedFlow(rule)] : [])))
  const idea = bySymbol(
    enabled.flatMap((rule) =>
      rule.source === 'trade_idea' ? [{ rule, test: ideaTest(rule.criteria), least: 0, leastScore: -1 }] : [],
    ),
  )
  const inOrder = (found: AlertRule[]) => found.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  return {
    asksFor: ({ symbol, premium, unusualScore }) =>
      reaches(flow.named.get(symbol), premium, unusualScore) || reaches(flow.any, premium, unusualScore),
    flow: (print) => inOrder(matching(flow, print, print.premium, print.unusual_score ?? -1)),
    idea: (it) => inOrder(matching(idea, it, 0, -1)),
  }
}

function preparedFlow(rule: Extract<AlertRule, { source: 'option_flow' }>): Prepared<FlowSubject> {
  const { premium_min: least = 0, unusual_score_min: leastScore = -1 } = rule.criteria
  return { rule, test: flowTest(rule.criteria), least, leastScore }
}

/** Of rules that ask for one score at least, in the order of the premium that they ask for. */
interface Shelf<Subject> {
  readonly leastScore: number
  readonly rules: Prepared<Subject>[]
}

type Shelves<Subject> = readonly Shelf<Subject>[]

interface Cabinet<Subject> {
  readonly named: ReadonlyMap<string, Shelves<Subject>>
  readonly any: Shelves<Subject>
}

function bySymbol<Subject>(prepared: readonly Prepared<Subject>[]): Cabinet<Subject> {
  const named = new Map<string, Shelf<Subject>[]>()
  const any: Shelf<Subject>[] = []
  for (const each of [...prepared].sort((a, b) => a.least - b.least)) {
    const { symbols } = each.rule.criteria
    if (symbols === undefined) shelve(any, each)
    for (const symbol of symbols ?? []) {
      const shelves = named.get(symbol) ?? []
      named.set(symbol, shelves)
      shelve(shelves, each)
    }
  }
  return { named, any }
}

function shelve<Subject>(shelves: Shelf<Subject>[], each: Prepared<Subject>): void {
  const { leastScore } = each
  const shelf = shelves.find((known) => known.leastScore === leastScore)
  if (shelf) shelf.rules.push(each)
  else shelves.push({ leastScore, rules: [each] })
}

function reaches<Subject>(shelves: Shelves<Subject> | undefined, size: number, score: number): boolean {
  return shelves?.some(({ leastScore, rules: [first] }) => leastScore <= score && first && first.least <= size) ?? false
}

function matching<Subject extends { readonly symbol: string }>(
  { named, any }: Cabinet<Subject>,
  subject: Subject,
  size: number,
  score: number,
): AlertRule[] {
  const found: AlertRule[] = []
  for (const shelves of [named.get(subject.symbol), any]) {
    for (const { leastScore, rules } of shelves ?? []) if (leastScore <= score) take(found, rules, subject, size)
  }
  return found
}

function take<Subject>(found: AlertRule[], rules: readonly Prepared<Subject>[], subject: Subject, size: number): void {
  for (const { rule, test, least } of rules) {
    // The shelf is sorted: whoever comes after this one asks for more.
    if (least > size) break
    if (test(subject)) found.push(rule)
  }
}
