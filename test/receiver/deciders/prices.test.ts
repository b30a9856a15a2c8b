import { describe, expect, it } from 'vitest'
import { estimatedCostUsd } from '../../../src/receiver/deciders/prices.ts'
import { addTokens, newTally, usageOf } from '../../../src/receiver/deciders/tally.ts'

const DECIDED_BY = { mode: 'local_mcp', provider: 'openai', promptVersion: null } as const
const used = { ...newTally('gpt-6.1-terra'), inputTokens: 10_000, cachedTokens: 4000, outputTokens: 2000 }

describe('the estimated cost', () => {
  it('charges cached input less, and thoughts as output', () => {
    // 6,000 × 1 + 4,000 × 0.05 + 2,000 × 5 millionths of a USD.
    expect(estimatedCostUsd(used)).toBe(0.0162)
  })

  it('knows a model by its dated name', () => {
    expect(estimatedCostUsd({ ...used, model: 'gpt-5.4-mini-2026-03-17' })).toBe(0.0138)
  })

  it.each([
    ['of an unknown model', { model: 'llama-4' }],
    ['of no model', { model: null }],
    ['of a dearer size', { inputTokens: 272_001 }],
    ['without input tokens', { inputTokens: null }],
    ['without output tokens', { outputTokens: null }],
  ])('is unknown %s', (_case, change) => {
    expect(estimatedCostUsd({ ...used, ...change })).toBeNull()
  })

  it('takes all input at the full price when nothing is said of a cache', () => {
    expect(estimatedCostUsd({ ...used, cachedTokens: null })).toBe(0.02)
  })

  it('is given for the vendor alone: other endpoints have other prices', () => {
    expect(usageOf(DECIDED_BY, used, 5, true).estimatedCostUsd).toBe(0.0162)
    expect(usageOf(DECIDED_BY, used, 5, false).estimatedCostUsd).toBeNull()
  })
})

describe('the tally', () => {
  it('adds what is said and leaves unknown what is not', () => {
    const tally = newTally('m')

    addTokens(tally, { prompt_tokens: 10, completion_tokens: 3 })
    addTokens(tally, { input_tokens: 5, output_tokens: 2, output_tokens_details: { reasoning_tokens: 1 } })

    expect(tally).toMatchObject({ inputTokens: 15, cachedTokens: null, outputTokens: 5, reasoningTokens: 1 })
  })

  it.each([undefined, null, 'many', [], { input_tokens: -1, output_tokens: 1.5 }, { input_tokens: '7' }])(
    'takes nothing from %j',
    (usage) => {
      const tally = newTally('m')

      addTokens(tally, usage)

      expect(tally).toMatchObject({ inputTokens: null, outputTokens: null })
    },
  )
})
