/** What a short text has of the answers of the simulated market: the facts for which each tool is called. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../../src/app/operations.ts'
import { markdownText } from '../../../../src/surfaces/mcp/answers/markdown-text.ts'
import { shortNumbers } from '../../../../src/surfaces/mcp/answers/short-numbers.ts'
import { toolOperations } from '../../../../src/surfaces/mcp/tools.ts'
import { type McpApp, mcpApp } from '../../../support/mcp/mcp.ts'

const IN_PART = 'In part: structuredContent has all of it.'
const MARKET = 'SPY,QQQ,IWM,DIA,AAPL,KO,SPX'
const TOOLS = toolOperations(operations)

type Input = Readonly<Record<string, unknown>>
// biome-ignore lint/suspicious/noExplicitAny: the answers are of all tools
type Body = any
type Facts = (body: Body) => readonly string[]

const figures = (members: Body, ...names: readonly string[]) =>
  names.flatMap((name) => (members[name] === null ? [] : [`${name} ${shortNumbers(members[name])}`]))
/** The first cells of a row, as they are written. */
const row = (cells: readonly unknown[]) => `|${cells.slice(0, 3).map(shortNumbers).join('|')}|`
const record = (members: Body) => row(Object.values(members))
const nearest = ({ underlying_price: price, rows }: Body) =>
  rows.toSorted((a: number[], b: number[]) => Math.abs((a[0] ?? 0) - price) - Math.abs((b[0] ?? 0) - price))[0]

const levels: Facts = ({ support, resistance }) => [row(support.rows[0]), row(resistance.rows[0])]
const pivots: Facts = (body) => [...levels(body), `pivots: date ${body.pivots.date}`]
const KEY_METRICS = ['iv30', 'iv_rank', 'gamma_flip', 'gamma_regime', 'call_wall', 'put_wall', 'max_pain'] as const
const MORE_METRICS = ['put_call_ratio_volume', 'expected_move', 'expected_move_pct', 'net_gex'] as const
const context: Facts = (body) => [
  ...figures(body.quote, 'price', 'bid', 'ask', 'change_pct', 'volume'),
  ...figures(body.metrics, ...KEY_METRICS, ...MORE_METRICS),
  ...figures(body.term_structure, 'iv_minus_rv30', 'state'),
  ...levels(body),
  ...figures(body.flow_bias, 'bullish_premium', 'bearish_premium', 'lean'),
]
const reports: Facts = ({ rows, medians }) => [row(rows.at(-1)), ...figures(medians, ...Object.keys(medians))]

const FACTS: readonly (readonly [string, Input, Facts])[] = [
  ...['SPY', 'AAPL', 'QQQ', 'KO'].map((symbol) => ['support_resistance', { symbol }, pivots] as const),
  ...['SPY', 'AAPL', 'QQQ', 'SPX', 'KO'].map((symbol) => ['trade_context', { symbol }, context] as const),
  ...['AAPL', 'KO'].map((symbol) => ['earnings', { symbol }, reports] as const),
  [
    'earnings',
    { symbol: 'AAPL', response_format: 'detailed' },
    ({ data, medians }) => [`|${data.at(-1).report_date}|`, ...figures(medians, 'reports')],
  ],
  [
    'market_overview',
    {},
    ({ indices, sentiment, volume_leaders: leaders, high_iv: high, most_bullish: up, most_bearish: down }) => [
      ...figures(sentiment, 'bullish_pct', 'bearish_pct'),
      ...[indices[0], indices[1], leaders[0], high[0], up[0], down[0]].map(record),
    ],
  ],
  ['option_metrics', { symbol: 'SPY' }, (body) => figures(body, ...KEY_METRICS, ...MORE_METRICS, 'atm_iv', 'rr25')],
  [
    'options_flow',
    { symbol: 'SPY', limit: 5 },
    ({ summary, rows, total }) => [
      ...[row(rows[0]), row(rows[1]), `total ${total}`],
      ...figures(summary, 'call_premium', 'put_premium', 'put_call_ratio_premium', 'net_premium'),
    ],
  ],
  [
    'net_flow',
    { symbol: 'SPY' },
    ({ rows, totals }) => [row(rows.at(-1)), ...figures(totals, 'calls_bought', 'net_premium')],
  ],
  ['unusual_activity', { symbol: 'SPY' }, ({ rows, total }) => [row(rows[0]), row(rows[1]), `total ${total}`]],
  [
    'unusual_activity',
    { symbol: 'SPY', limit: 3, response_format: 'detailed' },
    ({ data }) => [...data.map(record), `factor ${data[0].score_breakdown[0].factor}`],
  ],
  [
    'dark_pool_levels',
    { symbol: 'SPY' },
    ({ rows, largest_prints: prints, off_exchange_share_pct: share }) => [
      ...[row(rows[0]), row(rows[4]), row(prints.rows[0]), `off_exchange_share_pct ${share}`],
    ],
  ],
  [
    'gamma_exposure',
    { symbol: 'SPY', dte_max: 30 },
    (body) => [
      ...figures(body, 'net_gex', 'gamma_flip', 'call_wall', 'put_wall'),
      ...[row(nearest(body)), `|${nearest({ ...body, rows: body.profile.rows }).join('|')}|`],
    ],
  ],
  [
    'iv_term_structure',
    { symbol: 'SPY' },
    (body) => [...figures(body, 'iv30', 'iv_rank', 'rv30', 'state'), row(body.rows[0]), row(body.rows[1])],
  ],
  [
    'price_history',
    { symbol: 'SPY', days: 30 },
    ({ rows, summary }) => [row(rows.at(-1)), ...figures(summary, 'total_return_pct', 'max_drawdown_pct')],
  ],
  [
    'metric_history',
    { symbol: 'SPY', metric: 'iv30', sessions: 60 },
    ({ rows, summary }) => [`|${rows.at(-1).join('|')}|`, ...figures(summary, 'value', 'percentile', 'lowest')],
  ],
  [
    'strategy_analysis',
    { symbol: 'SPY', template: 'iron_condor', dte: 45 },
    (body) => [
      ...figures(body, 'cost', 'max_profit', 'max_loss', 'return_on_risk_pct'),
      ...figures(body.greeks, 'delta', 'theta', 'vega'),
      ...figures(body.margin, 'requirement', 'buying_power'),
      ...figures(body.outcomes[0], 'measure').map((text) => text.replace('measure ', '|')),
      ...[row(body.touch.rows[0]), ...body.rows.map(row)],
    ],
  ],
  [
    'find_strategies',
    { symbol: 'SPY', direction: 'bullish' },
    ({ rows, thesis }) => [row(rows[0]), row(rows[1]), ...figures(thesis, 'price', 'target_date')],
  ],
  [
    'probability',
    { symbol: 'SPY', above: 700 },
    (body) => [...figures(body, 'probability', 'event'), ...[row(nearest(body)), row(body.quantiles.rows[0])]],
  ],
  [
    'what_changed',
    { symbol: 'SPY' },
    ({ price, iv30, net_gex: gex, rows, summary }) => [
      ...[price, iv30, gex].map(({ from, to }) => `from ${from}, to ${to}`),
      ...[row(rows[0]), summary[0]],
    ],
  ],
  [
    'scenario',
    { symbol: 'SPY', price_pct: [-5, -3, -1, 0, 1, 3, 5] },
    ({ before, rows }) => [
      ...figures(before, 'net_gex', 'gamma_regime', 'call_wall'),
      ...rows.map(({ price_pct: pct, underlying_price: price, net_gex: gex }: Body) => row([pct, price, gex])),
    ],
  ],
  [
    'screener',
    { filters: ['price > 0'], response_format: 'detailed' },
    ({ data, total }) => [`|${data[0].symbol}|`, `|${data[1].symbol}|`, `total ${total}`],
  ],
  [
    'options_chain',
    { symbol: 'SPY', dte_max: 7, strikes_around_atm: 2 },
    ({ rows, expirations }) => [row(rows[0]), row(expirations.rows[0]), row(expirations.rows.at(-1))],
  ],
  [
    'decision_scorecard',
    { horizon: 5 },
    ({ decisions, strategies, advantages, realized }) => [
      ...figures(decisions, 'total', 'orders', 'measured'),
      ...[`|${strategies[0].name}|`, `|${advantages[0].baseline}|`],
      ...figures(realized, 'orders', 'pnl_usd'),
    ],
  ],
  [
    'methodology',
    { term: 'iv' },
    ({ rows, validation }) => [row(rows[0]), row(Object.values(validation[0]).slice(0, 2))],
  ],
  ['events', { kind: 'expiration', limit: 5, response_format: 'detailed' }, ({ data }) => [record(data[0])]],
]

/** Calls in every form that a tool has. */
const CALLS: readonly (readonly [string, Input])[] = [
  ...TOOLS.flatMap(({ name, example, concise }) => [
    [name, example] as const,
    ...(concise ? [[name, { ...example, response_format: 'detailed' }] as const] : []),
  ]),
  ...FACTS.map(([name, input]) => [name, input] as const),
]

/** Members that say nothing of the market, and those by which a short form writes a table. */
const NO_BLOCK = new Set(['source', 'next_cursor', 'warnings', 'constants', 'columns'])

/** Names of objects and lists of an answer, except empty ones and the rows of its main table. */
function blocksOf(body: Body): string[] {
  return Object.entries<Body>(body).flatMap(([name, value]) => {
    const isList = Array.isArray(value) && value.length > 0 && typeof value[0] !== 'number'
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const isTable = name === 'rows' && 'columns' in body
    return (isList || isObject) && !NO_BLOCK.has(name) && !isTable ? [name] : []
  })
}

/** Single values as a text has them, without those that every text may leave out. */
function valuesOf(value: Body): string[] {
  if (value === null || value === '') return []
  if (typeof value !== 'object') return [String(shortNumbers(value)).replace(/\s+/g, ' ').replaceAll('|', '\\|')]
  const { source: _, next_cursor: _cursor, warnings: _warnings, ...members } = value
  return Object.values(members).flatMap(valuesOf)
}

describe('a short text', () => {
  let app: McpApp
  beforeAll(async () => {
    app = await mcpApp({ MARKET_SYMBOLS: MARKET })
    // Later calls are those of other accounts, which may not read it.
    for (const [name, input] of CALLS) if (name === 'decision_scorecard') await answerOf(name, input)
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const answers = new Map<string, { json: string; body: Body; text: string }>()
  const answerOf = async (name: string, input: Input) => {
    const id = `${name} ${JSON.stringify(input)}`
    const known = answers.get(id)
    if (known) return known
    const { text: json, body, isError } = await app.tool(name, input)
    expect(isError, json).toBe(false)
    const operation = TOOLS.find((tool) => tool.name === name)
    const answer = { json, body, text: markdownText(body, json, operation ?? {}) }
    answers.set(id, answer)
    return answer
  }

  it.each(FACTS)('of %s %o has the facts that matter most', async (name, input, facts) => {
    const { body, text, json } = await answerOf(name, input)

    expect(text.length).toBeLessThan(json.length)
    for (const fact of facts(body)) expect(text).toContain(fact)
  })

  it.each(CALLS)('of %s %o is at most 60 % of the tokens and has something of every part', async (name, input) => {
    const { body, text, json } = await answerOf(name, input)
    const [all, short] = [encode(json).length, encode(text).length]

    expect(short).toBeLessThanOrEqual(all >= 450 ? 0.6 * all : all)
    if (text === json) return
    expect(text).not.toMatch(/^(columns|constants)\b/m)
    // The figures of a symbol come before the ranges in which they lie.
    const blocks = blocksOf(body).filter((it) => name !== 'option_metrics' || !it.endsWith('_range'))
    for (const block of blocks) expect(text).toMatch(new RegExp(`(^|, )${block}[ .,:]`, 'm'))
  })

  it.each(CALLS)('of %s %o says that it is a part if, and only if, a value is missing', async (name, input) => {
    const { body, text, json } = await answerOf(name, input)
    if (text === json) return
    const isComplete = valuesOf(body).every((value) => text.includes(value))

    expect(text.endsWith(`\n${IN_PART}`)).toBe(!isComplete)
    if (isComplete) expect(text).not.toContain('…')
  })

  it('of earnings has no older report without the newest', async () => {
    const { body, text } = await answerOf('earnings', { symbol: 'AAPL' })

    expect(text).not.toContain(row(body.rows[0]))
  })
})
