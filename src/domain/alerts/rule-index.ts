/**
 * Many rules against one print or idea without asking each: rules that name symbols are found by the symbol, of flow
 * rules only those whose least premium the print reaches are tried, and each rule is one prepared function.
 */
import type { AlertRule } from './alert-rule.ts'
import { flowTest, ideaTest, type Test } from './match.ts'
import type { FlowSubject, IdeaSubject } from './subject.ts'

export interface RuleIndex {
  flow(print: FlowSubject): AlertRule[]
  idea(idea: IdeaSubject): AlertRule[]
}

interface Prepared<Subject> {
  readonly rule: AlertRule
  readonly test: Test<Subject>
  /** What the subject's size must reach before the test is tried; 0 for ideas. */
  readonly least: number
}

/** Disabled rules are left out. Matches come in the order of the rules. */
export function ruleIndex(rules: readonly AlertRule[]): RuleIndex {
  const enabled = rules.filter((rule) => rule.enabled)
  const places = new Map(enabled.map((rule, place) => [rule, place]))
  const flow = bySymbol(
    enabled.flatMap((rule) =>
      rule.source === 'option_flow'
        ? [{ rule, test: flowTest(rule.criteria), least: rule.criteria.premium_min ?? 0 }]
        : [],
    ),
  )
  const idea = bySymbol(
    enabled.flatMap((rule) =>
      rule.source === 'trade_idea' ? [{ rule, test: ideaTest(rule.criteria), least: 0 }] : [],
    ),
  )
  const inOrder = (found: AlertRule[]) => found.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  return {
    flow: (print) => inOrder(matching(flow, print.symbol, print.premium, print)),
    idea: (it) => inOrder(matching(idea, it.symbol, 0, it)),
  }
}

interface Shelves<Subject> {
  readonly named: ReadonlyMap<string, readonly Prepared<Subject>[]>
  readonly any: readonly Prepared<Subject>[]
}

function bySymbol<Subject>(prepared: readonly Prepared<Subject>[]): Shelves<Subject> {
  const named = new Map<string, Prepared<Subject>[]>()
  const any: Prepared<Subject>[] = []
  for (const each of [...prepared].sort((a, b) => a.least - b.least)) {
    const { symbols } = each.rule.criteria
    if (symbols === undefined) any.push(each)
    for (const symbol of symbols ?? []) {
      const shelf = named.get(symbol)
      if (shelf) shelf.push(each)
      else named.set(symbol, [each])
    }
  }
  return { named, any }
}

function matching<Subject>(
  { named, any }: Shelves<Subject>,
  symbol: string,
  size: number,
  subject: Subject,
): AlertRule[] {
  const found: AlertRule[] = []
  for (const shelf of [named.get(symbol), any]) {
    for (const { rule, test, least } of shelf ?? []) {
      // The shelf is sorted: whoever comes after this one asks for more.
      if (least > size) break
      if (test(subject)) found.push(rule)
    }
  }
  return found
}
