import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { replayToken } from '../../../src/surfaces/auth/replay-credential.ts'
import { toolOperations } from '../../../src/surfaces/mcp/tools.ts'
import { type McpApp, mcpApp } from '../../support/mcp/mcp.ts'
import { AT, CANARY, growToday, plantLater, SYMBOL, storeBefore, TAPED } from './later-data.ts'

const MINUTE_MS = 60_000
const tools = toolOperations(operations)
const analytic = tools.filter(({ capability }) => capability === 'analytics')

/** Headers of a replay credential of the app's account. */
function replayKey({ caller, parts }: McpApp, at = AT, expiresMs = parts.now().getTime() + 10 * MINUTE_MS) {
  const token = replayToken(parts.identity.digest, { email: caller.email, atMs: Date.parse(at), expiresMs })
  return { 'x-user-email': caller.email, 'x-user-token': token }
}

interface Asked {
  readonly method: string
  readonly params: Record<string, unknown>
}

const tool = (name: string, args: Record<string, unknown>): Asked => ({
  method: 'tools/call',
  params: { name, arguments: args },
})

function inputsOf({ input }: Operation): readonly string[] {
  return Object.keys(input.shape)
}

/** Every tool about the present of the instant, and about the session before; every resource, prompt and completion. */
function questions(): Asked[] {
  const asked = analytic.flatMap((operation) => {
    const names = inputsOf(operation)
    const own = { ...operation.example, ...(names.includes('symbol') && { symbol: SYMBOL }) }
    const dated = names.includes('date') ? [tool(operation.name, { ...own, date: '2026-11-19' })] : []
    return [tool(operation.name, own), ...dated]
  })
  const price = { entry_price: '600', target_price: '620', stop_price: '590' }
  return [
    ...asked,
    tool('trade_context', { symbol: 'LATE' }),
    ...['stock_quote', 'options_flow', 'net_flow'].map((name) => tool(name, { symbol: TAPED })),
    tool('earnings', { symbol: SYMBOL, from: '2026-11-01', to: '2026-12-31' }),
    tool('events', { from: '2026-11-01', to: '2026-12-31' }),
    tool('news', { symbol: SYMBOL, since: '2026-11-01' }),
    tool('price_history', { symbol: SYMBOL, days: 90, response_format: 'detailed' }),
    { method: 'tools/list', params: {} },
    { method: 'resources/list', params: {} },
    { method: 'resources/templates/list', params: {} },
    { method: 'resources/read', params: { uri: 'optionwire:///trading_days' } },
    { method: 'resources/read', params: { uri: 'optionwire:///glossary' } },
    { method: 'resources/read', params: { uri: `optionwire:///${SYMBOL}/snapshot` } },
    { method: 'prompts/list', params: {} },
    { method: 'prompts/get', params: { name: 'pre_market_brief', arguments: {} } },
    { method: 'prompts/get', params: { name: 'earnings_setup', arguments: { symbol: SYMBOL } } },
    {
      method: 'prompts/get',
      params: { name: 'evaluate_trade_idea', arguments: { symbol: SYMBOL, direction: 'bullish', ...price } },
    },
    {
      method: 'completion/complete',
      params: {
        ref: { type: 'ref/prompt', name: 'earnings_setup' },
        argument: { name: 'symbol', value: '' },
      },
    },
  ]
}

/** What each question was answered, in the order of the questions. */
async function answersOf(app: McpApp, asked: readonly Asked[]): Promise<string[]> {
  const answers: string[] = []
  for (const { method, params } of asked) {
    // Another minute, another room for messages; the market of the credential stands still.
    app.clock.advance(MINUTE_MS)
    const answer = await app.post({ jsonrpc: '2.0', id: 1, method, params }, replayKey(app))
    answers.push(answer.body)
  }
  return answers
}

const storedApp = () => mcpApp({ MARKET_SOURCE: 'replay', MARKET_SYMBOLS: 'XSP,SPY' })

describe('a replay credential', () => {
  it('reads nothing that came after its instant, over any tool, resource or prompt', async () => {
    const asked = questions()
    await using before = await storedApp()
    await storeBefore(before.parts.store)
    await using after = await storedApp()
    await storeBefore(after.parts.store)
    await plantLater(after.parts.store)
    await growToday(after.parts.store)
    after.clock.set('2026-11-23T17:00:00.000Z')

    const then = await answersOf(before, asked)
    const now = await answersOf(after, asked)

    const different = asked.filter((_, index) => then[index] !== now[index]).map((it) => JSON.stringify(it.params))
    expect(different).toEqual([])
    expect(now.join('\n')).not.toMatch(new RegExp(`${CANARY}|2026-11-23T|777\\.7`))
    const instants = [...now.join('').matchAll(/as_of\\*":\\*"([^"\\]+)/g)].map(([, instant = '']) => instant)
    expect(instants.filter((instant) => Date.parse(instant) > Date.parse(AT))).toEqual([])
    expect(instants.length).toBeGreaterThan(20)
    // The answers are worth comparing: most are no refusals, and they hold what was known.
    expect(now.filter((text) => text.includes('"isError":true')).length).toBeLessThan(asked.length / 3)
    expect(now.join('\n')).toContain('Known headline')
  })

  it('is refused where a question names a later time', async () => {
    await using app = await storedApp()
    await storeBefore(app.parts.store)
    await plantLater(app.parts.store)
    const later = analytic.flatMap((operation) => {
      const names = inputsOf(operation)
      // A number of days excludes a window.
      const { days: _, ...example } = operation.example
      const own = { ...example, ...(names.includes('symbol') && { symbol: SYMBOL }) }
      const times = ['date', 'from', 'to', 'since'].filter(
        (name) => names.includes(name) && !(operation.looksAhead && name !== 'date'),
      )
      return times.map((name) => tool(operation.name, { ...own, [name]: '2026-11-23' }))
    })
    // The session of the instant has not ended: its close is later.
    const running = tool('trade_context', { symbol: SYMBOL, date: '2026-11-20' })

    const answers = await answersOf(app, [...later, running])

    expect(later.length).toBeGreaterThan(20)
    expect(answers.filter((text) => !/"isError":true/.test(text) || !/instant of this replay/.test(text))).toEqual([])
  })

  it('answers of a simulated market what was answered then', async () => {
    const settings = { MARKET_SYMBOLS: 'SPY,AAPL' }
    await using then = await mcpApp(settings)
    await using later = await mcpApp(settings)
    later.clock.set('2026-11-24T15:00:00.000Z')
    const asked = [
      tool('trade_context', { symbol: 'AAPL', direction: 'bullish' }),
      tool('trend_analysis', { symbol: 'AAPL' }),
      tool('price_history', { symbol: 'AAPL', days: 10 }),
      tool('earnings', { symbol: 'AAPL' }),
      { method: 'resources/read', params: { uri: 'optionwire:///trading_days' } },
    ]

    for (const { method, params } of asked) {
      const live = await then.post({ jsonrpc: '2.0', id: 1, method, params })
      const replayed = await later.post({ jsonrpc: '2.0', id: 1, method, params }, replayKey(later))
      expect(replayed.body, JSON.stringify(params)).toBe(live.body)
    }
  })

  it('reads no watchlist, no ideas and no ledger, and changes nothing', async () => {
    await using app = await mcpApp()
    const others = tools.filter(({ capability }) => capability !== 'analytics')

    const answers = await answersOf(
      app,
      others.map(({ name, example }) => tool(name, example)),
    )
    const routes = ['/api/v1/stocks/SPY/quote', '/api/v1/notifications', '/api/v1/trade_ideas', '/api/v1/watchlist']
    const statuses = await Promise.all(routes.map(async (path) => (await app.get(path, replayKey(app))).statusCode))

    expect(others.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['show_watchlist', 'create_alert', 'trade_ideas_track_record']),
    )
    expect(answers.filter((text) => !/replay credential|lacks the scope/.test(text))).toEqual([])
    expect(statuses).toEqual(routes.map(() => 401))
  })

  it('is refused when it is forged, moved to another instant, too old, valid for too long, or of the future', async () => {
    await using app = await mcpApp()
    const good = replayKey(app)
    const moved = { ...good, 'x-user-token': good['x-user-token'].replace(/_\d+_/, `_${Date.parse(AT) + 1}_`) }
    const other = { ...replayKey(app), 'x-user-email': (await app.account('vega')).email }
    const old = replayKey(app, AT, app.parts.now().getTime())
    const far = replayKey(app, AT, app.parts.now().getTime() + 3_600_000)
    const future = replayKey(app, '2026-11-23T15:00:00.000Z')
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

    const statuses = []
    for (const key of [good, moved, other, old, far, future]) statuses.push((await app.post(list, key)).statusCode)

    expect(statuses).toEqual([200, 401, 401, 401, 401, 401])
  })
})
