import { ApiError, GoogleGenAI } from '@google/genai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GEMINI_FAULTS } from '../support/vendors/gemini/errors.ts'
import { GEMINI_KEY, type GeminiServer, geminiServer } from '../support/vendors/gemini/server.ts'
import type { Model } from '../support/vendors/model.ts'

const USER = { role: 'user', parts: [{ text: 'Buy or skip?' }] }
const QUESTION = { contents: [USER], systemInstruction: { parts: [{ text: 'You decide.' }] } }
const TOOLS = { tools: [{ functionDeclarations: [{ name: 'quote', parametersJsonSchema: { type: 'object' } }] }] }
const JSON_ONLY = { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } }

/** Calls every tool that it may call once, then answers with what the tools returned. */
const curious: Model = ({ tools, results, texts, system }) => {
  const open = tools.filter((name) => !results.some((it) => it.name === name))
  if (open.length > 0) return { calls: open.map((name) => ({ name, input: { symbol: 'SPY' } })) }
  return {
    text: `${system} ${texts[0]} ${results.map((it) => `${it.name}=${it.text}${it.isError ? '!' : ''}`)}`.trim(),
  }
}

interface Answered {
  readonly candidates: readonly { readonly content: { readonly role: string; readonly parts: readonly object[] } }[]
  readonly error: { readonly message: string; readonly status: string; readonly details: readonly object[] }
}

let vendor: GeminiServer
beforeEach(async () => {
  vendor = await geminiServer({ model: curious })
})
afterEach(() => vendor[Symbol.asyncDispose]())

async function send(body: unknown, { model = 'gemini-3.5-flash', key = GEMINI_KEY } = {}) {
  const response = await fetch(`${vendor.url}/v1beta/models/${model}:generateContent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { 'x-goog-api-key': key } : {}) },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answered }
}

async function answering(model: Model) {
  await vendor[Symbol.asyncDispose]()
  vendor = await geminiServer({ model })
}

describe('the fake of the Gemini API', () => {
  it('answers a question with a candidate and its usage', async () => {
    const { status, body } = await send(QUESTION)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      candidates: [
        { content: { role: 'model', parts: [{ text: 'You decide. Buy or skip?' }] }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: { promptTokenCount: expect.any(Number), totalTokenCount: expect.any(Number) },
      modelVersion: 'gemini-3.5-flash',
    })
  })

  it('asks for functions and reads their responses in the next content', async () => {
    const first = await send({ ...QUESTION, ...TOOLS })
    const call = first.body.candidates[0]!.content
    const answer = (response: object) => ({ role: 'user', parts: [{ functionResponse: { name: 'quote', response } }] })
    const good = await send({ ...QUESTION, ...TOOLS, contents: [USER, call, answer({ output: '501' })] })
    const bad = await send({ ...QUESTION, ...TOOLS, contents: [USER, call, answer({ error: 'no data' })] })

    expect(call.parts).toMatchObject([{ functionCall: { name: 'quote' }, thoughtSignature: expect.any(String) }])
    expect(good.body.candidates[0]?.content.parts).toEqual([{ text: 'You decide. Buy or skip? quote=501' }])
    expect(bad.body.candidates[0]?.content.parts).toEqual([{ text: 'You decide. Buy or skip? quote=no data!' }])
  })

  it('calls no function where the request forbids it', async () => {
    const { body } = await send({ ...QUESTION, ...TOOLS, toolConfig: { functionCallingConfig: { mode: 'NONE' } } })

    expect(body.candidates[0]?.content.parts).toEqual([{ text: 'You decide. Buy or skip?' }])
  })

  it('cuts the answer at maxOutputTokens, at worst before its first part', async () => {
    const cut = await send({ ...QUESTION, generationConfig: { maxOutputTokens: 1 } })
    await answering(() => ({ end: 'truncated' }))
    const empty = await send(QUESTION)

    expect(cut.body.candidates).toMatchObject([{ content: { parts: [{ text: 'You ' }] }, finishReason: 'MAX_TOKENS' }])
    expect(empty.body.candidates).toEqual([{ content: { role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 }])
  })

  it('keeps back an answer, and blocks a prompt, with status 200', async () => {
    await answering(() => ({ end: 'refused' }))
    const kept = await send(QUESTION)
    await answering(() => ({ end: 'blocked' }))
    const blocked = await send(QUESTION)

    expect(kept.body.candidates).toEqual([{ finishReason: 'SAFETY', index: 0 }])
    expect(blocked.body).toMatchObject({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })
    expect(blocked.body.candidates).toBeUndefined()
    expect([kept.status, blocked.status]).toEqual([200, 200])
  })
})

describe('the fake of the Gemini API, read by the official SDK', () => {
  const sdk = () => new GoogleGenAI({ apiKey: GEMINI_KEY, httpOptions: { baseUrl: vendor.url } })
  const declarations = [{ name: 'quote', parametersJsonSchema: { type: 'object' } }]

  it('as a candidate, and with calls that come back as they were signed', async () => {
    const ask = { model: 'gemini-3.5-flash', config: { tools: [{ functionDeclarations: declarations }] } }
    const first = await sdk().models.generateContent({ ...ask, contents: [USER] })
    const call = first.candidates?.[0]?.content
    const response = { role: 'user', parts: [{ functionResponse: { name: 'quote', response: { output: '501' } } }] }
    const second = await sdk().models.generateContent({ ...ask, contents: [USER, call ?? {}, response] })

    expect(first.functionCalls).toMatchObject([{ name: 'quote', args: { symbol: 'SPY' } }])
    expect(second.text).toContain('quote=501')
  })

  it('as errors with status and body', async () => {
    vendor.failNext(GEMINI_FAULTS.rateLimited(3))
    const error: unknown = await sdk()
      .models.generateContent({ model: 'gemini-3.5-flash', contents: 'Buy?' })
      .catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, message: expect.stringContaining('"retryDelay":"3s"') })
  })
})

describe('what the fake of the Gemini API refuses', () => {
  const call = { role: 'model', parts: [{ functionCall: { name: 'quote', args: {} } }] }
  const signed = { role: 'model', parts: [{ ...call.parts[0], thoughtSignature: 'c2lnbmVk' }] }
  const response = { role: 'user', parts: [{ functionResponse: { name: 'quote', response: { output: '1' } } }] }
  const declared = (fields: object) => ({ tools: [{ functionDeclarations: [{ name: 'quote', ...fields }] }] })

  it.each([
    ['an unknown field', { top_n: 1 }, 'Invalid JSON payload received. Unknown name "top_n": Cannot find field.'],
    [
      'an unknown field inside',
      { generationConfig: { reasoning: 'low' } },
      `Unknown name "reasoning" at 'generation_config': Cannot find field.`,
    ],
    [
      'a keyword of JSON Schema in the Schema of the vendor',
      declared({ parameters: { type: 'OBJECT', additionalProperties: false } }),
      `Unknown name "additionalProperties" at 'tools[0].function_declarations[0].parameters'`,
    ],
    ['no contents', { contents: [] }, 'contents is not specified'],
    [
      'a role of another vendor',
      { contents: [{ ...USER, role: 'assistant' }] },
      'Please use a valid role: user, model.',
    ],
    ['an empty part', { contents: [{ role: 'user', parts: [{}] }] }, "required oneof field 'data'"],
    ['a schema without its type', { generationConfig: { responseJsonSchema: {} } }, 'response_mime_type'],
    ['a call without its signature', { contents: [USER, call, response] }, 'missing a thought_signature'],
    ['a call without its response', { contents: [USER, signed, USER] }, 'number of function response parts'],
    ['a response without its call', { contents: [USER, response] }, 'immediately after a function call turn'],
    ['a name with a space', declared({ name: 'a quote' }), 'Invalid function name'],
  ])('%s', async (_name, fields, message) => {
    const { status, body } = await send({ ...QUESTION, ...fields })

    expect(body.error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
    expect(body.error.message).toContain(message)
    expect(status).toBe(400)
  })

  it('JSON answers together with functions, in the second generation of models only', async () => {
    const body = { ...QUESTION, ...TOOLS, generationConfig: JSON_ONLY }
    const second = await send(body, { model: 'gemini-2.5-flash' })
    const third = await send(body)

    expect(second.body.error.message).toBe(
      "Function calling with a response mime type: 'application/json' is unsupported",
    )
    expect([second.status, third.status]).toEqual([400, 200])
  })

  it('a wrong key, no key and an unknown model', async () => {
    const wrong = await send(QUESTION, { key: 'AIzaOther' })
    const none = await send(QUESTION, { key: '' })
    const model = await send(QUESTION, { model: 'gemini-1' })

    expect([wrong.status, none.status, model.status]).toEqual([400, 403, 404])
    expect(wrong.body.error.details).toMatchObject([{ reason: 'API_KEY_INVALID' }, {}])
    expect(model.body.error.status).toBe('NOT_FOUND')
  })

  it('fails as it is told, once each; the delay is in the body', async () => {
    vendor.failNext(GEMINI_FAULTS.rateLimited(7), GEMINI_FAULTS.overloaded(), 'reset')
    const [limited, busy] = [await send(QUESTION), await send(QUESTION)]

    expect([limited.status, busy.status]).toEqual([429, 503])
    expect(limited.headers.get('retry-after')).toBeNull()
    expect(limited.body.error.details.at(-1)).toMatchObject({ retryDelay: '7s' })
    expect(busy.body.error.status).toBe('UNAVAILABLE')
    await expect(send(QUESTION)).rejects.toThrow()
    expect((await send(QUESTION)).status).toBe(200)
  })
})
