import type { ModelRequest } from '../model-probe.ts'
import { VENDOR } from './client.ts'

/** https://platform.claude.com/docs/en/api/models-get */
export function anthropicModel(model: string, apiKey: string, baseUrl = VENDOR): ModelRequest {
  return {
    url: `${baseUrl}/v1/models/${encodeURIComponent(model)}`,
    headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
  }
}
