import { expect, it, onTestFinished, vi } from 'vitest'
import { googleClient } from '../../../src/receiver/deciders/google/client.ts'
import { GEMINI_KEY, geminiServer } from '../../support/vendors/gemini/server.ts'

const QUESTION = { model: 'gemini-3.5-flash', contents: [{ role: 'user', parts: [{ text: 'Buy or skip?' }] }] }

const LOCAL = {
  provider: 'google' as const,
  apiKey: GEMINI_KEY,
  serviceEmail: 'bot@example.com',
  serviceToken: 'token',
  timeoutMs: 5_000,
  monotonicMs: () => 0,
  reached: () => null,
  random: () => 'r',
}

it.each(['', 'v1', 'beta'])('asks v1beta at the given address, though the environment says "%s"', async (version) => {
  vi.stubEnv('GOOGLE_GENAI_API_VERSION', version)
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('GOOGLE_API_KEY', 'other')
  onTestFinished(() => void vi.unstubAllEnvs())
  await using vendor = await geminiServer({ model: () => ({ text: 'skip' }) })
  const settings = {
    ...LOCAL,
    instructions: 'Decide.',
    model: QUESTION.model,
    baseUrl: vendor.url,
    mcpUrl: 'http://127.0.0.1:1/mcp',
  }

  const answer = await (await googleClient(settings, AbortSignal.timeout(5_000))).generate(QUESTION)

  expect(answer).toMatchObject({ candidates: [{ content: { parts: [{ text: 'skip' }] } }] })
  expect(vendor.paths).toEqual(['/v1beta/models/gemini-3.5-flash:generateContent'])
})
