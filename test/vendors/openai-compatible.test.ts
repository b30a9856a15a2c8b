import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Model } from '../support/vendors/model.ts'
import { PROFILES } from '../support/vendors/openai-compatible/profiles.ts'
import {
  COMPATIBLE_KEY,
  compatibleServer,
  COMPATIBLE_MODEL as model,
} from '../support/vendors/openai-compatible/server.ts'

type Kind = keyof typeof PROFILES

/** Calls every tool that it may call once, then answers with what the tools returned. */
const curious: Model = ({ tools, results, texts }) => {
  const open = tools.filter((name) => !results.some((it) => it.name === name))
  if (open.length > 0) return { calls: open.map((name) => ({ name, input: { symbol: 'SPY' } })) }
  return { text: `{"said":"${texts[0]} ${results.map((it) => `${it.name}=${it.text}`)}"}` }
}

let resources: AsyncDisposableStack
beforeEach(() => {
  resources = new AsyncDisposableStack()
})
afterEach(() => resources.disposeAsync())

async function client(kind: Kind, behaviour: Model = curious) {
  const server = resources.use(await compatibleServer(kind, behaviour))
  return new OpenAI({ baseURL: server.url, apiKey: COMPATIBLE_KEY, maxRetries: 0 })
}

const messages = [{ role: 'user' as const, content: 'Buy?' }]
const parameters = { type: 'object', properties: {} }
const chatTool = { type: 'function' as const, function: { name: 'quote', parameters } }
const tool = { type: 'function' as const, name: 'quote', parameters, strict: false }
const JSON_SCHEMA = { type: 'json_schema' as const, json_schema: { name: 'answer', schema: parameters } }
const OF_RESPONSES = { format: { type: 'json_schema' as const, name: 'answer', schema: parameters } }

describe('the fakes of OpenAI-compatible servers, read by the official client', () => {
  it.each(Object.keys(PROFILES) as Kind[])('%s answers a chat', async (kind) => {
    const answer = await (await client(kind)).chat.completions.create({ model, messages })

    expect(answer.choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant', refusal: null } })
    expect(answer.choices[0]?.message.content).toContain('{"said":"Buy? "}')
  })

  it('passes on calls and their results in a chat', async () => {
    const ai = await client('vllm')
    const first = await ai.chat.completions.create({ model, messages, tools: [chatTool] })
    const message = first.choices[0]!.message
    const result = { role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: '501' }
    const second = await ai.chat.completions.create({
      model,
      messages: [...messages, message, result],
      tools: [chatTool],
    })

    expect(first.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
    expect(second.choices[0]?.message.content).toBe('{"said":"Buy? quote=501"}')
  })

  it('passes on calls and their results in responses', async () => {
    const ai = await client('ollama')
    const first = await ai.responses.create({ model, input: 'Buy?', tools: [tool] })
    const call = first.output[0]
    if (call?.type !== 'function_call') throw new Error('no call')
    const output = { type: 'function_call_output' as const, call_id: call.call_id, output: '501' }
    const input = [{ role: 'user' as const, content: 'Buy?' }, call, output]
    const second = await ai.responses.create({ model, input, tools: [tool] })

    expect(second.output_text).toBe('{"said":"Buy? quote=501"}')
  })

  it('calls nothing where tool_choice is none', async () => {
    const ai = await client('vllmWithoutToolParser')
    const answer = await ai.responses.create({ model, input: 'Buy?', tools: [tool], tool_choice: 'none' })

    expect(answer.output).toMatchObject([{ type: 'message' }])
  })

  it('cuts and refuses in the form of each endpoint', async () => {
    const cut = await client('llamaCpp', () => ({ text: 'too long', end: 'truncated' }))
    const never = await client('openai', () => ({ end: 'refused' }))

    expect((await cut.chat.completions.create({ model, messages })).choices[0]?.finish_reason).toBe('length')
    expect(await cut.responses.create({ model, input: 'Buy?' })).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    })
    expect((await never.chat.completions.create({ model, messages })).choices[0]?.message.refusal).toMatch(/sorry/)
    expect(await never.responses.create({ model, input: 'Buy?' })).toMatchObject({
      output: [{ content: [{ type: 'refusal' }] }],
    })
  })

  it('writes JSON in a code fence where nothing constrains the model', async () => {
    const lmStudio = await client('lmStudio')
    const chat = await lmStudio.chat.completions.create({ model, messages, response_format: JSON_SCHEMA })
    const responses = await lmStudio.responses.create({ model, input: 'Buy?', text: OF_RESPONSES })

    expect(chat.choices[0]?.message.content).toBe('{"said":"Buy? "}')
    expect(responses.output_text).toBe('```json\n{"said":"Buy? "}\n```')
  })
})

describe('what OpenAI-compatible servers refuse', () => {
  const chat = (fields: object) => (ai: OpenAI) => ai.chat.completions.create({ model, messages, ...fields })
  const respond = (fields: object) => (ai: OpenAI) => ai.responses.create({ model, input: 'Buy?', ...fields })

  it.each<[string, Kind, (ai: OpenAI) => PromiseLike<unknown>, number, string]>([
    ['a schema', 'deepseek', chat({ response_format: JSON_SCHEMA }), 400, 'response_format type is unavailable'],
    ['a schema of responses', 'groq', respond({ text: OF_RESPONSES }), 400, 'does not support response format'],
    ['JSON without a schema', 'lmStudio', chat({ response_format: { type: 'json_object' } }), 400, 'must be'],
    ['JSON without the word', 'deepseek', chat({ response_format: { type: 'json_object' } }), 400, "the word 'json'"],
    ['an effort', 'openai', respond({ reasoning: { effort: 'low' } }), 400, "'reasoning.effort' is not supported"],
    ['metadata', 'groq', respond({ metadata: { a: 'b' } }), 400, "property 'metadata' is unsupported"],
    ['metadata, as another error', 'mistral', chat({ metadata: { a: 'b' } }), 422, 'extra_forbidden'],
    ['a choice without tools', 'vllm', respond({ tool_choice: 'auto' }), 400, '`tools` must be set'],
    ['tools without a choice', 'vllmWithoutToolParser', chat({ tools: [chatTool] }), 400, 'requires --enable-auto'],
    ['tools', 'ollamaWithoutTools', chat({ tools: [chatTool] }), 400, 'does not support tools'],
    ['hosted tools', 'vllm', respond({ tools: [{ type: 'mcp', server_label: 'a' }] }), 400, 'Unsupported tool type'],
    ['a response of before', 'ollama', respond({ previous_response_id: 'resp_1' }), 404, 'not found'],
    ['the other endpoint', 'deepseek', respond({}), 404, 'Unknown request URL'],
    ['an unknown model', 'llamaCpp', chat({ model: 'gpt-9' }), 404, 'does not exist'],
  ])('%s: %s', async (_name, kind, ask, status, message) => {
    const ai = await client(kind)
    const error: unknown = await Promise.resolve(ask(ai)).catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(OpenAI.APIError)
    expect(error).toMatchObject({ status, message: expect.stringContaining(message) })
  })

  it('names the refused field of OpenAI itself, with its code', async () => {
    const error: unknown = await (await client('openai')).responses
      .create({ model, input: 'Buy?', reasoning: { effort: 'low' } })
      .catch((reason: unknown) => reason)

    expect(error).toMatchObject({ param: 'reasoning.effort', code: 'unsupported_parameter' })
  })

  it('a wrong key, and fails as it is told', async () => {
    const server = resources.use(await compatibleServer('vllm', curious))
    const wrong = new OpenAI({ baseURL: server.url, apiKey: 'sk-other', maxRetries: 0 })
    const ai = new OpenAI({ baseURL: server.url, apiKey: COMPATIBLE_KEY, maxRetries: 0 })

    await expect(wrong.chat.completions.create({ model, messages })).rejects.toMatchObject({ status: 401 })
    server.failNext({ status: 429, headers: { 'retry-after': '3' } }, 'reset')
    await expect(ai.chat.completions.create({ model, messages })).rejects.toMatchObject({ status: 429 })
    await expect(ai.chat.completions.create({ model, messages })).rejects.toThrow(OpenAI.APIConnectionError)
    expect(await ai.chat.completions.create({ model, messages })).toMatchObject({ object: 'chat.completion' })
    expect(server.requests).toHaveLength(1)
  })
})
