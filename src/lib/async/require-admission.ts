import { AppError } from '../errors.ts'
import type { Admission } from './sliding-window.ts'

/** Throws `rate_limited` with the wait when the window was full. `what` completes "At most 100 …". */
export function requireAdmission({ allowed, limit, resetMs }: Admission, what: string): void {
  if (allowed) return
  const seconds = Math.max(1, Math.ceil(resetMs / 1000))
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  throw new AppError('rate_limited', `At most ${limit} ${what}. Try again in ${wait}.`, { retryAfterS: seconds })
}
