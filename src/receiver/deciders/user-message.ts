import { visibleText } from '../../lib/text/visible-text.ts'
import type { DecisionRequest } from '../ports/decider.ts'
import { heldJson } from './held-json.ts'

/** Positions, and open orders, that a model is shown: each costs tokens. */
const MAX_ROWS = 50

/**
 * The one message of a request: limits and webhook as JSON between two marks that nobody can know before. The copy of
 * the webhook has no characters that a reader would not see; ledger and fingerprint keep the original. `more` is a
 * sentence of this service before the data.
 */
export function userMessage({ idea, limits, held }: DecisionRequest, mark: string, more = ''): string {
  const data = {
    limits: {
      max_notional_usd: limits.maxNotionalUsd,
      min_confidence: limits.minConfidence,
      allow_short_selling: limits.allowShortSelling,
    },
    ...(held !== undefined && { held: held && cleaned(heldJson(held, MAX_ROWS)) }),
    webhook: cleaned(idea),
  }
  return `The data stand between the two lines that read ${mark}.${more}\n${mark}\n${JSON.stringify(data)}\n${mark}`
}

/** A copy with visible text only, keys included. Depth is bounded where webhooks are taken in. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [visibleText(key), cleaned(field)]))
}
