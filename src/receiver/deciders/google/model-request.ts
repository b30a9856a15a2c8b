import type { ModelRequest } from '../model-probe.ts'
import { VENDOR } from './client.ts'

/** https://ai.google.dev/api/models#method:-models.get */
export function googleModel(model: string, apiKey: string, baseUrl = VENDOR): ModelRequest {
  return { url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}`, headers: { 'x-goog-api-key': apiKey } }
}
