import { useState } from 'preact/hooks'
import { Problem } from './client.ts'

export interface Submission {
  readonly isBusy: boolean
  readonly problem: Problem | null
  /** The error of one field. */
  error(field: string): string | undefined
  /** Runs one submission at a time and keeps its error for the form. Resolves to whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>
}

/** The state of a form or button whose request may fail. */
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
