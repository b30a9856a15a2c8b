import type { ComponentChildren } from 'preact'
import type { Asked } from '../answer.ts'
import type { Problem } from '../client.ts'

interface AnsweredProps<Answer> {
  readonly of: Asked<Answer>
  readonly children: (answer: Answer) => ComponentChildren
}

/**
 * What stands where an answer will be: a quiet space while it is asked for, what the plan lacks, or what went wrong
 * with a way to ask again. An answer stays on the page when a newer one cannot be had, and says so.
 */
export function Answered<Answer>({ of: asked, children }: AnsweredProps<Answer>) {
  const { answer, problem, reload } = asked
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
  return <Waiting />
}

export function Waiting() {
  return (
    <div class="waiting" role="status">
      <span class="hidden">Loading</span>
      <i />
      <i />
      <i />
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
      Not renewed: {problem.message}{' '}
      <button type="button" onClick={reload}>
        Try again
      </button>
    </p>
  )
}

/** What a plan lacks is shown as such, never as an error. */
export function PlanNotice({ plan, what = 'This' }: { readonly plan: string; readonly what?: string }) {
  const title = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`
  return (
    <div class="plan-notice">
      <p>
        <strong>
          {what} comes with the {title} plan.
        </strong>
      </p>
      <p>
        Your plan and what it holds stand under <a href="/account">Account</a>; the operator of this service changes it.
      </p>
    </div>
  )
}

export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="nothing">{children}</p>
}
