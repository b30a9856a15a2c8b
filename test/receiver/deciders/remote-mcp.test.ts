import { describe, expect, it } from 'vitest'
import { DECISION_SCHEMA } from '../../../src/receiver/deciders/decision-format.ts'
import { INSTRUCTIONS, promptVersionOf } from '../../../src/receiver/deciders/instructions.ts'
import { describeDecider } from './conformance.ts'
import { asked, calm } from './ideas.ts'
import { modelOutcomes } from './model-outcomes.ts'
import { apiKey, remoteWorld, secretForms, serviceEmail, serviceToken } from './model-world.ts'

describeDecider('a model with hosted tools', remoteWorld)

describe('a model with hosted tools', () => {
  modelOutcomes(remoteWorld)

  it('is asked once, as the specification says', async () => {
    await using world = await remoteWorld()

    await world.decider.decide(asked(), calm())

    expect(world.model.requests).toHaveLength(1)
    const [request] = world.model.requests
    expect(request?.headers['authorization']).toBe(`Bearer ${apiKey}`)
    expect(request?.body).toMatchObject({
      model: 'gpt-6.1-terra',
      instructions: INSTRUCTIONS,
      max_tool_calls: 12,
      max_output_tokens: 4000,
      store: false,
      reasoning: { effort: 'low' },
      metadata: { fingerprint: asked().fingerprint },
      text: { format: { type: 'json_schema', strict: true, schema: DECISION_SCHEMA } },
    })
    expect(request?.body['tools']).toEqual([
      {
        type: 'mcp',
        server_label: 'optionwire',
        server_url: world.mcp.url,
        headers: {
          Authorization: `Bearer ${Buffer.from(`${serviceEmail}:${serviceToken}`).toString('base64')}`,
        },
        require_approval: 'never',
        allowed_tools: expect.arrayContaining(['trade_context', 'stock_quote', 'news']),
      },
    ])
  })

  it('has its tools really called by the provider, with our credentials', async () => {
    await using world = await remoteWorld()

    const outcome = await world.decider.decide(asked({ alert_name: 'script:mcp' }), calm())

    expect(outcome).toMatchObject({ ok: true, usage: { toolCalls: 1, failedToolCalls: 0 } })
    expect(world.mcp.calls).toEqual([{ name: 'trade_context', given: { symbol: 'AAPL', direction: 'bullish' } }])
  })

  it('fails with a hint when the provider cannot list the tools', async () => {
    await using world = await remoteWorld({ mcp: { token: 'another' } })

    const outcome = await world.decider.decide(asked({ alert_name: 'script:mcp' }), calm())

    expect(outcome).toMatchObject({
      ok: false,
      error: expect.stringMatching(/424 .*private MCP_URL.*local_mcp.*SERVICE_TOKEN/),
    })
    for (const form of secretForms) expect(JSON.stringify(outcome)).not.toContain(form)
  })

  it.each([
    ['mcp_list_failed', { ok: false, error: expect.stringMatching(/^MCP tool list failed: .*401/) }],
    ['mcp_unavailable', { ok: false, error: expect.stringMatching(/^MCP unavailable: all 2 tool calls failed/) }],
    ['failed', { ok: false, error: expect.stringMatching(/status failed: server_error: The model failed/) }],
    ['cancelled', { ok: false, error: expect.stringMatching(/status cancelled/) }],
    ['empty_text', { ok: false, error: expect.stringMatching(/not JSON/) }],
    ['e404_model', { ok: false, error: expect.stringMatching(/404 The model `gpt-none` does not exist/) }],
    ['some_failed', { ok: true, usage: { toolCalls: 2, failedToolCalls: 1 } }],
    ['no_calls', { ok: true, usage: { toolCalls: 0, failedToolCalls: 0 } }],
    ['with_comment', { ok: true, decision: { action: 'buy' } }],
  ])('reads "%s" as the table of outcomes says', async (script, expected) => {
    await using world = await remoteWorld()

    expect(await world.decider.decide(asked({ alert_name: `script:${script}` }), calm())).toMatchObject(expected)
  })

  it('tells what the decision used', async () => {
    await using world = await remoteWorld()

    const { usage } = await world.decider.decide(asked(), calm())

    expect(usage).toEqual({
      mode: 'remote_mcp',
      provider: 'openai',
      promptVersion: promptVersionOf(INSTRUCTIONS),
      model: 'gpt-6.1-terra-2026-10-26',
      responseId: expect.stringMatching(/^resp_stub_/),
      inputTokens: 1207,
      cachedTokens: 1000,
      outputTokens: 535,
      reasoningTokens: 320,
      toolCalls: 1,
      failedToolCalls: 0,
      latencyMs: 7,
      // A stub's address is not the vendor's, whose prices would be wrong for it.
      estimatedCostUsd: null,
    })
  })

  it('has its tokens counted when the answer is of no use', async () => {
    await using world = await remoteWorld()

    const outcome = await world.decider.decide(asked({ alert_name: 'script:broken_json' }), calm())

    expect(outcome).toMatchObject({ ok: false, usage: { inputTokens: 1207, outputTokens: 535, toolCalls: 1 } })
  })

  it.each(['gpt-4.1-mini', 'gpt-5.3-chat-latest', 'qwen3:8b'])('is sent no reasoning effort as %s', async (model) => {
    await using world = await remoteWorld({ options: { model } })

    await world.decider.decide(asked(), calm())

    expect(world.model.requests[0]?.body).not.toHaveProperty('reasoning')
  })
})

describe('the instructions', () => {
  it('say what the specification demands, and change only on purpose', () => {
    for (const words of [
      /cautious research/,
      /trigger for research, not an order/,
      /skip when the evidence is mixed, stale, missing or unclear/,
      /direction of the idea is neutral/,
      /buy only for a bullish idea with supportive context/i,
      /sell_short only for a bearish idea with supportive context/,
      /Never answer with an options order/,
      /never above it/,
      /rationale is concise/,
      /risk_notes/,
      /no hidden reasoning/,
    ]) {
      expect(INSTRUCTIONS).toMatch(words)
    }
  })

  it('have a version that changes with every word', () => {
    expect(promptVersionOf(INSTRUCTIONS)).toMatch(/^[0-9a-f]{12}$/)
    expect(promptVersionOf(`${INSTRUCTIONS} `)).not.toBe(promptVersionOf(INSTRUCTIONS))
  })
})
