import { pause } from '../../../lib/node/worker.ts'

const TIMEOUT_MS = 10_000
const MAX_TRIES = 4
const RETRY_MS = 1_000
/** Nobody waits longer for the answer of a command. */
const MAX_WAIT_MS = 60_000

export interface DiscordApi {
  /** https://discord.com/api/v10 */
  readonly apiUrl: string
  readonly applicationId: string
  /** Of the form `DiscordBot (url, version)`, or Discord may refuse requests. */
  readonly userAgent: string
  /** Ends the wait for another try. */
  readonly signal: AbortSignal
}

export interface DiscordCall {
  readonly method: 'PATCH' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: object | FormData
  readonly headers?: Readonly<Record<string, string>>
}

export function discordAgent(publicUrl: string, version: string): string {
  return `DiscordBot (${publicUrl}, ${version})`
}

/** The answer of Discord, after as many tries as its limits of rate and its faults ask for. */
export async function callDiscord(api: DiscordApi, path: string, call: DiscordCall): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await once(api, path, call)
    const waitMs = waitOf(response)
    if (waitMs === undefined || waitMs > MAX_WAIT_MS || tries === MAX_TRIES || api.signal.aborted) return response
    await response.body?.cancel()
    await pause(waitMs, api.signal)
  }
}

async function once({ apiUrl, userAgent }: DiscordApi, path: string, call: DiscordCall): Promise<Response> {
  const { body, method, headers } = call
  const isForm = body instanceof FormData
  return fetch(`${apiUrl}${path}`, {
    method,
    headers: { 'user-agent': userAgent, ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  })
}

/** Undefined where another try would change nothing. */
function waitOf({ status, headers }: Response): number | undefined {
  if (status === 429) {
    // The reset is exact, Retry-After is in whole seconds.
    const seconds = Number(headers.get('x-ratelimit-reset-after') ?? headers.get('retry-after') ?? Number.NaN)
    return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1_000) : RETRY_MS
  }
  // 404: Discord has not read yet that the answer is deferred.
  return status === 404 || status >= 500 ? RETRY_MS : undefined
}
