import { describe, expect, it } from 'vitest'
import { ALLOWED_TOOLS } from '../../../src/receiver/deciders/allowed-tools.ts'
import { INSTRUCTIONS } from '../../../src/receiver/deciders/instructions.ts'
import { contextTool } from '../../support/mcp/stub-mcp.ts'
import { injections } from '../../support/model/injections.ts'
import { sample } from '../../support/sample.ts'
import type { Model, ModelView } from '../../support/vendors/model.ts'
import { describeDecider } from './conformance.ts'
import { asked, calm } from './ideas.ts'
import { secretForms } from './model-world.ts'
import { type Vendor, type VendorFault, vendors } from './vendor-rigs.ts'

/** Looks the context up once, then goes along with the idea that it really was shown. */
const sensible: Model = (view) => looking(view) ?? { text: JSON.stringify(agreeing(view)) }

function looking(view: ModelView) {
  if (view.results.length > 0 || !view.tools.includes('trade_context')) return undefined
  const { symbol, direction } = ideaIn(view)
  return { calls: [{ name: 'trade_context', input: { symbol, direction } }] }
}

function ideaIn({ texts }: ModelView): Record<string, unknown> {
  return JSON.parse(texts[0]?.split('\n')[2] ?? '{}').webhook
}

function agreeing(view: ModelView): Record<string, unknown> {
  const { symbol, direction } = ideaIn(view)
  const action = direction === 'neutral' ? 'skip' : 'buy'
  const notional_usd = action === 'skip' ? 0 : 100
  return { action, symbol, notional_usd, confidence: 0.9, rationale: 'The flow is with it.', risk_notes: [] }
}

/** Looks the context up, then says this. */
const saying =
  (text: (view: ModelView) => string): Model =>
  (view) =>
    looking(view) ?? { text: text(view) }

describe.concurrent.each(vendors)('%s', (name, vendor) => {
  describeDecider(name, () => vendor.open({ model: sensible }))
  callsTools(vendor)
  keepsFailedCalls(vendor)
  readsAnswers(vendor)
  triesAgain(vendor)
  staysItself(vendor)
})

function keepsFailedCalls({ open }: Vendor): void {
  it('keeps the calls that failed, with what the tool said', async () => {
    const broken = { ...contextTool(() => 'the market is away'), isError: true }
    await using it = await open({ model: sensible, mcp: { tools: [broken] } })

    const { evidence } = await it.decider.decide(asked(), calm())

    expect(evidence).toMatchObject([
      {
        error: expect.stringMatching(/^MCP unavailable/),
        toolUses: [{ tool: 'trade_context', ok: false, text: expect.stringContaining('the market is away') }],
      },
    ])
  })
}

function callsTools({ open, provider }: Vendor): void {
  it('lists the tools, calls one, and decides on what it answered', async () => {
    const seen: ModelView[] = []
    await using it = await open({
      model: (view) => {
        seen.push(view)
        return sensible(view)
      },
    })

    const outcome = await it.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({
      ok: true,
      decision: { action: 'buy', symbol: 'AAPL', notional_usd: 100 },
      usage: { provider, mode: it.decider.mode, toolCalls: 1, failedToolCalls: 0, estimatedCostUsd: null },
    })
    expect(outcome.usage.model).toMatch(/^(claude|gemini|local)/)
    expect(outcome.usage.inputTokens).toBeGreaterThan(0)
    expect(outcome.usage.outputTokens).toBeGreaterThan(0)
    expect(it.mcp.calls).toEqual([{ name: 'trade_context', given: { symbol: 'AAPL', direction: 'bullish' } }])
    expect(seen.at(-1)?.results).toMatchObject([{ name: 'trade_context', text: '{"quote":{"price":100}}' }])
    // As a schema, or in words where the endpoint takes none.
    expect(JSON.stringify(seen.at(-1))).toContain('risk_notes')
  })

  it('offers only the allowed tools', async () => {
    const seen = new Set<string>()
    const tools = [contextTool(), { name: 'place_order', answer: () => 'x' }]
    await using it = await open({
      mcp: { tools },
      model: (view) => {
        for (const tool of view.tools) seen.add(tool)
        return sensible(view)
      },
    })

    await it.decider.decide(asked(), calm())

    expect([...seen]).toEqual(['trade_context'])
  })

  it('fails when every call failed', async () => {
    const broken = { ...contextTool(() => 'the market is away'), isError: true }
    await using it = await open({ model: sensible, mcp: { tools: [broken] } })

    const outcome = await it.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^MCP unavailable: all 1 tool calls failed, the first with: .*the market is away/),
      usage: { toolCalls: 1, failedToolCalls: 1 },
    })
  })

  it('makes at most about twelve calls when the model never has enough', async () => {
    await using it = await open({
      model: (view) => {
        const input = { symbol: 'AAPL', direction: 'bullish' }
        const enough = !view.tools.includes('trade_context')
        return enough ? { text: JSON.stringify(agreeing(view)) } : { calls: [{ name: 'trade_context', input }] }
      },
    })

    const outcome = await it.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: true })
    expect(outcome.usage.toolCalls).toBeGreaterThanOrEqual(12)
    expect(it.mcp.calls.length).toBeLessThanOrEqual(20)
  })

  it('says which settings are to blame when the tools cannot be listed', async () => {
    await using it = await open({ model: sensible, mcp: { token: 'another' } })

    const outcome = await it.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(/MCP.*SERVICE_TOKEN/) })
    expectNoSecret(outcome)
  })
}

function readsAnswers({ open }: Vendor): void {
  it.each([
    ['a refusal', () => ({ end: 'refused' as const }), /^The model refused/],
    [
      'a cut answer',
      () => ({ text: '{"action":"buy","symbol":"AAPL"', end: 'truncated' as const }),
      /incomplete: max_output_tokens/,
    ],
    ['nothing', () => ({ text: '' }), /no structured decision/],
    ['a sentence', () => ({ text: 'I would buy a little.' }), /not JSON/],
    ['half an object', () => ({ text: '{"action":"buy","symbol":"AA' }), /not JSON/],
    ['two objects', (view: ModelView) => ({ text: JSON.stringify(agreeing(view)).repeat(2) }), /not JSON/],
    [
      'a wrong confidence',
      (view: ModelView) => ({ text: JSON.stringify({ ...agreeing(view), confidence: 1.8 }) }),
      /wrong shape: confidence/,
    ],
    [
      'an unknown action',
      (view: ModelView) => ({ text: JSON.stringify({ ...agreeing(view), action: 'sell' }) }),
      /wrong shape: action/,
    ],
    ['a list', () => ({ text: '[]' }), /wrong shape: answer/],
  ])('fails on %s with a reason', async (_case, reply, reason) => {
    await using it = await open({ model: (view) => looking(view) ?? reply(view) })

    const outcome = await it.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
  })

  it('takes an object in a code fence', async () => {
    await using it = await open({ model: saying((view) => `\`\`\`json\n${JSON.stringify(agreeing(view))}\n\`\`\``) })

    expect(await it.decider.decide(asked(), calm())).toMatchObject({ ok: true, decision: { action: 'buy' } })
  })
}

function triesAgain({ open, keySetting, key }: Vendor): void {
  it.each(['rate_limited', 'overloaded', 'internal', 'reset'] as const)('repeats once after "%s"', async (fault) => {
    await using it = await open({ model: sensible })
    it.failNext(fault)

    expect(await it.decider.decide(asked(), calm())).toMatchObject({ ok: true })
  })

  it.each<[VendorFault, RegExp]>([
    ['rate_limited', /429/],
    ['overloaded', /529|503/],
    ['internal', /500/],
    ['reset', /could not be reached/],
  ])('fails when "%s" stays, in the provider’s words', async (fault, words) => {
    await using it = await open({ model: sensible })
    it.failNext(fault, fault, 'hang')

    const outcome = await it.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(words) })
  })

  it('does not repeat what the provider forbids', async () => {
    await using it = await open({ model: sensible })
    it.failNext('forbidden', 'hang')

    expect(await it.decider.decide(asked(), calm())).toMatchObject({ ok: false, error: expect.stringMatching(/403/) })
  })

  it('ends after its time when the provider hangs', async () => {
    await using it = await open({ model: sensible, options: { timeoutMs: 400 } })
    it.failNext('hang', 'hang')

    const outcome = await it.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: 'The model timed out after 400 ms.' })
  })

  it(`names ${keySetting} when the key is wrong or missing, and never shows it`, async () => {
    await using wrong = await open({ model: sensible, options: { apiKey: `${key}-wrong-canary` } })
    await using missing = await open({ model: sensible, options: { apiKey: undefined } })

    const refused = await wrong.decider.decide(asked(), calm())

    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining(`refused ${keySetting}`) })
    expect(JSON.stringify(refused)).not.toContain(key)
    expect(await missing.decider.decide(asked(), calm())).toMatchObject({
      ok: false,
      error: `${keySetting} is not set: no model was asked.`,
    })
  })
}

function staysItself({ open }: Vendor): void {
  it('lets no text of an idea or of a tool change what is sent besides the data', async () => {
    let text = ''
    const seen: ModelView[] = []
    await using it = await open({
      mcp: { tools: [contextTool(() => JSON.stringify({ headline: text }))] },
      model: (view) => {
        seen.push(view)
        return sensible(view)
      },
    })
    for (text of sample(injections, 4)) {
      seen.length = 0
      const change = { alert_name: text, strategy: text, model: text, matched_criteria: { [text]: text } }

      expect(await it.decider.decide(asked(change), calm())).toMatchObject({ ok: true })

      for (const view of seen) expectUntouched(view)
    }
    expectNoSecret(it.mcp.calls)
  })

  it('uses nothing that the environment says to the SDK', async () => {
    const names = ['API_KEY', 'AUTH_TOKEN', 'BASE_URL', 'CUSTOM_HEADERS', 'PROFILE', 'WEBHOOK_SIGNING_KEY']
    const canaries = ['ANTHROPIC', 'GEMINI', 'GOOGLE', 'OPENAI'].flatMap((vendor) =>
      names.map((it) => `${vendor}_${it}`),
    )
    for (const canary of canaries) process.env[canary] = 'http://127.0.0.1:9/env-canary'
    process.env['ANTHROPIC_CUSTOM_HEADERS'] = 'x-api-key: env-canary'
    try {
      await using it = await open({ model: sensible })

      expect(await it.decider.decide(asked(), calm())).toMatchObject({ ok: true })
      expect(JSON.stringify(it.bodies)).not.toContain('env-canary')
    } finally {
      for (const canary of canaries) delete process.env[canary]
    }
  })
}

function expectUntouched({ system, texts, tools }: ModelView): void {
  expect(system).toBe(INSTRUCTIONS)
  const lines = texts[0]?.split('\n') ?? []
  const [intro = '', mark = '', data = '', close] = lines
  expect([lines.length, close, intro.includes(mark), data.includes(mark)]).toEqual([4, mark, true, false])
  expect(JSON.parse(data).limits).toEqual({ max_notional_usd: 250, min_confidence: 0.72, allow_short_selling: false })
  expect(Object.keys(JSON.parse(data))).toEqual(['limits', 'webhook'])
  expect(tools.filter((tool) => !ALLOWED_TOOLS.includes(tool))).toEqual([])
}

function expectNoSecret(value: unknown): void {
  for (const form of secretForms) expect(JSON.stringify(value)).not.toContain(form)
}
