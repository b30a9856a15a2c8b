import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stubMcp } from '../support/mcp/stub-mcp.ts'
import { ANTHROPIC_FAULTS } from '../support/vendors/anthropic/errors.ts'
import { ANTHROPIC_KEY, type AnthropicServer, anthropicServer } from '../support/vendors/anthropic/server.ts'
import type { Model } from '../support/vendors/model.ts'

const HEADERS = { 'x-api-key': ANTHROPIC_KEY, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
const CONNECTOR = { 'anthropic-beta': 'mcp-client-2025-11-20' }
const QUESTION = {
  model: 'claude-opus-5-5',
  max_tokens: 1000,
  messages: [{ role: 'user', content: 'Buy or skip?' }],
}
const TOOL = { name: 'quote', input_schema: { type: 'object', properties: {} } }
const TOKEN = Buffer.from('ada@example.com:ow_token').toString('base64')
const MCP = {
  mcp_servers: [{ type: 'url', url: 'https://desk.example/mcp', name: 'desk', authorization_token: TOKEN }],
  tools: [{ type: 'mcp_toolset', mcp_server_name: 'desk' }],
}

let vendor: AnthropicServer
let resources: AsyncDisposableStack
let mcpUrl: string

/** Calls every tool that it may call once, then answers with what the tools returned. */
const curious: Model = ({ tools, results, texts }) => {
  const open = tools.filter((name) => !results.some((it) => it.name === name))
  if (open.length > 0) return { text: 'I look first.', calls: open.map((name) => ({ name, input: { symbol: 'SPY' } })) }
  return { text: `${texts[0]} ${results.map((it) => `${it.name}=${it.text}${it.isError ? '!' : ''}`)}`.trim() }
}

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  vendor = resources.use(await anthropicServer({ model: curious, addressOf: () => mcpUrl }))
})
afterEach(() => resources.disposeAsync())

interface Answered {
  readonly content: readonly { readonly id: string; readonly tool_use_id: string }[]
  readonly error: { readonly type: string; readonly message: string; readonly details?: unknown }
}

async function send(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${vendor.url}/v1/messages`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answered }
}

describe('the fake of the Messages API', () => {
  it('answers a question with a message, its usage and the limits', async () => {
    const { status, headers, body } = await send(QUESTION)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Buy or skip?' }],
      stop_reason: 'end_turn',
      stop_details: null,
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
    })
    expect(headers.get('request-id')).toMatch(/^req_/)
    expect(headers.get('anthropic-ratelimit-requests-remaining')).toBe('49')
  })

  it('asks for the tools of the request and reads their results in the next message', async () => {
    const first = await send({ ...QUESTION, tools: [TOOL] })
    const call = first.body.content[1]!
    const results = [{ type: 'tool_result', tool_use_id: call.id, content: '501', is_error: true }]
    const messages = [
      ...QUESTION.messages,
      { role: 'assistant', content: first.body.content },
      { role: 'user', content: results },
    ]
    const second = await send({ ...QUESTION, tools: [TOOL], messages })

    expect(first.body).toMatchObject({ stop_reason: 'tool_use', content: [{}, { name: 'quote' }] })
    expect(second.body).toMatchObject({ stop_reason: 'end_turn', content: [{ text: 'Buy or skip? quote=501!' }] })
  })

  it('calls no tool where the request forbids it', async () => {
    const { body } = await send({ ...QUESTION, tools: [TOOL], tool_choice: { type: 'none' } })

    expect(body).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text' }] })
  })

  it('cuts the answer at max_tokens', async () => {
    const { body } = await send({ ...QUESTION, max_tokens: 2 })

    expect(body).toMatchObject({ stop_reason: 'max_tokens', content: [{ text: 'Buy or s' }] })
  })

  it('declines with a stop reason, not with an error', async () => {
    await using strict = await anthropicServer({ model: () => ({ end: 'refused' }) })
    vendor = strict
    const { status, body } = await send(QUESTION)

    expect(status).toBe(200)
    expect(body).toMatchObject({ content: [], stop_reason: 'refusal', stop_details: { type: 'refusal' } })
  })

  it('streams the same message as events', async () => {
    const response = await fetch(`${vendor.url}/v1/messages`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ ...QUESTION, stream: true }),
    })
    const events = [...(await response.text()).matchAll(/^event: (\w+)$/gm)].map((it) => it[1])

    expect(events).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })
})

describe('the fake of the Messages API, read by the official SDK', () => {
  const sdk = () => new Anthropic({ apiKey: ANTHROPIC_KEY, baseURL: vendor.url, maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: 'Buy or skip?' }]
  const tool = { name: 'quote', input_schema: { type: 'object' as const } }
  const ask = { model: 'claude-opus-5-5', max_tokens: 1000, messages }

  it('as a message, with calls, and as a stream', async () => {
    const plain = await sdk().messages.create(ask)
    const called = await sdk().messages.create({ ...ask, tools: [tool] })
    const streamed = await sdk()
      .messages.stream({ ...ask, tools: [tool] })
      .finalMessage()

    expect(plain.content).toMatchObject([{ type: 'text', text: 'Buy or skip?' }])
    expect(called).toMatchObject({
      stop_reason: 'tool_use',
      content: [{}, { name: 'quote', input: { symbol: 'SPY' } }],
    })
    expect(streamed.content).toMatchObject([{ text: 'I look first.' }, { name: 'quote', input: { symbol: 'SPY' } }])
  })

  it('as errors with type, request and time to wait', async () => {
    vendor.failNext(ANTHROPIC_FAULTS.rateLimited(3))
    const error: unknown = await sdk()
      .messages.create(ask)
      .catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(Anthropic.RateLimitError)
    expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', requestID: expect.stringMatching(/^req_/) })
  })
})

describe('the fake of the MCP connector', () => {
  it('calls the tools of the server itself and answers in the same turn', async () => {
    const mcp = resources.use(await stubMcp({ tools: [{ name: 'gamma', answer: () => '-3bn' }] }))
    mcpUrl = mcp.url
    const { body } = await send({ ...QUESTION, ...MCP }, CONNECTOR)

    expect(body).toMatchObject({
      stop_reason: 'end_turn',
      content: [
        { type: 'text', text: 'I look first.' },
        { type: 'mcp_tool_use', name: 'gamma', server_name: 'desk', input: { symbol: 'SPY' } },
        { type: 'mcp_tool_result', is_error: false, content: [{ type: 'text', text: '-3bn' }] },
        { type: 'text', text: 'Buy or skip? gamma=-3bn' },
      ],
    })
    expect(body.content[2]?.tool_use_id).toBe(body.content[1]?.id)
  })

  it('pauses a turn at its limit, and goes on from its own content', async () => {
    const tools = ['gamma', 'flow'].map((name) => ({ name, answer: () => 'x' }))
    mcpUrl = resources.use(await stubMcp({ tools })).url
    const oneByOne: Model = (view) => {
      const { calls, ...reply } = curious(view)
      return calls ? { calls: calls.slice(0, 1) } : reply
    }
    vendor = resources.use(await anthropicServer({ model: oneByOne, addressOf: () => mcpUrl, pauseAfter: 1 }))
    const first = await send({ ...QUESTION, ...MCP }, CONNECTOR)
    const messages = [...QUESTION.messages, { role: 'assistant', content: first.body.content }]
    const second = await send({ ...QUESTION, ...MCP, messages }, CONNECTOR)

    expect(first.body).toMatchObject({ stop_reason: 'pause_turn', content: [{ name: 'gamma' }, {}] })
    expect(second.body).toMatchObject({ stop_reason: 'pause_turn', content: [{ name: 'flow' }, {}] })
  })

  it('offers only the tools that the toolset enables', async () => {
    const tools = ['gamma', 'flow'].map((name) => ({ name, answer: () => 'x' }))
    const mcp = resources.use(await stubMcp({ tools }))
    mcpUrl = mcp.url
    const toolset = { ...MCP.tools[0], default_config: { enabled: false }, configs: { flow: { enabled: true } } }
    await send({ ...QUESTION, ...MCP, tools: [toolset] }, CONNECTOR)

    expect(mcp.calls.map(({ name }) => name)).toEqual(['flow'])
  })

  it('reports its listing under the later beta, and uses the listing that is sent back', async () => {
    const mcp = resources.use(await stubMcp({ tools: [{ name: 'gamma', answer: () => '-3bn' }] }))
    mcpUrl = mcp.url
    const pinning = { 'anthropic-beta': 'mcp-client-2026-09-15' }
    const first = await send({ ...QUESTION, ...MCP }, pinning)
    const messages = [...QUESTION.messages, { role: 'assistant', content: first.body.content }]
    const more = [...messages, { role: 'user', content: 'And now?' }]
    const second = await send({ ...QUESTION, ...MCP, messages: more }, pinning)

    expect(first.body.content[0]).toMatchObject({
      type: 'mcp_tool_listing',
      mcp_server_name: 'desk',
      tools: [{ name: 'gamma', input_schema: { type: 'object' } }],
    })
    expect(second.body.content).toMatchObject([{ type: 'text' }])
  })

  it('refuses a wrong token of the MCP server and a server that cannot be reached', async () => {
    mcpUrl = resources.use(await stubMcp({ token: 'another' })).url
    const refused = await send({ ...QUESTION, ...MCP }, CONNECTOR)
    mcpUrl = 'http://127.0.0.1:9/mcp'
    const unreachable = await send({ ...QUESTION, ...MCP }, CONNECTOR)

    expect(refused.body.error.message).toMatch(/^Invalid authorization token for MCP server 'desk'/)
    expect(unreachable.body.error.message).toMatch(/^Connection error/)
    expect([refused.status, unreachable.status]).toEqual([400, 400])
  })
})

describe('what the fake of the Messages API refuses', () => {
  const format = (schema: object) => ({ output_config: { format: { type: 'json_schema', schema } } })
  const object = (properties: object) => ({ type: 'object', additionalProperties: false, properties })
  const unanswered = [
    ...QUESTION.messages,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'quote', input: {} }] },
  ]

  it.each([
    ['an unknown field', { top_n: 1 }, 'top_n: Extra inputs are not permitted'],
    ['the connector without its beta', MCP, /^(mcp_servers|tools\.0)/],
    ['a missing limit', { max_tokens: undefined }, 'max_tokens: Field required'],
    [
      'an empty text',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      /^messages\.0\.content\.0\.text/,
    ],
    ['sampling', { temperature: 0 }, '`temperature` is deprecated for this model.'],
    ['a choice without tools', { tool_choice: { type: 'none' } }, /while providing tools/],
    [
      'a call without a result',
      { tools: [TOOL], messages: [...unanswered, { role: 'user', content: 'so?' }] },
      /^messages\.1: `tool_use` ids/,
    ],
    [
      'a result without a call',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }] },
      /unexpected `tool_use_id`/,
    ],
    [
      'a prefilled answer',
      { messages: [...QUESTION.messages, { role: 'assistant', content: '{' }] },
      /does not support assistant message prefill/,
    ],
    [
      'forced calls with thinking',
      { tools: [TOOL], tool_choice: { type: 'any' }, thinking: { type: 'adaptive' } },
      /^Thinking may not be enabled/,
    ],
    [
      'an open object',
      format({ type: 'object', properties: {} }),
      /'additionalProperties' must be explicitly set to false/,
    ],
    [
      'a bound of a number',
      format(object({ a: { type: 'number', minimum: 0 } })),
      /For 'number' type, property 'minimum' is not supported/,
    ],
    [
      'a long list',
      format(object({ a: { type: 'array', items: {}, minItems: 2 } })),
      /'minItems' values other than 0 or 1/,
    ],
  ])('%s', async (_name, fields, message) => {
    const { status, body } = await send({ ...QUESTION, ...fields })

    expect(body).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringMatching(message) },
      request_id: expect.stringMatching(/^req_/),
    })
    expect(status).toBe(400)
  })

  it.each([
    ['a server without a toolset', { ...MCP, tools: [] }, /^MCP server 'desk' is defined but not referenced/],
    [
      'an address without TLS',
      { ...MCP, mcp_servers: [{ ...MCP.mcp_servers[0], url: 'http://desk.example/mcp' }] },
      /^mcp_servers\.0\.url/,
    ],
    ['a toolset of no server', { ...MCP, mcp_servers: [] }, /references MCP server 'desk'/],
  ])('%s', async (_name, fields, message) => {
    const { status, body } = await send({ ...QUESTION, ...fields }, CONNECTOR)

    expect(body.error.message).toMatch(message)
    expect(status).toBe(400)
  })

  it('a wrong key, no key and an unknown model', async () => {
    const wrong = await send(QUESTION, { 'x-api-key': 'sk-ant-other' })
    const none = await send(QUESTION, { 'x-api-key': '' })
    const model = await send({ ...QUESTION, model: 'claude-1' })

    expect([wrong.status, none.status, model.status]).toEqual([401, 401, 404])
    expect(wrong.body.error).toEqual({ type: 'authentication_error', message: 'invalid x-api-key' })
    expect(model.body.error).toEqual({ type: 'not_found_error', message: 'model: claude-1' })
  })

  it('fails as it is told, once each', async () => {
    const { rateLimited, spendLimit, overloaded } = ANTHROPIC_FAULTS
    vendor.failNext(rateLimited(7), spendLimit(), overloaded(), 'reset')
    const [limited, spent, busy] = [await send(QUESTION), await send(QUESTION), await send(QUESTION)]

    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    expect([spent.status, spent.headers.get('retry-after')]).toEqual([429, null])
    expect(spent.body.error.details).toEqual({ error_code: 'enforced_spend_limit_reached' })
    expect([busy.status, busy.body.error]).toEqual([529, { type: 'overloaded_error', message: 'Overloaded' }])
    await expect(send(QUESTION)).rejects.toThrow()
    expect((await send(QUESTION)).status).toBe(200)
  })
})
