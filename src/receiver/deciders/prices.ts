/** USD per million tokens. */
interface Price {
  readonly input: number
  readonly cached: number
  readonly output: number
}

/**
 * The vendor's standard prices as published on 2026-11-21, for requests of at most 272,000 input tokens.
 * https://openai.com/api/pricing/
 */
const PRICES: ReadonlyMap<string, Price> = new Map([
  ['gpt-6.1-terra', { input: 1, cached: 0.05, output: 5 }],
  ['gpt-6.1-sol', { input: 2, cached: 0.1, output: 10 }],
  ['gpt-5.6-terra', { input: 2, cached: 0.2, output: 12 }],
  ['gpt-5.5', { input: 5, cached: 0.5, output: 30 }],
  ['gpt-5.4', { input: 2.5, cached: 0.25, output: 15 }],
  ['gpt-5.4-mini', { input: 0.75, cached: 0.075, output: 4.5 }],
  ['gpt-5.4-nano', { input: 0.2, cached: 0.02, output: 1.25 }],
])
const DEARER_ABOVE = 272_000
const DATED = /-\d{4}-\d{2}-\d{2}$/

/** What an answer of a model used; null where the provider does not say. */
interface TokenCounts {
  /** The model that answered. */
  readonly model: string | null
  readonly inputTokens: number | null
  /** Part of the input tokens. */
  readonly cachedTokens: number | null
  readonly outputTokens: number | null
}

/** What the tokens cost, to the millionth of a USD; null for a model or a size without a known price. */
export function estimatedCostUsd({ model, inputTokens, cachedTokens, outputTokens }: TokenCounts): number | null {
  const price = model === null ? undefined : PRICES.get(model.replace(DATED, ''))
  if (price === undefined || inputTokens === null || outputTokens === null || inputTokens > DEARER_ABOVE) return null
  const cached = Math.min(cachedTokens ?? 0, inputTokens)
  const millionths = (inputTokens - cached) * price.input + cached * price.cached + outputTokens * price.output
  return Math.round(millionths) / 1e6
}
