/** Why an attempt ended before its answer. */
export class OutOfTime extends Error {
  constructor() {
    super('The time for the attempt ran out')
    this.name = 'OutOfTime'
  }
}

/** The service itself ended the attempt, since it stops. */
export class Stopped extends Error {
  constructor() {
    super('The attempt was ended by the service')
    this.name = 'Stopped'
  }
}

/** Runs work under one signal that fires after `timeoutMs` or with the caller's, and leaves no timer behind. */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort(new Stopped())
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => controller.abort(new OutOfTime()), timeoutMs)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
