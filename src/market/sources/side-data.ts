/**
 * Data that complete an answer. Where they cannot be had, or not in time, the answer goes without them and says so: one
 * failing endpoint must not cost what does not need it.
 */
import { AppError } from '../../lib/errors.ts'
import { reasonOf, type Served } from './kept-answers.ts'

export interface SideData<Value> {
  readonly value: Value
  readonly warnings: readonly string[]
}

export interface SideDataOptions<Value> {
  readonly instead: Value
  /** What the answer then lacks: a sentence behind that of the reason. */
  readonly without: string
  readonly patience: () => Promise<void>
}

const TOO_SLOW = 'The vendor has not answered in time.'

/** The question goes on after the wait, so that the next answer may have the data. */
export async function sideData<Value>(
  served: Promise<Served<Value>>,
  { instead, without, patience }: SideDataOptions<Value>,
): Promise<SideData<Value>> {
  const lacking = (reason: string): SideData<Value> => ({ value: instead, warnings: [`${reason} ${without}`] })
  const answered = served.then(
    ({ value, stale }) => ({ value, warnings: stale === null ? [] : [stale] }),
    (error: unknown) => {
      if (error instanceof AppError) return lacking(reasonOf(error))
      throw error
    },
  )
  return await Promise.race([answered, patience().then(() => lacking(TOO_SLOW))])
}
