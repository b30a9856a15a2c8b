import { AppError } from '../../domain/errors.ts'

/**
 * Waits for work for so long and no longer. It goes on: others may wait for the same, and what it finds is kept. A fault
 * after that is told to `onFault`, since nobody waits for it any more.
 */
export async function inTime<T>(work: Promise<T>, ms: number, onFault: (error: unknown) => void): Promise<T> {
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
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(ms: number): string {
  return `This took more than ${ms / 1000} seconds. The work goes on: ask the same again in a minute, or for less (one symbol, a shorter window).`
}
