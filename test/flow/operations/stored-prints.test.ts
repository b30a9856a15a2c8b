import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { marketOverviewOperation } from '../../../src/analytics/operations/market-overview.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import { priceHistoryOperation } from '../../../src/analytics/operations/price-history.ts'
import { tradeContextOperation } from '../../../src/analytics/operations/trade-context.ts'
import { completeMetrics } from '../../../src/app/import/complete-metrics.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import type { OptionsFlow } from '../../../src/flow/contract/flow-print.ts'
import type { NetFlow } from '../../../src/flow/contract/net-flow.ts'
import type { UnusualActivity } from '../../../src/flow/contract/unusual-activity.ts'
import { netFlowOperation } from '../../../src/flow/operations/net-flow.ts'
import { optionsFlowOperation } from '../../../src/flow/operations/options-flow.ts'
import { unusualActivityOperation } from '../../../src/flow/operations/unusual-activity.ts'
import { tradingDayBefore } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { importInto, quoteTable } from '../../support/market/imports.ts'

const CALL = 'SPY261218C00650000'
const PUT = 'SPY261218P00650000'
const HEAD = 'executed_at,option_symbol,price,size,bid,ask,underlying_price,exchange,condition\n'

interface Print {
  readonly time: string
  readonly symbol?: string
  readonly price?: number
  readonly size?: number
  readonly quote?: string
  readonly exchange?: string
  readonly condition?: string
}

/** Prints of one day in New York's winter, at the ask unless told otherwise. */
function printTable(date: string, prints: readonly Print[]): string {
  const line = ({
    time,
    symbol = CALL,
    price = 5.2,
    size = 10,
    quote = '5,5.2',
    exchange = 'C',
    condition = 'I',
  }: Print) => `${date}T${time}-05:00,${symbol},${price},${size},${quote},651,${exchange},${condition}\n`
  return HEAD + prints.map(line).join('')
}

it('bad prints of a tape are counted where an operator looks', async () => {
  await chain('November 20, 2026 at 4:00 PM EST')
  await prints('2026-11-20', [
    { time: '10:00:00' },
    { time: '10:00:01', size: 0 },
    { time: '10:00:02', symbol: 'SPY261119C00650000' },
  ])
  const readCounts = async () => {
    const ready = (await app.get('/health/ready')).json()
    const { detail, ok } = ready.checks.find(({ name }: { name: string }) => name === 'prints')
    const count = (reason: string) => Number(new RegExp(`(\\d+) ${reason}`).exec(detail)?.[1] ?? 0)
    return { ok, detail, expired: count('expired contract') }
  }
  const before = await readCounts()
  await flow({ symbol: 'SPY' })
  const after = await readCounts()

  expect(after.ok).toBe(true)
  expect(after.expired).toBe(before.expired + 1)
  expect(after.detail).toMatch(/^Option prints read since the start: \d+; refused: /)
})

type FlowAnswer = OptionsFlow & { as_of: string; session_date: string; from: string; to: string; warnings: string[] }

let app: TestApp
let files = 0

beforeEach(async () => {
  app = await testApp({ MARKET_SOURCE: 'replay' })
})
afterEach(() => app[Symbol.asyncDispose]())

const prints = (date: string, rows: readonly Print[], to = app) =>
  importInto(to, 'prints', `${files++}.csv`, printTable(date, rows))
const chain = (stamp: string, to = app) => importInto(to, 'chain', `${files++}.csv`, quoteTable({ stamp }))
const flow = async (input: Answer = {}, of = app) =>
  (await of.asOperator(optionsFlowOperation, input)) as unknown as FlowAnswer

describe('flow of stored prints', () => {
  it('has the sides, sums and kinds that the file says', async () => {
    const report = await prints('2026-11-18', [
      { time: '09:30:00.000', price: 5.3, size: 7 },
      { time: '09:31:00', price: 5.2, size: 11 },
      { time: '09:32:00', price: 5.1, size: 13 },
      { time: '09:34:59.999', symbol: PUT, price: 5, size: 17 },
      { time: '09:35:00', symbol: PUT, price: 4.9, size: 19 },
      { time: '09:36:00', symbol: PUT, price: 5.2, size: 23, quote: '5.4,5.2' },
      { time: '10:00:00', price: 5.2, size: 29, condition: 'D' },
      { time: '10:00:01', price: 5.2, size: 31, condition: '?' },
      { time: '10:00:02', price: 5.2, size: 37, condition: 'f' },
      { time: '10:05:00', price: 5.2, size: 41 },
      { time: '10:06:00', price: 5.2, size: 41, condition: 'A' },
      { time: '10:07:00.000', price: 5.2, size: 43, exchange: 'C', condition: 'S' },
      { time: '10:07:00.500', price: 5.3, size: 43, exchange: 'P', condition: 'S' },
      { time: '16:14:00', symbol: PUT, price: 5.2, size: 47 },
    ])
    expect(report).toMatchObject({ status: 'imported' })

    const { data, summary } = await flow({ symbol: 'SPY' })
    const oldestFirst = data.toReversed()

    expect(oldestFirst.map(({ size, side, sentiment, trade_type: type }) => [size, side, sentiment, type])).toEqual([
      [7, 'above_ask', 'bullish', 'single'],
      [11, 'at_ask', 'bullish', 'single'],
      [13, 'mid', 'neutral', 'single'],
      [17, 'at_bid', 'bullish', 'single'],
      [19, 'below_bid', 'bullish', 'single'],
      // Crossed: the last different price of the contract was lower.
      [23, 'at_ask', 'bearish', 'single'],
      [29, 'at_ask', 'neutral', 'single'],
      [31, 'at_ask', 'bullish', 'single'],
      [37, 'at_ask', 'neutral', 'multi_leg'],
      [86, 'at_ask', 'bullish', 'sweep'],
      [47, 'at_ask', 'bearish', 'single'],
    ])
    const calls = 100 * (7 * 5.3 + 11 * 5.2 + 13 * 5.1 + (29 + 31 + 37) * 5.2 + 43 * 5.2 + 43 * 5.3)
    const puts = 100 * (17 * 5 + 19 * 4.9 + 23 * 5.2 + 47 * 5.2)
    const bought = 100 * (7 * 5.3 + 11 * 5.2 + 31 * 5.2 + 43 * 5.2 + 43 * 5.3)
    const net = bought - 100 * (23 + 47) * 5.2 + 100 * (17 * 5 + 19 * 4.9)
    expect(summary.call_premium).toBeCloseTo(calls, 6)
    expect(summary.put_premium).toBeCloseTo(puts, 6)
    expect({ call_volume: summary.call_volume, put_volume: summary.put_volume }).toEqual({
      call_volume: 7 + 11 + 13 + 29 + 31 + 37 + 86,
      put_volume: 17 + 19 + 23 + 47,
    })
    expect(summary.net_premium).toBeCloseTo(net, 6)
    expect(oldestFirst.at(-1)?.executed_at).toBe('2026-11-18T21:14:00.000Z')

    const market = await flow()
    expect({ as_of: market.as_of, to: market.to }).toEqual({
      as_of: '2026-11-18T21:14:00.000Z',
      to: '2026-11-18T21:14:00.000Z',
    })
    expect(market.data).toEqual(data)

    const { data: buckets, totals } = (await app.asOperator(netFlowOperation, {
      symbol: 'SPY',
      resolution: '5m',
    })) as unknown as NetFlow
    expect(buckets.map(({ time, call_volume: call, put_volume: put }) => [time.slice(11, 16), call, put])).toEqual([
      ['14:30', 31, 17],
      ['14:35', 0, 42],
      ['15:00', 97, 0],
      ['15:05', 86, 0],
      ['21:10', 0, 47],
    ])
    expect(totals.net_premium).toBeCloseTo(net, 6)
  })

  it.each(['/flow?symbol=SPY&min_size=1000', '/flow/net?symbol=SPY&from=2026-11-20'])(
    'has the headings of its table where no row passes: %s',
    async (path) => {
      await prints('2026-11-18', [{ time: '10:00:00' }])
      const { key } = await app.account('vega')

      const { statusCode, body } = await app.get(`/api/v1${path}&format=csv`, key)

      expect(statusCode).toBe(200)
      expect(body.trimEnd().split('\n')).toHaveLength(1)
      expect(body).toContain('underlying_price')
    },
  )

  it('needs nothing else to be stored, and is in that of the universe', async () => {
    await prints('2026-11-18', [{ time: '10:00:00' }])

    const alone = await flow({ symbol: 'SPY' })
    const market = await flow()

    expect(alone).toMatchObject({ session_date: '2026-11-18', total: 1, warnings: [] })
    expect(market).toMatchObject({ session_date: '2026-11-18', total: 1, warnings: [] })
    expect(market.data).toEqual(alone.data)
    expect(await app.asOperator(unusualActivityOperation, { min_score: 0 })).toMatchObject({ total: 1 })
  })

  it('may be of later sessions than all chains', async () => {
    await chain('November 12, 2026 at 4:30 PM EST')
    await prints('2026-11-18', [{ time: '10:00:00' }])

    expect(await flow({ symbol: 'SPY' })).toMatchObject({ session_date: '2026-11-18', total: 1 })
  })

  it('of a running chain knows nothing that comes after it, whatever was asked before', async () => {
    await chain('November 19, 2026 at 10:30 AM EST')
    await prints('2026-11-19', [
      { time: '10:10:00', size: 60 },
      { time: '10:29:59.900', size: 30, exchange: 'C', condition: 'S' },
      { time: '10:30:00.100', size: 40, exchange: 'P', condition: 'S' },
      { time: '11:00:00', size: 60, condition: 'A' },
    ])
    await using fresh = await testApp({ MARKET_SOURCE: 'replay' })
    await chain('November 19, 2026 at 10:30 AM EST', fresh)
    await prints(
      '2026-11-19',
      [
        { time: '10:10:00', size: 60 },
        { time: '10:29:59.900', size: 30, exchange: 'C', condition: 'S' },
      ],
      fresh,
    )

    const whole = await flow({ symbol: 'SPY', date: '2026-11-19' })
    const present = await flow({ symbol: 'SPY' })

    expect(whole.data.map(({ size }) => size)).toEqual([70])
    expect(present).toMatchObject({ as_of: '2026-11-19T15:30:00.000Z', to: '2026-11-19T15:30:00.000Z' })
    expect(present.data.map(({ size }) => size)).toEqual([30, 60])
    expect(present).toEqual(await flow({ symbol: 'SPY' }, fresh))
  })

  it('has the warnings and the instant of its own question', async () => {
    await prints('2026-11-18', [{ time: '10:00:00' }])
    await chain('November 19, 2026 at 10:30 AM EST')

    const past = await flow({ symbol: 'SPY', date: '2026-11-18' })
    const present = await flow({ symbol: 'SPY' })

    expect(past.warnings).toEqual([])
    expect(present.warnings).toEqual([
      'The latest stored option prints of SPY are those of 2026-11-18; its latest prices are of 2026-11-19.',
    ])
  })

  it('takes the terms of contracts from the chain of its session, in the present too', async () => {
    await chain('November 18, 2026 at 4:30 PM EST')
    await chain('November 19, 2026 at 10:30 AM EST')
    await prints('2026-11-18', [{ time: '10:00:00' }])

    const present = await flow({ symbol: 'SPY' })
    await using other = await testApp({ MARKET_SOURCE: 'replay' })
    await chain('November 18, 2026 at 4:30 PM EST', other)
    await prints('2026-11-18', [{ time: '10:00:00' }], other)

    expect(present.data[0]).toMatchObject({ open_interest: 100 })
    expect(present.data).toEqual((await flow({ symbol: 'SPY' }, other)).data)
  })

  it('has no open interest of another evening, where the chain of its session is missing', async () => {
    await chain('November 17, 2026 at 4:30 PM EST')
    await prints('2026-11-18', [{ time: '10:00:00' }])

    const [row] = (await flow({ symbol: 'SPY' })).data

    expect(row).toMatchObject({ open_interest: null, volume_oi_ratio: null })
    expect(row?.implied_volatility).toBeGreaterThan(0)
  })

  it('changes when the chain of its session is imported after it was asked for', async () => {
    await prints('2026-11-18', [{ time: '10:00:00' }])
    const before = await flow({ symbol: 'SPY' })

    await chain('November 18, 2026 at 4:30 PM EST')

    expect(before.data[0]).toMatchObject({ open_interest: null })
    expect((await flow({ symbol: 'SPY' })).data[0]).toMatchObject({ open_interest: 100 })
  })

  it('refuses a price or a size that no tape can hold, and answers the rest', async () => {
    await prints('2026-11-18', [
      { time: '10:00:00' },
      { time: '10:01:00', price: 1e300 },
      { time: '10:02:00', size: 1e15 },
    ])

    expect(await flow({ symbol: 'SPY' })).toMatchObject({ total: 1, summary: { call_premium: 5200 } })
  })

  it('is the sentiment of the overview, never more than all of it', async () => {
    await chain('November 18, 2026 at 4:30 PM EST')
    // 100 × 1.38 / 1.38 is more than 100 in binary fractions.
    await prints('2026-11-18', [{ time: '10:00:00', price: 0.0138, size: 1, quote: '0.01,0.0138' }])

    expect(await app.asOperator(marketOverviewOperation, {})).toMatchObject({
      sentiment: { bullish_pct: 100, bearish_pct: 0, neutral_pct: 0 },
    })
  })
})

describe('imports in another order', () => {
  const D1 = '2026-11-17'
  const D2 = '2026-11-18'
  const earnings =
    'symbol,report_date,timing,fiscal_period,eps_estimate,eps_actual,status,known_at\n' +
    `SPY,${D2},after_close,2026Q3,1,,confirmed,2026-11-10T12:00:00Z\n`
  const many = (base: number): Print[] =>
    Array.from({ length: 40 }, (_, i) => ({
      time: `10:${String(i).padStart(2, '0')}:00`,
      symbol: i % 3 === 0 ? PUT : CALL,
      size: base + ((i * 37) % 90),
      price: [5, 5.1, 5.2][i % 3]!,
      exchange: i % 2 === 0 ? 'C' : 'P',
    }))
  /** Closes of some weekdays, of which the 57th is D1. */
  const bars = (to: TestApp, first: number, last: number) => {
    const days = Array.from({ length: last - first + 1 }, (_, i) => tradingDayBefore('2026-11-20', 60 - first - i))
    const rows = days.map((date, i) => `${date},${650 + i},${660 + i},${640 + i},${651 + (i % 5)},1000\n`)
    return importInto(to, 'bars', `${files++}.csv`, `date,open,high,low,close,volume\n${rows.join('')}`, {
      symbol: 'SPY',
    })
  }
  const steps: readonly ((to: TestApp) => Promise<unknown>)[] = [
    (to) => chain('November 17, 2026 at 4:30 PM EST', to),
    (to) => prints(D1, many(10).slice(0, 25), to),
    (to) => prints(D1, many(10).slice(20), to),
    (to) => importInto(to, 'earnings', `${files++}.csv`, earnings),
    (to) => bars(to, 40, 57),
    (to) => chain('November 18, 2026 at 4:30 PM EST', to),
    (to) => bars(to, 58, 60),
    (to) => prints(D2, many(500), to),
    (to) => chain('November 19, 2026 at 11:00 AM EST', to),
  ]

  async function textOf(of: TestApp, date: string): Promise<string> {
    await completeMetrics(of.parts.store, {
      onFailure: (error) => {
        throw error
      },
    })
    const answers = [
      await of.asOperator(optionsFlowOperation, { symbol: 'SPY', date, limit: 500 }),
      await of.asOperator(optionsFlowOperation, { date, limit: 500 }),
      await of.asOperator(netFlowOperation, { symbol: 'SPY', date, resolution: '1m' }),
      await of.asOperator(unusualActivityOperation, { symbol: 'SPY', date, min_score: 0 }),
      await of.asOperator(optionMetricsOperation, { symbol: 'SPY', date }),
      await of.asOperator(tradeContextOperation, { symbol: 'SPY', date, direction: 'bullish' }),
      await of.asOperator(marketOverviewOperation, { date }),
      await of.asOperator(priceHistoryOperation, { symbol: 'SPY', date, days: 30 }),
    ]
    return JSON.stringify(answers)
  }

  it('gives the same flow of a date, though it was asked for in between', async () => {
    await using other = await testApp({ MARKET_SOURCE: 'replay' })
    for (const step of steps.slice(0, 5)) await step(app)
    const first = await textOf(app, D1)
    for (const step of steps.slice(5)) {
      await step(app)
      expect(await textOf(app, D1)).toBe(first)
    }
    const second = await textOf(app, D2)

    for (const step of steps.toReversed()) {
      await step(other)
      await textOf(other, D1).catch(() => 'Nothing is stored of it yet.')
      await flow({ symbol: 'SPY' }, other)
    }

    expect(await textOf(other, D1)).toBe(first)
    expect(await textOf(other, D2)).toBe(second)
    const { data } = (await app.asOperator(unusualActivityOperation, {
      symbol: 'SPY',
      date: D1,
      min_score: 0,
    })) as unknown as UnusualActivity
    expect(data.length).toBe(40)
    expect(JSON.stringify(data)).toContain('1 day to earnings')
    expect(data.every(({ outcome }) => outcome.return_pct_1d === null)).toBe(true)
  })
})
