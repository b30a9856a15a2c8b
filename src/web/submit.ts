import { useState } from 'preact/hooks'
import { Problem } from './client.ts'

export interface Submission {
  readonly isBusy: boolean
  readonly problem: Problem | null
  /** What is wrong with one field. */
  error(field: string): string | undefined
  /** Runs once at a time; a refusal is kept for the form to show. Resolves to whether it went through. */
  run(work: () => Promise<unknown>): Promise<boolean>
}

/** The state of a form or button whose work the service may refuse. */
export function useSubmit(): Submission {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  return {
    isBusy,
    problem,
    error: (field) => problem?.fields[field],
    async run(work) {
      if (isBusy) return false
      setBusy(true)
      setProblem(null)
      try {
        await work()
        return true
      } catch (error) {
        setProblem(error instanceof Problem ? error : new Problem(0, { detail: String(error) }))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
