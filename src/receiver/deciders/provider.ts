import type OpenAI from 'openai'
import { once } from '../../lib/async/once.ts'
import { type CallOptions, guardedFetch, oneRepeat } from './guarded-fetch.ts'

export const VENDOR = 'https://api.openai.com/v1'
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
  callOptions(): CallOptions
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
  const credential = { name: 'authorization', value: `Bearer ${apiKey}` }
  const send = guardedFetch({ baseUrl, sent: SENT, credential, signal })
  const { fetch, callOptions } = oneRepeat(async (...given) => nestedError(await send(...given)), signal, timeoutMs)
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    timeout: timeoutMs,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    fetch,
  })
  return { client, callOptions }
}

/** Some servers do not put their error under `error`, the only place where the SDK reads it. */
async function nestedError(response: Response): Promise<Response> {
  if (response.ok || !(response.headers.get('content-type') ?? '').includes('json')) return response
  const text = await response.text()
  const { status, headers } = response
  return new Response(isNested(text) ? text : JSON.stringify({ error: { message: text } }), { status, headers })
}

function isNested(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'error' in body
  } catch {
    return true
  }
}

export function isVendor(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || (URL.canParse(baseUrl) && new URL(baseUrl).origin === new URL(VENDOR).origin)
}

export function reasoningOf(model: string): { readonly reasoning?: { readonly effort: 'low' } } {
  return REASONING.test(model) ? { reasoning: { effort: 'low' } } : {}
}
