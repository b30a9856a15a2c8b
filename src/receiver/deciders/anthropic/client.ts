import type Anthropic from '@anthropic-ai/sdk'
import { once } from '../../../lib/async/once.ts'
import { type AcceptedFeatures, acceptedFeatures } from '../accepted-features.ts'
import { guardedFetch, oneRepeat } from '../guarded-fetch.ts'
import type { Settings } from '../model-decider.ts'
import { ProviderError } from '../provider-error.ts'

export const VENDOR = 'https://api.anthropic.com'
/** The only headers that leave: the SDK would also send what ANTHROPIC_CUSTOM_HEADERS of the environment says. */
const SENT = /^(accept|content-type|user-agent|anthropic-version|anthropic-beta|x-stainless-.*|idempotency-key)$/i

/** What a provider may refuse of a request, remembered for the process. */
export const anthropicFeatures = (): AcceptedFeatures => acceptedFeatures('anthropic')

// 27 MB that only who chose this provider loads, and only for the first decision.
const sdk = once(() => import('@anthropic-ai/sdk'))

export interface AnthropicClient {
  /** Calls the API once, with what is left of the one repeat; errors have the vendor's own words. */
  call<Answer>(
    request: (
      client: Anthropic,
      options: { signal: AbortSignal; timeout: number; maxRetries: number },
    ) => Promise<Answer>,
  ): Promise<Answer>
}

/**
 * The SDK with everything stated that it would else take from the environment or from files of the user (address, keys,
 * profiles, headers, log level, traces), and with its ten minutes and two repeats replaced.
 * https://platform.claude.com/docs/en/api/messages
 */
export async function anthropicClient(settings: Settings, signal: AbortSignal): Promise<AnthropicClient> {
  const { apiKey, baseUrl = VENDOR, timeoutMs } = settings
  const { Anthropic, APIError } = await sdk()
  const credential = { name: 'x-api-key', value: apiKey }
  const { fetch, callOptions } = oneRepeat(guardedFetch({ baseUrl, sent: SENT, credential, signal }), signal, timeoutMs)
  const client = new Anthropic({
    apiKey,
    webhookKey: null,
    baseURL: baseUrl,
    timeout: timeoutMs,
    logLevel: 'off',
    openTelemetry: false,
    fetch,
  })
  return {
    async call(request) {
      try {
        return await request(client, callOptions())
      } catch (error) {
        throw error instanceof APIError && typeof error.status === 'number'
          ? new ProviderError(error.status, wordsOf(error.status, error.error) ?? error.message)
          : error
      }
    },
  }
}

/** `{type: "error", error: {type, message}, request_id}`; undefined for another body. */
function wordsOf(status: number, body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  const type = 'type' in error ? ` ${error.type}:` : ''
  return `${status}${type} ${error.message}`
}
