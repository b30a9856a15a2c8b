import { setTimeout as sleep } from 'node:timers/promises'
import type { GenerateContentParameters } from '@google/genai'
import { z } from 'zod'
import { once } from '../../../lib/async/once.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import type { Settings } from '../model-decider.ts'
import { ProviderError, statusOf } from '../provider-error.ts'

export const VENDOR = 'https://generativelanguage.googleapis.com'
const SENT = /^(accept|content-type|user-agent|x-goog-api-client|x-server-timeout)$/i
/** Where the provider does not say how long. */
const PAUSE_MS = 500
/** A provider that asks for more is not waited for. */
const LONGEST_PAUSE_MS = 60_000

const Refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string(),
    details: z.array(z.looseObject({ reason: z.unknown().optional(), retryDelay: z.unknown().optional() })).optional(),
  }),
})

// 13 MB that only who chose this provider loads, and only for the first decision.
const sdk = once(() => import('@google/genai'))

export interface GoogleClient {
  /** Asks, with one repeat for the whole decision; errors have the vendor's own words. */
  generate(request: GenerateContentParameters): Promise<unknown>
}

/**
 * The SDK with everything stated that it would else take from the environment: address, key, version, and that it is not
 * the enterprise platform. It retries nothing here, because it does not read the delay that the vendor asks for.
 * https://ai.google.dev/api/generate-content
 */
export async function googleClient(settings: Settings, signal: AbortSignal): Promise<GoogleClient> {
  const { apiKey, baseUrl = VENDOR, timeoutMs } = settings
  const { GoogleGenAI } = await sdk()
  const credential = { name: 'x-goog-api-key', value: apiKey }
  const fetch = guardedFetch({ baseUrl, sent: SENT, credential, signal })
  const httpOptions = { baseUrl, apiVersion: 'v1beta', timeout: timeoutMs, fetch }
  const { models } = new GoogleGenAI({ apiKey, vertexai: false, apiVersion: 'v1beta', httpOptions })
  let repeats = 1

  async function attempt(request: GenerateContentParameters): Promise<unknown> {
    try {
      return await models.generateContent({ ...request, config: { ...request.config, abortSignal: signal } })
    } catch (error) {
      throw inItsWords(error)
    }
  }

  return {
    async generate(request) {
      try {
        return await attempt(request)
      } catch (error) {
        const pauseMs = pauseAfter(error)
        if (signal.aborted || repeats === 0 || pauseMs === undefined || pauseMs > LONGEST_PAUSE_MS) throw error
        repeats--
        await sleep(pauseMs, undefined, { signal })
        return attempt(request)
      }
    },
  }
}

/** How long to wait before the repeat; undefined where a repeat is of no use. */
function pauseAfter(error: unknown): number | undefined {
  const status = statusOf(error)
  if (status !== undefined && status !== 429 && status < 500) return undefined
  return error instanceof BusyError ? error.pauseMs : PAUSE_MS
}

class BusyError extends ProviderError {
  readonly pauseMs: number

  constructor(status: number, words: string, pauseMs: number) {
    super(status, words)
    this.pauseMs = pauseMs
  }
}

/** The SDK's message is the whole body. A wrong key is answered 400 here. */
function inItsWords(error: unknown): unknown {
  const status = statusOf(error)
  if (status === undefined || !(error instanceof Error)) return error
  const refusal = Refusal.safeParse(jsonOf(error.message))
  if (!refusal.success) return error
  const { status: name = '', message, details = [] } = refusal.data.error
  const words = `${status} ${name}: ${message}`
  if (details.some(({ reason }) => reason === 'API_KEY_INVALID')) return new ProviderError(401, words)
  const delay = details.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(String(retryDelay))?.[1]).find(Boolean)
  return delay === undefined ? new ProviderError(status, words) : new BusyError(status, words, Number(delay) * 1_000)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
