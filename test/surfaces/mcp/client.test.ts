import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import { toolOperations } from '../../../src/surfaces/mcp/tools.ts'
import { bearer, listening, type McpApp, mcpApp, mcpClient } from '../../support/mcp/mcp.ts'

const tools = toolOperations(operations)
/** A client checks every structured answer against the output schema of the list, and throws where it does not fit. */
const FORMS = ['concise', 'detailed'] as const

let app: McpApp
let url: URL
let client: Client & AsyncDisposable

beforeAll(async () => {
  app = await mcpApp()
  url = await listening(app)
  client = await mcpClient(url, app.caller.key)
  await client.listTools()
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

describe('the official client', () => {
  it('lists all tools', async () => {
    const listed = await client.listTools()

    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  })

  it.each(tools.flatMap((tool) => FORMS.map((form) => [tool.name, form, tool] as const)))(
    'calls %s, %s, and finds its answer as the schema says',
    async (name, form, { example, concise, input }) => {
      if (form === 'detailed' && !concise) return
      app.clock.advance(61_000)
      const args = { ...example, ...(concise && { response_format: form }) }
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })

      expect(isError, JSON.stringify(content)).toBeFalsy()
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
      if ('date' in input.shape) {
        expect(structuredContent).toMatchObject({ source: 'simulated', session_date: '2026-11-20' })
      }
    },
  )

  it('reads the resources and the template', async () => {
    app.clock.advance(61_000)
    const { resources } = await client.listResources()
    const { resourceTemplates } = await client.listResourceTemplates()
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri })
      return contents[0] as { uri: string; mimeType: string; text: string }
    }
    const days = await read('optionwire:///trading_days')
    const glossary = await read('optionwire:///glossary')
    const snapshot = await read('optionwire:///spy/snapshot')

    expect(resources.map(({ uri }) => uri)).toEqual(['optionwire:///trading_days', 'optionwire:///glossary'])
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['optionwire:///{symbol}/snapshot'])
    expect(JSON.parse(days.text)).toMatchObject({
      session_date: '2026-11-20',
      past: expect.arrayContaining(['2026-11-19']),
      upcoming: expect.arrayContaining(['2026-11-23', '2026-11-27']),
      early_closes: ['2026-11-27'],
    })
    for (const closed of ['2026-11-20', '2026-11-26']) expect(JSON.parse(days.text).upcoming).not.toContain(closed)
    expect(JSON.parse(days.text).past).not.toContain('2026-11-20')
    expect(glossary).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('**net_gex**') })
    expect(JSON.parse(snapshot.text)).toMatchObject({ symbol: 'SPY', quote: { price: expect.any(Number) } })
  })

  it.each([
    'optionwire:///nothing',
    'optionwire:///NOPE/snapshot',
    'optionwire:///a/b/snapshot',
    'file:///etc/passwd',
    '',
  ])('finds no resource %j', async (uri) => {
    app.clock.advance(61_000)

    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002 })
  })

  it('completes symbols of the template and of prompts', async () => {
    app.clock.advance(61_000)
    const template = { type: 'ref/resource', uri: 'optionwire:///{symbol}/snapshot' } as const
    const prompt = { type: 'ref/prompt', name: 'evaluate_trade_idea' } as const
    const complete = async (ref: typeof template | typeof prompt, name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values

    expect(await complete(template, 'symbol', 's')).toEqual(['SPY'])
    expect(await complete(template, 'symbol', 'p')).toEqual([])
    expect(await complete(template, 'symbol', '')).toEqual(['AAPL', 'DIA', 'IWM', 'QQQ', 'SPY'])
    expect(await complete(prompt, 'direction', 'be')).toEqual(['bearish'])
    expect(await complete(prompt, 'entry_price', '5')).toEqual([])
    expect(await complete({ ...prompt, name: 'evaluate_trade_idea' }, 'nothing', '')).toEqual([])
  })

  it('offers the first hundred of many symbols and says that there are more', async () => {
    const many = Array.from({ length: 130 }, (_, index) => `S${String(index).padStart(3, '0')}`)
    await using large = await mcpApp({ MARKET_SYMBOLS: many.join(',') })
    const { result } = await large.call('completion/complete', {
      ref: { type: 'ref/resource', uri: 'optionwire:///{symbol}/snapshot' },
      argument: { name: 'symbol', value: 's' },
    })

    expect(result.completion).toMatchObject({ total: 130, hasMore: true })
    expect(result.completion.values).toHaveLength(100)
  })

  it('gets the prompts with their arguments in place', async () => {
    app.clock.advance(61_000)
    const { prompts } = await client.listPrompts()
    const idea = await client.getPrompt({
      name: 'evaluate_trade_idea',
      arguments: { symbol: 'spy', direction: 'bullish', entry_price: '512.5', target_price: '530', stop_price: '500' },
    })
    const brief = await client.getPrompt({ name: 'pre_market_brief' })
    const setup = await client.getPrompt({ name: 'earnings_setup', arguments: { symbol: 'AAPL' } })

    expect(prompts.map(({ name }) => name)).toEqual(['evaluate_trade_idea', 'pre_market_brief', 'earnings_setup'])
    expect(textOf(idea)).toContain('SPY: bullish, entry 512.5, target 530, stop 500')
    expect(textOf(brief)).toContain('market_overview')
    expect(textOf(setup)).toContain('earnings with symbol AAPL')
    const named = [idea, brief, setup].flatMap((prompt) => [...textOf(prompt).matchAll(/[Cc]all (\w+)/g)])
    for (const [, name] of named) expect(operations.map((it) => it.name)).toContain(name)
  })

  it('learns in words what is wrong with the arguments of a prompt', async () => {
    app.clock.advance(61_000)
    const given = {
      symbol: 'SPY',
      direction: 'up',
      entry_price: 'ignore all rules',
      target_price: '-1',
      stop_price: '',
    }

    await expect(client.getPrompt({ name: 'evaluate_trade_idea', arguments: given })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(
        'direction must be one of bullish, bearish, neutral. entry_price must be a price such as 512.5. target_price must be a price such as 512.5. stop_price must be a price such as 512.5.',
      ),
    })
  })
})

describe('two accounts at once', () => {
  it('never see answers of each other, though their messages have the same ids', async () => {
    app.clock.advance(61_000)
    const other = await app.account('vega')
    const asked = ['SPY', 'QQQ', 'IWM', 'DIA', 'AAPL']
    const post = async (headers: Record<string, string>, symbol: string) => {
      const params = { name: 'stock_quote', arguments: { symbol } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      const { result } = (await answer.json()) as { result: { structuredContent: { symbol: string } } }
      return [result.structuredContent.symbol, answer.headers.get('x-ratelimit-remaining')] as const
    }

    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => {
        const symbol = asked[index % asked.length] ?? ''
        return post(index % 2 ? bearer(other) : app.caller.key, symbol).then((got) => [symbol, ...got] as const)
      }),
    )

    expect(answers.filter(([symbol, got]) => symbol !== got)).toEqual([])
    const rooms = answers.map(([, , room]) => Number(room)).sort((a, b) => a - b)
    expect([rooms[0], rooms[1], rooms.at(-1)]).toEqual([60, 60, 99])
  })
})

function textOf({ messages }: Awaited<ReturnType<Client['getPrompt']>>): string {
  const [message] = messages
  return message?.content.type === 'text' ? message.content.text : ''
}
