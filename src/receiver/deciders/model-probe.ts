import type { Probe } from '../../lib/probe.ts'
import type { LlmProvider } from '../ports/decider.ts'
import { KEY_SETTINGS } from './model-decider.ts'
import { VENDOR } from './provider.ts'

/** What asks a provider for one model. */
export type ModelRequest = Pick<Probe, 'url' | 'problem'> & { readonly headers: Readonly<Record<string, string>> }

/** Whether the key is valid and may use the model; costs no tokens. */
export function modelProbe(provider: LlmProvider, model: string, request: ModelRequest): Probe {
  return {
    ...request,
    name: `model ${model}`,
    lacks: 'Decisions on trade ideas will fail.',
    isEssential: true,
    fix: (status) => fixOf(status, provider),
  }
}

/** https://platform.openai.com/docs/api-reference/models/retrieve */
export function openAiModel(model: string, apiKey: string, baseUrl = VENDOR): ModelRequest {
  return { url: `${baseUrl}/models/${encodeURIComponent(model)}`, headers: bearer(apiKey) }
}

/** Not every compatible server knows a single model by its path, and all of them list their models. */
export function compatibleModel(model: string, apiKey: string, baseUrl = VENDOR): ModelRequest {
  const unlisted = `The server does not list the model ${model}: choose one that it has with OPENAI_MODEL.`
  return {
    url: `${baseUrl}/models`,
    headers: bearer(apiKey),
    problem: (body) => (lists(body, model) === false ? unlisted : null),
  }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Undefined where the answer is no list. */
function lists(body: unknown, model: string): boolean | undefined {
  const rows: unknown = body !== null && typeof body === 'object' ? Reflect.get(body, 'data') : undefined
  if (!Array.isArray(rows)) return undefined
  return rows.some((row: unknown) => row !== null && typeof row === 'object' && Reflect.get(row, 'id') === model)
}

function fixOf(status: number, provider: LlmProvider): string | null {
  const key = KEY_SETTINGS[provider]
  const setting = key.replace('_API_KEY', '_MODEL')
  // Google answers 400 for a wrong key.
  if (status === 401 || (status === 400 && provider === 'google')) return `Check ${key}.`
  if (status === 403)
    return `The key may not use this model: give it access to the model, or choose another one with ${setting}.`
  return status === 404 ? `Choose a model that the provider has with ${setting}.` : null
}
