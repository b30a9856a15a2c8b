/** Whether a rule's criteria hold for a print or an idea. Unknown facts meet no condition; equal bounds pass. */
import type { FlowCriteria, IdeaCriteria } from './criteria.ts'
import type { FlowSubject, IdeaSubject } from './subject.ts'

type Checks<Criteria, Subject> = {
  readonly [Key in keyof Required<Criteria>]: (wanted: NonNullable<Criteria[Key]>, subject: Subject) => boolean
}

const FLOW_CHECKS: Checks<FlowCriteria, FlowSubject> = {
  symbols: (wanted, { symbol }) => wanted.includes(symbol),
  option_type: (wanted, { option_type: type }) => type === wanted,
  premium_min: (least, { premium }) => premium >= least,
  premium_max: (most, { premium }) => premium <= most,
  unusual_score_min: (least, { unusual_score: score }) => score !== null && score >= least,
  sides: (wanted, { side }) => side !== null && wanted.includes(side),
  dte_min: (least, { dte }) => dte >= least,
  dte_max: (most, { dte }) => dte <= most,
  volume_oi_ratio_min: (least, { volume_oi_ratio: ratio }) => ratio !== null && ratio >= least,
  alert_types: (wanted, { alert_types: shown }) => wanted.some((type) => shown.includes(type)),
  trade_types: (wanted, { trade_type: type }) => type !== null && wanted.includes(type),
}

const IDEA_CHECKS: Checks<IdeaCriteria, IdeaSubject> = {
  symbols: (wanted, { symbol }) => wanted.includes(symbol),
  direction: (wanted, { direction }) => direction === wanted,
  strategies: (wanted, { strategy }) => wanted.some((label) => label.toLowerCase() === strategy.toLowerCase()),
  min_confidence: (least, { confidence }) => confidence !== null && confidence >= least,
}

export type Test<Subject> = (subject: Subject) => boolean

/** The criteria as one function, the checks chosen once. */
export function flowTest(criteria: FlowCriteria): Test<FlowSubject> {
  return allOf(testsOf(criteria, FLOW_CHECKS))
}

export function ideaTest(criteria: IdeaCriteria): Test<IdeaSubject> {
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
