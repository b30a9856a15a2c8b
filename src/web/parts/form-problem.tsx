import type { Submission } from '../submit.ts'
import { PlanNotice } from './states.tsx'

/** Why the service refused a form; what lacks of the plan is no error. */
export function FormProblem({ of: { problem }, what }: { readonly of: Submission; readonly what?: string }) {
  if (!problem) return null
  if (problem.requiredPlan) return <PlanNotice plan={problem.requiredPlan} {...(what ? { what } : {})} />
  return (
    <p class="error" role="alert">
      {problem.message}
    </p>
  )
}
