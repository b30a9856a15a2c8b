import type OpenAI from 'openai'
import { cappedResponse } from '../../lib/capped-response.ts'
import { once } from '../../lib/once.ts'

const VENDOR = 'https://api.openai.com/v1'
const MOST_BYTES = 4 * 1024 * 1024
/** The only headers that leave: the SDK would also send what OPENAI_CUSTOM_HEADERS of the environment says. */
const SENT = /^(accept|content-type|user-agent|x-stainless-.*|idempotency-key)$/i
/** Models that think before they answer and take a setting for it; others refuse the parameter. */
const REASONING = /^(gpt-([5-9]|\d\d)(?!.*-chat)|o\d)/

export interface ProviderOptions {
  readonly apiKey: string
  readonly model: string
  /** Of an OpenAI-compatible endpoint; the vendor's own when absent. */
  readonly baseUrl?: string | undefined
  readonly timeoutMs: number
}

/** A way to the model for one decision. */
export interface Provider {
  readonly client: OpenAI
  /** Options of a call: one repeat is allowed for the whole decision, whichever call needs it. */
  callOptions(): { readonly signal: AbortSignal; readonly timeout: number; readonly maxRetries: number }
}

// Loading it takes a tenth of a second, which a start does not need.
const sdk = once(() => import('openai'))

/**
 * The SDK with everything stated that it would else take from the environment (address, keys, organisation, headers, log
 * level), and with its ten minutes and two repeats replaced. https://developers.openai.com/api/reference
 */
export async function openProvider(options: ProviderOptions, signal: AbortSignal): Promise<Provider> {
  const { apiKey, baseUrl = VENDOR, timeoutMs } = options
  const { OpenAI } = await sdk()
  let calls = 0
  let requests = 0
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    timeout: timeoutMs,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    fetch: (input, init) => {
      requests++
      return guarded(input, init, { apiKey, baseUrl, signal })
    },
  })
  return {
    client,
    callOptions() {
      const repeats = Math.max(0, requests - calls)
      calls++
      return { signal, timeout: timeoutMs, maxRetries: Math.max(0, 1 - repeats) }
    },
  }
}

interface Way {
  readonly apiKey: string
  readonly baseUrl: string
  readonly signal: AbortSignal
}

/** One address, one key, no redirects, a bounded answer, and an end when the decision's time is up. */
async function guarded(
  input: string | URL | Request,
  init: RequestInit = {},
  { apiKey, baseUrl, signal }: Way,
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  if (url.origin !== new URL(baseUrl).origin) throw new Error(`${url.origin} is not the provider's address.`)
  const given = [...new Headers(init.headers)].filter(([name]) => SENT.test(name))
  const headers = new Headers([...given, ['authorization', `Bearer ${apiKey}`]])
  const both = init.signal ? AbortSignal.any([init.signal, signal]) : signal
  return cappedResponse(await fetch(url, { ...init, headers, redirect: 'error', signal: both }), MOST_BYTES)
}

export function isVendor(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || (URL.canParse(baseUrl) && new URL(baseUrl).origin === new URL(VENDOR).origin)
}

export function reasoningOf(model: string): { readonly reasoning?: { readonly effort: 'low' } } {
  return REASONING.test(model) ? { reasoning: { effort: 'low' } } : {}
}
