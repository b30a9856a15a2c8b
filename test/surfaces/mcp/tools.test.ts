import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AppContext } from '../../../src/app/context.ts'
import { operations } from '../../../src/app/operations.ts'
import { type Operation, operationsOver } from '../../../src/catalogue/operation.ts'
import { AppError } from '../../../src/lib/errors.ts'
import type { McpCall } from '../../../src/surfaces/mcp/method.ts'
import { productFeatures } from '../../../src/surfaces/mcp/product-features.ts'
import { toolDefinition } from '../../../src/surfaces/mcp/tool-schema.ts'
import { toolOperations } from '../../../src/surfaces/mcp/tools.ts'
import { contextFor } from '../../support/http/rest-server.ts'

const defineOperation = operationsOver<AppContext>()

/** Contract, section 5, and what was added since. */
const TOOLS = [
  'stock_quote',
  'options_chain',
  'option_metrics',
  'options_flow',
  'net_flow',
  'unusual_activity',
  'dark_pool_levels',
  'support_resistance',
  'market_overview',
  'gamma_exposure',
  'metric_history',
  'trend_analysis',
  'iv_term_structure',
  'price_history',
  'earnings',
  'news',
  'events',
  'trade_context',
  'flow_outcomes',
  'methodology',
  'trade_ideas_track_record',
  'show_watchlist',
  'create_alert',
  'strategy_analysis',
  'probability',
  'scenario',
  'what_changed',
  'screener',
  'find_strategies',
  'decision_scorecard',
]

/** Tools that are not about a session of the market. */
const TIMELESS = ['methodology', 'trade_ideas_track_record', 'create_alert', 'show_watchlist', 'decision_scorecard']
const CHANGES = ['create_alert']

const tools = toolOperations(operations)
const definitions = tools.map(toolDefinition)

describe('the tools', () => {
  it('are the operations of this surface', () => {
    expect(definitions.map(({ name }) => name)).toEqual(
      operations.filter(({ surfaces }) => surfaces.includes('mcp')).map(({ name }) => name),
    )
  })

  it('are those of the contract, and few more', () => {
    expect(definitions.map(({ name }) => name).sort()).toEqual([...TOOLS].sort())
  })

  it.each(definitions.map((tool) => [tool.name, tool] as const))('%s is described for a model', (_, tool) => {
    expect(tool.name).toMatch(/^[a-z_]{1,64}$/)
    expect(tool.title.length).toBeGreaterThan(2)
    expect(tool.description.length).toBeLessThan(2048)
    expect(tool.annotations).toEqual({
      readOnlyHint: !CHANGES.includes(tool.name),
      destructiveHint: false,
      idempotentHint: !CHANGES.includes(tool.name),
      openWorldHint: expect.any(Boolean),
    })
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    for (const [name, field] of Object.entries(tool.inputSchema.properties ?? {})) {
      if (name !== 'response_format') expect(field.description, name).toMatch(/.{5,}/)
    }
    expect(tool.outputSchema).toMatchObject({ type: 'object' })
  })

  it.each(definitions.map((tool) => [tool.name, tool] as const))('%s uses the plain half of JSON Schema', (_, tool) => {
    const input = JSON.stringify(tool.inputSchema)

    expect(input).not.toMatch(/\$ref|\$schema|"type":\[|9007199254740991/)
    expect(JSON.stringify(tool.outputSchema)).not.toMatch(/\$schema|"type":\[|9007199254740991|"pattern"/)
  })

  it('that are about the market take a past date and, where they answer lists, a form', () => {
    const without = (name: string) =>
      definitions.filter(({ inputSchema }) => !(name in (inputSchema.properties ?? {}))).map((tool) => tool.name)

    expect(without('date').sort()).toEqual(TIMELESS.toSorted())
    expect(without('response_format')).toEqual(
      tools
        .filter(({ concise, tool }) => !concise || tool?.unlisted?.includes('response_format'))
        .map(({ name }) => name),
    )
  })

  it('name columns and lists that the answers have', () => {
    const wrong = tools.flatMap((tool) => {
      const output = z.toJSONSchema(tool.output, { io: 'output' })
      const text = JSON.stringify(output)
      const { table, lists = {} } = tool.concise ?? {}
      const paths = [...Object.keys(lists), ...(tool.concise?.omitted ?? [])]
      const names = [table?.list, ...(table?.columns ?? []), ...paths.flatMap((path) => path.split('.'))]
      const columns = Object.values(lists).flatMap((list) => list.columns ?? [])
      return [...names, ...columns].filter((name) => name !== undefined && !text.includes(`"${name}":`))
    })

    expect(wrong).toEqual([])
  })

  it('are listed in plain ASCII, which is sent in half the time', () => {
    expect(JSON.stringify(definitions).match(/[^\x20-\x7e]/g)).toBeNull()
  })

  it('cost a model at most 6,500 tokens before it asks, and a client at most 21,000', () => {
    const seen = definitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))

    expect(tokens(seen)).toBeLessThanOrEqual(6_500)
    expect(tokens({ tools: definitions })).toBeLessThanOrEqual(21_000)
  })
})

describe('a tool that fails', () => {
  const INTERNAL = 'SQLITE_BUSY at /srv/store/open.ts:17 token ow_secret'

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s says nothing of what is inside', async (name, tool) => {
    for (const thrown of [new Error(INTERNAL), INTERNAL, new TypeError(INTERNAL, { cause: INTERNAL }), undefined]) {
      const { answer, faults } = await call({ ...tool, run: () => Promise.reject(thrown) } as Operation, tool.example)

      expect(JSON.stringify(answer)).toBe('{"content":[{"type":"text","text":"Internal error"}],"isError":true}')
      expect(faults).toEqual([thrown])
      expect(name).not.toBe('')
    }
  })

  it('passes the sentences of our own errors, and not their causes', async () => {
    const error = new AppError('unavailable', 'The source does not answer. Try again.', { cause: new Error(INTERNAL) })
    const { answer, faults } = await call(
      sample(() => Promise.reject(error)),
      {},
    )

    expect(answer).toEqual({
      content: [{ type: 'text', text: 'The source does not answer. Try again.' }],
      isError: true,
    })
    expect(faults).toEqual([])
  })

  it('is a fault of ours when its answer does not fit its schema', async () => {
    const { answer, faults } = await call(
      sample(async () => ({ n: Number.NaN })),
      {},
    )

    expect(answer).toMatchObject({ isError: true, content: [{ text: 'Internal error' }] })
    expect(faults).toHaveLength(1)
  })

  it('is given up after its time, with a sentence', async () => {
    const { answer } = await call(
      sample(() => new Promise(() => {})),
      {},
      5,
    )

    expect(answer).toMatchObject({
      isError: true,
      content: [
        {
          text: 'This took more than 0.005 seconds. The work continues: repeat the request in a minute, or request less (one symbol, a shorter window).',
        },
      ],
    })
  })

  it('names every wrong argument and what it may be', async () => {
    const [chain] = tools.filter(({ name }) => name === 'options_chain') as [Operation]
    const { answer } = await call(chain, {
      symbol: 'not a symbol',
      dte_max: -1,
      option_type: 'both',
      limit: '5',
      response_format: 'csv',
      strike: 5,
    })

    expect(answer).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'response_format must be one of concise, detailed. symbol must be one letter, then up to 9 letters, digits or dots, for example SPY. option_type must be one of call, put. dte_max must be at least 0. limit must be a number. strike is not a parameter here: the nearest is strike_min.',
        },
      ],
    })
  })

  it('takes null for an argument that was left out, as models write it', async () => {
    const given = await call(
      sample(async () => ({ n: 1 })),
      { date: null, limit: null },
    )
    const [quote] = tools.filter(({ name }) => name === 'stock_quote') as [Operation]
    const needed = await call(quote, { symbol: null })

    expect(given.answer).toMatchObject({ structuredContent: { n: 1 } })
    expect(needed.answer).toMatchObject({ isError: true, content: [{ text: 'symbol is required.' }] })
  })

  it('takes null for no arguments at all', async () => {
    const { answer } = await call(
      sample(async () => ({ n: 1 })),
      null,
    )

    expect(answer).toMatchObject({ structuredContent: { n: 1 } })
  })

  it('refuses arguments that are keys of a prototype', async () => {
    const args = JSON.parse('{"constructor":1,"toString":2,"hasOwnProperty":3}')
    const { answer } = await call(
      sample(async () => ({ n: 1 })),
      args,
    )

    expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('constructor is not') }] })
  })
})

function tokens(value: unknown): number {
  return encode(JSON.stringify(value)).length
}

function sample(run: () => Promise<{ n: number }>): Operation {
  return defineOperation({
    name: 'sample',
    title: 'Sample',
    description: 'Answers one number, to see what becomes of an answer on its way.',
    capability: 'analytics',
    callers: ['api_key'],
    surfaces: ['mcp'],
    input: z.object({}),
    output: z.object({ n: z.number().describe('A number.') }),
    example: {},
    run,
  })
}

async function call(operation: Operation, args: Readonly<Record<string, unknown>> | null, toolTimeoutMs = 10_000) {
  const faults: unknown[] = []
  const account = {
    id: 'a',
    email: 'a@example.com',
    emailVerified: true,
    plan: 'vega',
    status: 'good',
    timeZone: 'America/New_York',
  } as const
  const caller = { kind: 'api_key', account, address: null, sessionId: null } as const
  const { methods } = productFeatures({
    operations: [{ ...operation, ...(operation.concise && { concise: withoutFocus(operation.concise) }) }],
    version: '1',
    notice: undefined,
    toolTimeoutMs,
    contextOf: (it: McpCall) => contextFor(it.caller, { now: () => new Date(0), publicUrl: 'http://x' }),
    onFault: (error) => void faults.push(error),
  })
  const answer = await methods.get('tools/call')?.(
    { name: operation.name, arguments: args },
    { caller, requestId: 'request' },
  )
  return { answer, faults }
}

/** Looking for the focus asks the market, which these tests have not. */
function withoutFocus({ focus: _, ...concise }: NonNullable<Operation['concise']>): NonNullable<Operation['concise']> {
  return concise
}
