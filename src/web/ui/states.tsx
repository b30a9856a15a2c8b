import type { ComponentChildren } from 'preact'
import { type Plan, planTitle } from '../../accounts/domain/plan.ts'
import type { QueryState } from '../answer.ts'
import type { Problem } from '../client.ts'

interface AnsweredProps<Answer> {
  readonly of: QueryState<Answer>
  /** What is worked out where that can take some seconds: said once it takes one. */
  readonly work?: string | undefined
  readonly children: (answer: Answer) => ComponentChildren
}

/**
 * The state of a query: a placeholder while it loads, the required plan, or an error with a retry button. An answer
 * stays on the page, with a note, when a newer one fails to load.
 */
export function Answered<Answer>({ of: state, work, children }: AnsweredProps<Answer>) {
  const { answer, problem, reload } = state
  if (answer !== null) {
    return (
      <>
        {problem ? <Stale problem={problem} reload={reload} /> : null}
        {children(answer)}
      </>
    )
  }
  if (problem?.requiredPlan) return <PlanNotice plan={problem.requiredPlan} />
  if (problem) return <Failed problem={problem} reload={reload} />
  return <Waiting work={work} />
}

export function Waiting({ work }: { readonly work?: string | undefined }) {
  return (
    <div class="waiting" role="status">
      <span class="hidden">Loading</span>
      <i />
      <i />
      <i />
      {work ? (
        <label class="work">
          <progress /> {work}
        </label>
      ) : null}
    </div>
  )
}

export function Failed({ problem, reload }: { readonly problem: Problem; readonly reload: () => void }) {
  return (
    <div class="failed" role="alert">
      <p>{problem.message}</p>
      <button type="button" onClick={reload}>
        Try again
      </button>
    </div>
  )
}

function Stale({ problem, reload }: { readonly problem: Problem; readonly reload: () => void }) {
  return (
    <p class="stale" role="status">
      Not updated: {problem.message}{' '}
      <button type="button" onClick={reload}>
        Try again
      </button>
    </p>
  )
}

/** A missing plan is a notice, not an error. */
export function PlanNotice({ plan, what = 'This feature' }: { readonly plan: Plan; readonly what?: string }) {
  return (
    <div class="plan-notice">
      <p>
        <strong>
          {what}: available with {planTitle(plan)}.
        </strong>
      </p>
      <p>
        See your plan and its features under <a href="/account">Account</a>. The operator of this service can change it.
      </p>
    </div>
  )
}

interface EmptyProps {
  /** One sentence about what is not there. */
  readonly children: ComponentChildren
  /** One next step: a link, a button, or a sentence. */
  readonly next?: ComponentChildren
}

/** In place of content that is not there. */
export function Empty({ children, next }: EmptyProps) {
  return (
    <p class="nothing">
      {children} {next ? <span class="next">{next}</span> : null}
    </p>
  )
}
