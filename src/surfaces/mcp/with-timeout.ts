import { AppError } from '../../lib/errors.ts'

/**
 * Waits for work at most `ms`. After a timeout the work continues: others may wait for it, and its result is cached. A
 * later fault is reported to `onFault`, because nobody awaits the work any more. `onStart` gets a function that makes the
 * time begin anew, for work that shows its progress.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  onFault: (error: unknown) => void,
  onStart?: (renew: () => void) => void,
): Promise<T> {
  let isLate = false
  work.catch((error) => {
    if (isLate && !(error instanceof AppError)) onFault(error)
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new AppError('unavailable', tooSlow(ms)))
    }, ms)
  })
  onStart?.(() => void timer?.refresh())
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(ms: number): string {
  return `This took more than ${ms / 1000} seconds. The work continues: repeat the request in a minute, or request less (one symbol, a shorter window).`
}
