import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { sixDigits } from '../../../src/lib/math/six-digits.ts'
import { shortNumbers } from '../../../src/surfaces/mcp/answers/short-numbers.ts'
import { toolOperations } from '../../../src/surfaces/mcp/tools.ts'
import { type McpApp, mcpApp } from '../../support/mcp/mcp.ts'

type Row = Record<string, unknown>

const NOW = '2026-11-20T18:00:00.000Z'

const tools = toolOperations(operations)
/** Those of an account and of the service itself are in own-tools.test.ts. */
const market = tools.filter(({ input }) => 'date' in input.shape)
const lists = market.filter(({ concise }) => concise?.table)

/** Arguments that ask each tool for as much as it can be asked for. */
const WIDEST: Readonly<Record<string, Row>> = {
  options_chain: { symbol: 'SPY', dte_max: 3650, strikes_around_atm: 1000, limit: 50_000 },
  options_flow: { limit: 500 },
  net_flow: { symbol: 'SPY', from: '2026-11-18', resolution: '1m' },
  unusual_activity: { min_score: 0, limit: 200 },
  dark_pool_levels: { symbol: 'SPY', days: 120, limit: 100 },
  support_resistance: { symbol: 'SPY', lookback_days: 1825 },
  price_history: { symbol: 'SPY', from: '2020-01-01' },
  earnings: { from: '2020-01-01', to: '2030-01-01', limit: 100 },
  news: { limit: 200 },
  strategy_analysis: { symbol: 'SPY', template: 'iron_condor', price_steps: 101, date_steps: 12 },
  events: { from: '2026-01-01', to: '2028-12-31', limit: 500 },
}

/** Arguments that spare a search over all templates where any answer will do. */
const CHEAP: Readonly<Record<string, Row>> = { find_strategies: { templates: ['call_vertical'], dte_max: 45 } }
const exampleOf = ({ name, example }: Operation): Row => ({ ...example, ...CHEAP[name] })

let app: McpApp
beforeAll(async () => {
  app = await mcpApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** What a question about SPY is without any narrowing. */
function bare({ input }: Operation): Row {
  const metric = 'metric' in input.shape && { metric: 'iv30' }
  const template = 'template' in input.shape && { template: 'iron_condor' }
  return 'symbol' in input.shape ? { symbol: 'SPY', ...metric, ...template } : {}
}

/** The example with as many rows over both surfaces. */
function limited(tool: Operation): Row {
  return { ...exampleOf(tool), ...('limit' in tool.input.shape && { limit: 10 }) }
}

async function rest({ route }: Operation, args: Row): Promise<Row & { data: Row[] }> {
  const query = Object.entries(args).filter(([name]) => !route?.path.includes(`:${name}`))
  const path = route?.path.replace(/:(\w+)/g, (_, name: string) => String(args[name]))
  const url = `/api/v1${path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))}`
  return (await app.get(url, await app.key())).json()
}

describe('answers', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    'of %s are the same as text and as structure',
    async (name, tool) => {
      const { text, body, isError } = await app.tool(name, exampleOf(tool))

      expect(isError, text).toBe(false)
      expect(JSON.parse(text)).toEqual(body)
      expect(text).toBe(JSON.stringify(body))
    },
  )

  it.each(market.map((tool) => [tool.name, tool] as const))(
    'of %s about SPY stay under 2,000 tokens',
    async (name, tool) => {
      const { text } = await app.tool(name, bare(tool))

      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_400)
      expect(encode(text).length).toBeLessThanOrEqual(2_000)
    },
  )

  it('of trade_context stay under 950 tokens, with the parts that REST has', async () => {
    const today = ['SPY', 'QQQ', 'IWM', 'DIA', 'AAPL'].map((symbol) => ({ symbol }))
    // Before a report, which has a row of its own.
    const asked = [...today, ...['2026-01-15', '2026-10-22'].map((date) => ({ symbol: 'AAPL', date }))]
    for (const { symbol, ...rest } of asked) {
      const input = { direction: 'bullish', ...rest }
      const { text, body } = await app.tool('trade_context', { symbol, ...input })
      const path = `/api/v1/stocks/${symbol}/trade_context?${new URLSearchParams(input)}`
      const whole = (await app.get(path, await app.key())).json()

      expect(encode(text).length, text).toBeLessThanOrEqual(950)
      expect(Object.keys(body)).toEqual(Object.keys(whole))
      expect(rowsOf(body.support)).toEqual(shortNumbers(whole.support))
      expect(rowsOf(body.term_structure.points).map(({ expected_move }) => expected_move)).toEqual(
        whole.term_structure.points.map((point: Row) => shortNumbers(point['expected_move'])),
      )
      const left = Object.keys(whole.metrics).filter((name) => !(name in body.metrics))
      expect(left).not.toEqual([])
      for (const name of left) expect(name).toMatch(/_range$/)
      if (!('date' in rest)) continue
      const unsaid = Object.entries(whole.next_earnings).filter(([name]) => !(name in body.next_earnings))
      expect(unsaid).toHaveLength(6)
      for (const [name, value] of unsaid) expect(value, name).toBeNull()
    }
  })

  it('of metric_history stay under 350 tokens for every metric that is kept, and for those that are not', async () => {
    for (const metric of ['iv30', 'iv_rank', 'net_gex']) {
      const { text, body } = await app.tool('metric_history', { symbol: 'DIA', metric })

      expect(body.rows).toHaveLength(10)
      expect(encode(text).length, text).toBeLessThanOrEqual(350)
    }
  })

  it('of price_history stay under 900 tokens for any window', async () => {
    for (const window of [{ days: 30 }, {}, { days: 700, against: 'DIA' }, { from: '2000-01-01', against: 'DIA' }]) {
      const { text, body } = await app.tool('price_history', { symbol: 'SPY', ...window })

      expect(encode(text).length, text).toBeLessThanOrEqual(900)
      expect(body.rows.length).toBeGreaterThan(3)
    }
  })

  it.each(['options_flow', 'unusual_activity'])('of %s spend at most 45 tokens on a row', async (name) => {
    for (const args of [{ min_premium: 10_000 }, { sort: 'premium' }, { sort: 'score' }]) {
      const { body } = await app.tool(name, { ...args, limit: 200 })

      const tokens = body.rows.map((row: unknown) => encode(JSON.stringify(row)).length)
      expect(tokens.length).toBeGreaterThan(10)
      expect(Math.max(...tokens)).toBeLessThanOrEqual(45)
    }
  })

  it.each(market.flatMap((tool) => ['concise', 'detailed'].map((form) => [tool.name, form, tool] as const)))(
    'of %s, %s, never exceed 20,000 tokens',
    async (name, form, tool) => {
      const args = { ...(WIDEST[name] ?? bare(tool)), ...(tool.concise && { response_format: form }) }
      const { text, isError } = await app.tool(name, args)

      expect(isError, text).toBe(false)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(34_000)
      expect(encode(text).length).toBeLessThanOrEqual(20_000)
    },
  )

  it.each(market.map((tool) => [tool.name, tool] as const))('of %s in detail are those of REST', async (name, tool) => {
    // All strikes of 30 days are more than any answer may hold.
    const args = name === 'gamma_exposure' ? { symbol: 'SPY', group_by: 'expiration' } : limited(tool)
    const over = await rest(tool, args)
    const { body } = await app.tool(name, { ...args, ...(tool.concise && { response_format: 'detailed' }) })

    const { warnings: said, ...expected } = over
    const { warnings, ...given } = body
    expect(warnings).toEqual(expect.arrayContaining(said as string[]))
    expect(given).toEqual(expected)
    expect(numbersIn(over).filter((value) => value !== sixDigits(value))).toEqual([])
  })

  it.each(lists.map((tool) => [tool.name, tool] as const))(
    'of %s agree with REST column by column',
    async (name, tool) => {
      const args = exampleOf(tool)
      const list = tool.concise?.table?.list ?? ''
      const over = await rest(tool, args)
      const all = over[list] as Row[]
      const { body } = await app.tool(name, args)

      const rows = rowsOf(body)
      expect(rows.length).toBeGreaterThan(name === 'news' ? -1 : 0)
      const key = body.columns[0] ?? ''
      for (const row of rows) {
        const shown = (it: Row, field: string) => tool.concise?.table?.cells?.[field]?.(it[field]) ?? it[field]
        const same = all.filter((it) => Object.keys(row).every((field) => equal(row[field], shown(it, field))))
        expect(same, `${name} ${key} ${String(row[key])}`).not.toEqual([])
      }
    },
  )

  it.each(market.map((tool) => [tool.name, tool] as const))(
    'of %s about a past date hold nothing of today',
    async (name, tool) => {
      const before = await app.tool(name, { ...exampleOf(tool), date: '2026-11-18' })
      app.clock.advance(3 * 86_400_000)
      const after = await app.tool(name, { ...exampleOf(tool), date: '2026-11-18' })
      app.clock.set(NOW)

      expect(before.isError, before.text).toBe(false)
      expect(before.body.session_date).toBe('2026-11-18')
      expect(after.text).toBe(before.text)
    },
  )
})

describe('what is left out', () => {
  it('of a chain is said, with how to narrow it, and follows by cursor without gap or repetition', async () => {
    const args = { symbol: 'SPY', expiration_date: '2026-12-18', strikes_around_atm: 60 }
    const seen: string[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const { body, text } = await app.tool('options_chain', { ...args, ...(cursor && { cursor }) })
      if (pages === 0) {
        expect(body.warnings).toContain(
          'Shown: 42 of 242 rows, the next by cursor, more at once by limit. To narrow, give expiration_date, option_type or strikes_around_atm. All fields: response_format detailed.',
        )
      }
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_400)
      seen.push(...rowsOf(body).map((row) => `${row['strike']} ${row['option_type']}`))
      cursor = body.next_cursor
      pages++
    } while (cursor !== null && pages < 50)

    const { body } = await app.tool('options_chain', { ...args, limit: 500, fields: ['strike', 'option_type'] })
    expect(seen).toEqual(rowsOf(body).map((row) => `${row['strike']} ${row['option_type']}`))
    expect(seen).toHaveLength(242)
    expect(pages).toBe(Math.ceil(242 / 42))
  })

  it('for its bytes follows by cursor as well', async () => {
    const args = {
      symbol: 'SPY',
      expiration_date: '2026-12-18',
      strikes_around_atm: 100,
      limit: 316,
      response_format: 'detailed',
    }
    const first = await app.tool('options_chain', args)
    const rows = first.body.data.length
    const second = await app.tool('options_chain', { ...args, cursor: first.body.next_cursor })

    expect(rows).toBeLessThan(316)
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(30_000)
    expect(first.body.warnings.join(' ')).toContain(`Shown: ${rows} of 316 rows, the next by cursor.`)
    expect(second.body.data[0]).not.toEqual(first.body.data.at(-1))
    const { body } = await app.tool('options_chain', { ...args, fields: ['strike'], response_format: 'concise' })
    const strikes = rowsOf(body).map((row) => row['strike'])
    expect([...first.body.data, ...second.body.data].map(({ strike }: Row) => strike)).toEqual(
      strikes.slice(0, rows + second.body.data.length),
    )
  })

  it('of a chain that is asked for without bounds is everything but one monthly expiration around the price', async () => {
    const { body } = await app.tool('options_chain', { symbol: 'SPY' })
    const strikes = new Set(rowsOf(body).map(({ strike }) => strike))

    expect(body.constants).toEqual({ expiration_date: '2026-12-18' })
    expect(strikes.size).toBe(21)
    expect(body.warnings).toContainEqual(
      expect.stringMatching(/^Narrowed to expiration 2026-12-18 and 10 strikes on each side of the price:/),
    )
  })

  it('of gamma exposure are the strikes far from the price', async () => {
    const { body } = await app.tool('gamma_exposure', { symbol: 'SPY' })
    const strikes = rowsOf(body).map(({ strike }) => Number(strike))
    const detailed = await app.tool('gamma_exposure', { symbol: 'SPY', response_format: 'detailed' })

    expect(strikes).toHaveLength(40)
    expect(strikes).toEqual([...strikes].sort((a, b) => a - b))
    expect(Math.min(...strikes)).toBeLessThan(body.underlying_price)
    expect(Math.max(...strikes)).toBeGreaterThan(body.underlying_price)
    expect(body.profile.rows).toHaveLength(21)
    expect(detailed.body.data.length).toBeGreaterThan(100)
    expect(detailed.body.warnings.join(' ')).toMatch(
      /Shown: \d+ of \d+ rows, the nearest to the price\. To narrow, give dte_max/,
    )
  })

  it('of a history are the days before', async () => {
    const { body } = await app.tool('price_history', { symbol: 'SPY', days: 3650, response_format: 'detailed' })

    expect(body.data.at(-1).date).toBe(body.session_date)
    expect(body.warnings.join(' ')).toMatch(/Shown: \d+ of \d+ rows, the last\./)
  })

  it.each(['options_chain', 'option_metrics', 'gamma_exposure'])(
    'of %s about an expiration that is not listed is told by those that are',
    async (name) => {
      const { body } = await app.tool(name, { symbol: 'SPY', expiration_date: '2026-12-19' })

      expect(body.warnings).toContain(
        'No contract expires on 2026-12-19: the nearest expirations are 2026-12-18 and 2026-12-24.',
      )
    },
  )

  it('are columns that the caller did not choose', async () => {
    const { body } = await app.tool('options_chain', { symbol: 'SPY', fields: ['strike', 'gamma'] })

    expect(body.columns).toEqual(['strike', 'gamma'])
  })

  it.each(['options_flow', 'unusual_activity'])('of %s may leave out every column that is shortened', async (name) => {
    const { body, isError, text } = await app.tool(name, { symbol: 'SPY', fields: ['strike', 'premium'], limit: 3 })

    expect(isError, text).toBe(false)
    expect(body.columns).toEqual(['strike', 'premium'])
    expect(body.rows).toHaveLength(3)
  })
})

/** Rows as objects again, with the constants back in each. */
function rowsOf(body: { constants?: Row; columns: string[]; rows: unknown[][] }): Row[] {
  return body.rows.map((row) => ({
    ...body.constants,
    ...Object.fromEntries(body.columns.map((name, index) => [name, row[index]])),
  }))
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** As the short form writes it. */
function equal(short: unknown, whole: unknown): boolean {
  return JSON.stringify(short) === JSON.stringify(shortNumbers(whole))
}
