import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/app/settings/config.ts'

const needed = { SESSION_SECRET: 's'.repeat(32), WEBHOOK_SECRET: 'w'.repeat(16) }

describe('the settings of the models', () => {
  it('take the models that are asked next by provider, by both names, or as models of LLM_PROVIDER', () => {
    const LLM_FALLBACK = 'anthropic, google:gemini-2.5-flash,gpt-5.4-mini'
    const local = { ...needed, DECISION_MODE: 'local_mcp', ANTHROPIC_BASE_URL: 'https://gateway.example' }

    expect(readConfig(needed).decision.fallback).toEqual([])
    expect(readConfig({ ...local, LLM_FALLBACK }).decision.fallback).toEqual([
      { provider: 'anthropic', model: 'claude-sonnet-5-5', baseUrl: 'https://gateway.example' },
      { provider: 'google', model: 'gemini-2.5-flash', baseUrl: undefined },
      { provider: 'openai', model: 'gpt-5.4-mini', baseUrl: undefined },
    ])
    const compatible = { LLM_PROVIDER: 'compatible', OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }
    const tagged = readConfig({ ...needed, ...compatible, LLM_FALLBACK: 'qwen3:8b' }).decision.fallback
    expect(tagged).toMatchObject([{ provider: 'compatible', model: 'qwen3:8b' }])
  })

  it.each([
    ['google', {}, 'DECISION_MODE must be local_mcp with LLM_FALLBACK=google'],
    ['compatible', {}, 'OPENAI_BASE_URL is required by LLM_FALLBACK=compatible'],
    ['compatible', { OPENAI_BASE_URL: 'http://127.0.0.1:1' }, 'they share OPENAI_BASE_URL'],
    ['a,,b', {}, 'LLM_FALLBACK must be at most 4 models'],
    ['anthropic:', {}, 'LLM_FALLBACK must be at most 4 models'],
  ])('refuse LLM_FALLBACK=%s where it cannot work', (LLM_FALLBACK, more, words) => {
    expect(() => readConfig({ ...needed, ...more, LLM_FALLBACK })).toThrow(words)
  })
})
