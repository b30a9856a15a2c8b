/** Tests a rule's criteria against a print or an idea. Unknown values meet no condition; bounds are inclusive. */

import type { IdeaSubject } from '../../trade-ideas/domain/idea-subject.ts'
import type { FlowCriteria, IdeaCriteria } from '../contract/criteria.ts'
import type { FlowSubject } from './flow-subject.ts'

type Checks<Criteria, Subject> = {
  readonly [Key in keyof Required<Criteria>]: (wanted: NonNullable<Criteria[Key]>, subject: Subject) => boolean
}

const FLOW_CHECKS: Checks<FlowCriteria, FlowSubject> = {
  symbols: (wanted, { symbol }) => wanted.includes(symbol),
  option_type: (wanted, { option_type: type }) => type === wanted,
  premium_min: (min, { premium }) => premium >= min,
  premium_max: (max, { premium }) => premium <= max,
  unusual_score_min: (min, { unusual_score: score }) => score !== null && score >= min,
  sides: (wanted, { side }) => side !== null && wanted.includes(side),
  dte_min: (min, { dte }) => dte >= min,
  dte_max: (max, { dte }) => dte <= max,
  volume_oi_ratio_min: (min, { volume_oi_ratio: ratio }) => ratio !== null && ratio >= min,
  alert_types: (wanted, { alert_types: types }) => wanted.some((type) => types.includes(type)),
  trade_types: (wanted, { trade_type: type }) => type !== null && wanted.includes(type),
}

/** What the criteria compare. */
type MatchableIdea = Pick<IdeaSubject, 'symbol' | 'direction' | 'strategy' | 'confidence'>

const IDEA_CHECKS: Checks<IdeaCriteria, MatchableIdea> = {
  symbols: (wanted, { symbol }) => wanted.includes(symbol),
  direction: (wanted, { direction }) => direction === wanted,
  strategies: (wanted, { strategy }) => wanted.some((label) => label.toLowerCase() === strategy.toLowerCase()),
  min_confidence: (min, { confidence }) => confidence !== null && confidence >= min,
}

export type Test<Subject> = (subject: Subject) => boolean

/** Compiles the criteria to one function. */
export function flowTest(criteria: FlowCriteria): Test<FlowSubject> {
  return allOf(testsOf(criteria, FLOW_CHECKS))
}

export function ideaTest(criteria: IdeaCriteria): Test<MatchableIdea> {
  return allOf(testsOf(criteria, IDEA_CHECKS))
}

function testsOf<Criteria extends object, Subject>(
  criteria: Criteria,
  checks: Checks<Criteria, Subject>,
): Test<Subject>[] {
  const tests: Test<Subject>[] = []
  for (const key in checks) {
    const wanted = criteria[key]
    const check = checks[key]
    if (wanted !== undefined && wanted !== null) tests.push((subject) => check(wanted, subject))
  }
  return tests
}

function allOf<Subject>(tests: readonly Test<Subject>[]): Test<Subject> {
  return (subject) => {
    for (const test of tests) if (!test(subject)) return false
    return true
  }
}
