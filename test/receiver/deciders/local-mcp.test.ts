import { describe, expect, it } from 'vitest'
import { DECISION_SCHEMA } from '../../../src/receiver/deciders/decision-format.ts'
import { CONCLUDE } from '../../../src/receiver/deciders/dialect.ts'
import { INSTRUCTIONS } from '../../../src/receiver/deciders/instructions.ts'
import { NOTHING_HELD } from '../../support/broker/scripted-broker.ts'
import { contextTool, stubMcp } from '../../support/mcp/stub-mcp.ts'
import { describeDecider } from './conformance.ts'
import { asked, calm, ticking } from './ideas.ts'
import { modelOutcomes } from './model-outcomes.ts'
import { localChatWorld, localWorld, secretForms, serviceEmail, serviceToken } from './model-world.ts'

const formats = [
  ['the Responses API', localWorld, '/v1/responses'],
  ['chat completions', localChatWorld, '/v1/chat/completions'],
] as const

describe.each(formats)('a local loop over %s', (name, open, path) => {
  describeDecider(`a local loop over ${name}`, open)
  modelOutcomes(open)

  it('looks things up with the allowed tools, then asks once more for the decision, without a choice of tools', async () => {
    await using world = await open()

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 1, failedToolCalls: 0 } })
    expect(world.mcp.calls).toEqual([{ name: 'trade_context', given: { symbol: 'AAPL', direction: 'bullish' } }])
    const turns = world.model.requests.filter((request) => request.path === path).map(({ body }) => body)
    expect(turns.map((body) => body['tool_choice'])).toEqual([undefined, undefined, 'none'])
    expect(turns.map((body) => body['tools'])).toEqual(Array(3).fill(turns[0]?.['tools']))
    expect(turns[0]?.['tools']).toHaveLength(1)
    expect(JSON.stringify(turns[0])).toContain('What trade_context tells.')
    expect(JSON.stringify(turns[1])).toContain('{\\"quote\\":{\\"price\\":100}}')
    expect(JSON.stringify(turns.slice(0, 2))).not.toContain('json_schema')
    expect(JSON.stringify(turns[2])).toContain(CONCLUDE)
    expect(JSON.stringify(turns[2])).toContain(JSON.stringify(DECISION_SCHEMA))
    for (const body of turns) expect(JSON.stringify(body)).toContain(JSON.stringify(INSTRUCTIONS))
  })

  it('repeats once in all its turns together', async () => {
    await using world = await open()

    const outcome = await world.decider.decide(asked({ alert_name: 'script:provider_500_in_turns' }), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining('500 The server had an error') })
    expect(world.model.requests.filter((request) => request.path === path)).toHaveLength(3)
  })

  it('counts the tokens of all turns', async () => {
    await using world = await open()

    const { usage } = await world.decider.decide(asked(), calm())

    expect(usage).toMatchObject({
      inputTokens: 3 * 1207,
      cachedTokens: 3000,
      outputTokens: 3 * 535,
      reasoningTokens: 960,
    })
  })

  it('offers neither tools that write nor tools that nobody allowed', async () => {
    const tools = [
      contextTool(),
      { name: 'news', readOnly: false, answer: () => 'x' },
      { name: 'place_order', answer: () => 'x' },
    ]
    await using world = await open({ mcp: { tools } })

    await world.decider.decide(asked(), calm())

    expect(JSON.stringify(world.model.requests)).not.toMatch(/What (news|place_order) tells/)
  })

  it('calls no tool that it did not offer, and tells the model', async () => {
    await using world = await open()

    const outcome = await world.decider.decide(asked({ alert_name: 'script:some_failed' }), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 2, failedToolCalls: 1 } })
    expect(world.mcp.calls.map(({ name: tool }) => tool)).toEqual(['trade_context'])
    expect(JSON.stringify(world.model.requests)).toContain('There is no tool of this name.')
  })

  it.each(['many_calls', 'burst'] as const)('makes at most twelve calls when the model does "%s"', async (script) => {
    await using world = await open()

    const outcome = await world.decider.decide(asked({ alert_name: `script:${script}` }), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 12 } })
    expect(world.mcp.calls).toHaveLength(12)
    const turns = world.model.requests.filter((request) => request.path === path)
    expect(turns).toHaveLength(script === 'burst' ? 2 : 13)
  })

  it('makes no call with arguments that cannot be read, are too long, too deep or no object', async () => {
    await using world = await open({ mcp: { tools: [contextTool(), { name: 'stock_quote', answer: () => 'x' }] } })

    const outcome = await world.decider.decide(asked({ alert_name: 'script:odd_arguments' }), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 5, failedToolCalls: 4 } })
    expect(world.mcp.calls.map(({ name: tool }) => tool)).toEqual(['trade_context'])
    const shown = JSON.stringify(world.model.requests.at(-1)?.body)
    const words = ['not a JSON object', 'not JSON', 'too long', 'nested too deeply']
    expect(words.filter((one) => !shown.includes(`The arguments are ${one}.`))).toEqual([])
  })

  it('shows the model at most 8 KB of an answer, whole characters and visible ones only', async () => {
    const tool = contextTool(() => `head\u202e\u200b\n${'😀'.repeat(5000)}`)
    await using world = await open({ mcp: { tools: [tool] } })

    await world.decider.decide(asked(), calm())

    const body = JSON.stringify(world.model.requests.at(-1)?.body)
    const shown = /"head\\n(😀+)\\n\[cut here: ask for less\]"/u.exec(body)
    expect(Buffer.byteLength(`head\n${shown?.[1]}\n[cut here: ask for less]`)).toBeLessThanOrEqual(8192)
    expect(Buffer.byteLength(shown?.[1] ?? '')).toBeGreaterThan(8100)
    expect(body).not.toMatch(/[\u202e\u200b\ufffd]/)
  })

  it('fails when no call succeeded', async () => {
    await using world = await open({ mcp: { tools: [{ ...contextTool(() => 'down'), isError: true }] } })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({
      ok: false,
      error: 'MCP unavailable: all 1 tool calls failed, the first with: down',
    })
  })

  it('decides without evidence when the model looks nothing up', async () => {
    await using world = await open()

    const outcome = await world.decider.decide(asked({ alert_name: 'script:no_calls' }), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 0 } })
  })

  it('goes on without an answer from a tool that hangs', async () => {
    const hanging = contextTool(() => new Promise<string>(() => {}))
    await using world = await open({ mcp: { tools: [hanging] }, options: { toolTimeoutMs: 100 } })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining('MCP unavailable') })
    expect(JSON.stringify(world.model.requests)).toContain('The tool failed')
  })

  it('stops calling tools when their time together is spent', async () => {
    // The clock goes on by 40 s for each reading, so two calls spend the 90 s... and a bit.
    await using world = await open({ options: { monotonicMs: ticking(40_000) } })

    const outcome = await world.decider.decide(asked({ alert_name: 'script:many_calls' }), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 3 } })
  })

  it.each([
    ['credentials are wrong', { token: 'another' }, /^MCP tool list failed: .*SERVICE_TOKEN/],
    ['plan does not allow it', { status: 403 }, /^MCP tool list failed: .*403/],
    ['tool server is broken', { status: 500 }, /^MCP tool list failed: .*500/],
    ['server offers nothing of use', { tools: [] }, /^MCP tool list failed: .*none of the tools/],
  ])('asks no model when the %s', async (_case, mcp, reason) => {
    await using world = await open({ mcp })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
    expect(world.model.requests).toEqual([])
    for (const form of secretForms) expect(JSON.stringify(outcome)).not.toContain(form)
  })

  it('ends after its time when the tool server hangs', async () => {
    await using world = await open({ mcp: { hang: true }, options: { timeoutMs: 200 } })

    expect(await world.decider.decide(asked(), calm())).toMatchObject({
      ok: false,
      error: expect.stringContaining('timed out'),
    })
  })
})

describe.each(formats)('a local loop over %s next to what is held and spent', (_name, open, path) => {
  it('reads again what the account holds by a tool of its own, where the model is shown it', async () => {
    await using world = await open()
    const position = { side: 'long', qty: 2, marketValueUsd: 200, averageEntryPrice: 90, unrealizedPnlUsd: 20 } as const
    const positions = [
      { ...position, symbol: 'AAPL' },
      { ...position, symbol: 'TSLA' },
    ]
    let reads = 0
    const readHeld = async () => (++reads > 1 ? { ...NOTHING_HELD, positions } : NOTHING_HELD)
    const request = { ...asked({ alert_name: 'script:looks_at_holdings' }), held: NOTHING_HELD, readHeld }

    const outcome = await world.decider.decide(request, calm())
    await world.decider.decide({ ...request, readHeld: async () => null }, calm())
    await world.decider.decide(asked({ alert_name: 'script:looks_at_holdings' }), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 4, failedToolCalls: 1 } })
    expect(world.mcp.calls.map(({ name: tool }) => tool)).toEqual(Array(3).fill('trade_context'))
    const bodies = world.model.requests.filter((it) => it.path === path).map(({ body }) => JSON.stringify(body))
    const [first = '', second = ''] = bodies
    expect(first).toContain('the tool account_holdings reads it again')
    expect(second).toContain('\\"equity_usd\\":1000')
    expect(second).toContain('[{\\"symbol\\":\\"TSLA\\",\\"side\\"')
    expect(second).toContain('The arguments are not a JSON object.')
    expect(bodies.some((body) => body.includes('The brokerage did not report what is held.'))).toBe(true)
    expect(bodies.at(-1)).not.toContain('reads it again')
    expect(bodies.at(-1)).toContain('There is no tool of this name.')
  })

  it.each([
    ['the tokens of one decision', { maxTokens: 2_000, maxUsd: null }, 2, /^MAX_LLM_TOKENS_PER_DECISION is reached$/],
    [
      'the USD of one decision',
      { maxTokens: null, maxUsd: 0.000_001 },
      1,
      /^MAX_LLM_USD_PER_DECISION|price of the model/,
    ],
  ])('asks the model no more once %s are reached, which is a skip', async (_name, budget, requests, reason) => {
    await using world = await open({ options: { budget } })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, isSkip: true, error: expect.stringMatching(reason) })
    expect(world.model.requests.filter((request) => request.path === path).length).toBeLessThanOrEqual(requests)
  })

  it('counts what models before have cost', async () => {
    await using world = await open({ options: { budget: { maxTokens: 500, maxUsd: null } } })

    const outcome = await world.decider.decide({ ...asked(), spent: { tokens: 500, usd: 0 } }, calm())

    expect(outcome).toMatchObject({ ok: false, isSkip: true })
    expect(world.model.requests).toEqual([])
  })
})

describe('a local loop', () => {
  const patient = () => {
    const waited: number[] = []
    return { waited, wait: async (ms: number) => void waited.push(ms) }
  }

  it('waits for a tool server that has had enough for the minute, at the listing and at a call', async () => {
    const { waited, wait } = patient()
    const busyAt = ['initialize', 'notifications/initialized', 'tools/list', 'tools/call']
    await using world = await localWorld({ mcp: { busyAt, retryAfter: '55' }, options: { wait } })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 1, failedToolCalls: 0 } })
    expect(waited).toEqual([55_000, 55_000, 55_000, 55_000])
    expect(world.mcp.calls).toHaveLength(1)
  })

  it.each([
    ['does not say when to come back', {}],
    ['says so in words', { retryAfter: 'Sun, 22 Nov 2026 10:00:00 GMT' }],
    ['asks for more than a minute', { retryAfter: '61' }],
  ])('fails at once when a busy tool server %s', async (_case, later) => {
    const { waited, wait } = patient()
    await using world = await localWorld({ mcp: { status: 429, busyAt: ['initialize'], ...later }, options: { wait } })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(/^MCP tool list failed: .*429/) })
    expect(waited).toEqual([])
  })

  it('waits no longer than a decision may take', async () => {
    await using world = await localWorld({
      mcp: { busyAt: ['initialize'], retryAfter: '60' },
      options: { timeoutMs: 200 },
    })

    expect(await world.decider.decide(asked(), calm())).toMatchObject({
      ok: false,
      error: expect.stringContaining('timed out'),
    })
  })

  it.each([404, 405, 501] as const)(
    'learns from a %d that chat completions are spoken, and remembers it',
    async (status) => {
      await using world = await localWorld({ model: { responses: status } })

      const first = await world.decider.decide(asked(), calm())
      const before = world.model.requests.filter(({ path }) => path === '/v1/responses').length
      const second = await world.decider.decide(asked(), calm())

      expect([first.ok, second.ok]).toEqual([true, true])
      expect(world.model.requests.filter(({ path }) => path === '/v1/responses')).toHaveLength(before)
    },
  )

  it.each([
    ['bearer', { authorization: `Bearer ${Buffer.from(`${serviceEmail}:${serviceToken}`).toString('base64')}` }],
    ['two_headers', { 'x-user-email': serviceEmail, 'x-user-token': serviceToken }],
  ])('shows its credentials to the tool server as %s', async (credentials, headers) => {
    await using world = await localWorld({ options: { credentials } })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome.ok).toBe(true)
    for (const request of world.mcp.requests) expect(request.headers).toMatchObject(headers)
  })

  it('does not carry its credentials to where the tool server redirects', async () => {
    await using elsewhere = await stubMcp({ email: serviceEmail, token: serviceToken })
    await using world = await localWorld({ mcp: { redirectTo: elsewhere.url } })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining('MCP tool list failed') })
    expect(elsewhere.requests).toEqual([])
  })

  it('works with a placeholder for a key, as local servers are given', async () => {
    await using world = await localWorld({ model: { apiKey: 'a' }, options: { apiKey: 'a' } })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 1, failedToolCalls: 0 } })
  })

  it('sends the calls of a completion back as they came', async () => {
    await using world = await localChatWorld()

    await world.decider.decide(asked(), calm())

    const messages = (world.model.requests.at(-1)?.body['messages'] ?? []) as Record<string, unknown>[]
    expect(messages[2]).toEqual({
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [
        {
          id: expect.stringMatching(/^call_stub_/),
          type: 'function',
          function: { name: 'trade_context', arguments: '{"symbol":"AAPL","direction":"bullish"}' },
        },
      ],
    })
    expect(messages[3]).toMatchObject({ role: 'tool', content: '{"quote":{"price":100}}' })
  })

  it('sends thoughts back, as a conversation without storage needs', async () => {
    await using world = await localWorld()

    await world.decider.decide(asked(), calm())

    expect(world.model.requests[0]?.body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
    const [, second] = world.model.requests
    const types = ((second?.body['input'] ?? []) as { type?: string }[]).map(({ type }) => type)
    expect(types).toEqual([undefined, 'function_call', 'function_call_output'])
  })
})
