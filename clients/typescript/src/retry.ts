import { secondsOf } from './error.js'

export interface RetryOptions {
  /** Tries after the first. */
  readonly retries: number
  /** Longest wait before a try in seconds; where the service asks for more, its answer is the result. */
  readonly maxWaitS: number
  /** Longest time to the begin of an answer in milliseconds. */
  readonly timeoutMs: number
  readonly fetch: typeof fetch
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Methods that may be sent twice: the second changes nothing that the first has not changed. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/**
 * `fetch` that tries again: on 429 everything, because nothing was done; on 503 and on a broken connection what may be
 * sent twice. It waits as long as `Retry-After` says, or 1, 2, 4 … seconds.
 */
export function retryingFetch(options: RetryOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    for (let attempt = 0; ; attempt++) {
      const result = await attemptOnce(request, attempt < options.retries, options)
      const waitS = waitOf(result, request.method, attempt)
      const isLast = attempt === options.retries || request.signal.aborted
      if (waitS === undefined || waitS > options.maxWaitS || isLast) return resultOf(result)
      if (result instanceof Response) await result.body?.cancel()
      await options.sleep(waitS * 1000, request.signal)
    }
  }
}

interface Broken {
  readonly error: unknown
}

async function attemptOnce(
  request: Request,
  mayRepeat: boolean,
  { fetch: send, timeoutMs }: RetryOptions,
): Promise<Response | Broken> {
  const limit = new AbortController()
  // Ends with the headers: a large file may take longer, and is read by the caller.
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  const signal = AbortSignal.any([request.signal, limit.signal])
  // A body can be read once.
  const sent = mayRepeat ? request.clone() : request
  try {
    // A redirect would hand the token to another server; the service never redirects.
    return await send(sent, { signal, redirect: 'error' })
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
  }
}

function resultOf(result: Response | Broken): Response {
  if (result instanceof Response) return result
  throw result.error
}

/** Seconds to wait before the next try; undefined if there must be none. */
function waitOf(result: Response | Broken, method: string, attempt: number): number | undefined {
  const backoff = 2 ** attempt
  if (!(result instanceof Response)) return REPEATABLE.has(method) ? backoff : undefined
  const { status, headers } = result
  if (status !== 429 && !(status === 503 && REPEATABLE.has(method))) return undefined
  return secondsOf(headers.get('retry-after'), Date.now()) ?? backoff
}

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
