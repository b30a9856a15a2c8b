import { cappedResponse } from '../../lib/async/capped-response.ts'

const MAX_BYTES = 4 * 1024 * 1024

interface Way {
  readonly baseUrl: string
  /** The headers of the SDK that leave: an SDK would also send what its own settings in the environment say. */
  readonly sent: RegExp
  readonly credential: { readonly name: string; readonly value: string }
  readonly signal: AbortSignal
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** One address, one key, no redirects, a bounded answer, and an end when the decision's time is up. */
export function guardedFetch({ baseUrl, sent, credential, signal }: Way): Fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== new URL(baseUrl).origin) throw new Error(`${url.origin} is not the provider's address.`)
    const given = [...new Headers(init.headers)].filter(([name]) => sent.test(name))
    const headers = new Headers([...given, [credential.name, credential.value]])
    const both = init.signal ? AbortSignal.any([init.signal, signal]) : signal
    return cappedResponse(await fetch(url, { ...init, headers, redirect: 'error', signal: both }), MAX_BYTES)
  }
}

/** Options of a call to an SDK. */
export interface CallOptions {
  readonly signal: AbortSignal
  readonly timeout: number
  readonly maxRetries: number
}

/** One repeat is allowed for the whole decision, whichever call needs it. */
export function oneRepeat(
  send: Fetch,
  signal: AbortSignal,
  timeoutMs: number,
): { readonly fetch: Fetch; callOptions(): CallOptions } {
  let calls = 0
  let requests = 0
  return {
    fetch: (input, init) => {
      requests++
      return send(input, init)
    },
    callOptions() {
      const repeats = Math.max(0, requests - calls)
      calls++
      return { signal, timeout: timeoutMs, maxRetries: Math.max(0, 1 - repeats) }
    },
  }
}
