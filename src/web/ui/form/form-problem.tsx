import { useEffect } from 'preact/hooks'
import type { Submission } from '../../submit.ts'
import { PlanNotice } from '../states.tsx'

/** The error of a form, which moves the focus to the first invalid field. A missing plan is not an error. */
export function FormProblem({ of: { problem }, what }: { readonly of: Submission; readonly what?: string }) {
  useEffect(() => {
    if (problem) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [problem])
  if (!problem) return null
  if (problem.requiredPlan) return <PlanNotice plan={problem.requiredPlan} {...(what ? { what } : {})} />
  return (
    <p class="error" role="alert">
      {problem.message}
    </p>
  )
}
