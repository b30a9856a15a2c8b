import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FlowSummary } from '../../../../src/flow/contract/flow-summary.ts'
import { NetFlow } from '../../../../src/flow/contract/net-flow.ts'
import type { FlowRow } from '../../../../src/flow/domain/flow-row.ts'
import { sentimentOf } from '../../../../src/flow/domain/flow-row.ts'
import { flowSummary } from '../../../../src/flow/domain/sums/flow-summary.ts'
import { netPremium, premiumBias, sumFlow } from '../../../../src/flow/domain/sums/flow-sums.ts'
import { NET_FLOW_RESOLUTIONS, type NetFlowRow } from '../../../../src/flow/domain/sums/net-flow.ts'
import { newYorkInstant } from '../../../../src/market/domain/calendar/new-york-time.ts'
import { netFlow } from '../../../support/market/net-flow.ts'
import '../../../support/properties.ts'
import { CALL, PUT, rowOf, rowsOf } from '../../../support/market/flow-tape.ts'

const MINUTE = 60_000

const someRow = fc
  .record({
    optionType: fc.constantFrom('call' as const, 'put' as const),
    aggressor: fc.constantFrom(-1 as const, 0 as const, 1 as const),
    premium: fc.oneof(
      fc.integer({ min: 1, max: 100_000_000 }).map((cents) => cents / 100),
      fc.constant(Number.NaN),
    ),
    size: fc.integer({ min: 1, max: 10_000 }),
    sequence: fc.nat(10_000),
    sessionDate: fc.constantFrom('2026-11-19', '2026-11-20'),
    minute: fc.integer({ min: -120, max: 600 }),
    underlyingPrice: fc.constantFrom(500, 501, Number.NaN),
    price: fc.constantFrom(1, 2),
    delta: fc.constantFrom(-0.5, 0.25, Number.NaN),
  })
  .map(
    ({ minute, ...row }): NetFlowRow => ({
      ...row,
      sentiment: sentimentOf(row.optionType, row.aggressor),
      executedAtMs: newYorkInstant(row.sessionDate, 570) + minute * MINUTE,
    }),
  )

describe('net flow', () => {
  it('counts what was bought at the ask against what was sold at the bid', () => {
    const rows = rowsOf([
      { contract: CALL, price: 1.1, size: 10 },
      { contract: CALL, price: 1.2, size: 10 },
      { contract: CALL, price: 1.0, size: 10 },
      { contract: CALL, price: 0.9, size: 10 },
      { contract: CALL, price: 1.05, size: 10 },
      { contract: PUT, price: 1.1, size: 20 },
      { contract: PUT, price: 1.0, size: 30 },
      { contract: PUT, price: 1.1, size: 40, condition: 'f' },
    ])

    const { data, totals } = netFlow(rows, '1d')

    expect(totals).toEqual({
      calls_bought: 2300,
      calls_sold: 1900,
      puts_bought: 2200,
      puts_sold: 3000,
      net_premium: 2300 - 1900 - 2200 + 3000,
      call_premium: 5250,
      put_premium: 9600,
      put_call_ratio_premium: 9600 / 5250,
    })
    expect(data).toMatchObject([
      { net_call_premium: 400, net_put_premium: -800, net_premium: 1200, call_volume: 50, put_volume: 90 },
    ])
  })

  it.each([
    ['1m', '2026-11-20T14:31:00.000Z'],
    ['5m', '2026-11-20T14:30:00.000Z'],
    ['15m', '2026-11-20T14:30:00.000Z'],
    ['1h', '2026-11-20T14:30:00.000Z'],
    ['1d', '2026-11-20T14:30:00.000Z'],
  ] as const)('of a print 1:59 after the open lies at %s in the bucket of %s', (resolution, time) => {
    expect(netFlow([rowOf({ ms: 119_000 })], resolution).data[0]?.time).toBe(time)
  })

  it('carries buckets on before the open and after the close', () => {
    const rows = rowsOf([{ ms: -1000 }, { ms: 6.5 * 3_600_000 + 1000 }])

    expect(netFlow(rows, '1h').data.map(({ time }) => time)).toEqual([
      '2026-11-20T13:30:00.000Z',
      '2026-11-20T20:30:00.000Z',
    ])
    expect(netFlow(rows, '1d').data).toHaveLength(1)
  })

  it('follows the clock of New York through the end of summer time', () => {
    const friday = newYorkInstant('2026-10-30', 570)
    const monday = newYorkInstant('2026-11-02', 570)
    const row = (sessionDate: string, executedAtMs: number) => ({ ...rowOf({}), sessionDate, executedAtMs })
    const times = netFlow([row('2026-10-30', friday + 1), row('2026-11-02', monday + 1)], '1h').data

    expect(times.map(({ time }) => time)).toEqual(['2026-10-30T13:30:00.000Z', '2026-11-02T14:30:00.000Z'])
  })

  it('has the price of the underlying at the last print that knows it', () => {
    const rows = rowsOf([
      { ms: 0, underlying: 500 },
      { ms: 1000, underlying: 501 },
      { ms: 2000, underlying: Number.NaN },
    ])

    expect(netFlow(rows.toReversed(), '1m').data[0]?.underlying_price).toBe(501)
    expect(netFlow(rows.slice(2), '1m').data[0]?.underlying_price).toBeNull()
  })

  it('has the prices at the first print and between, and the hedge of all prints, in any order and resolution', () => {
    const rows = rowsOf([
      { ms: 0, underlying: 500 },
      { ms: 0, underlying: 503 },
      { ms: 1000, underlying: 499 },
      { ms: 61_000, underlying: 501 },
    ])
    const candle = (resolution: '1m' | '5m') => netFlow(rows.toReversed(), resolution).data[0]

    expect(candle('1m')).toMatchObject({ underlying_open: 500, underlying_high: 503, underlying_low: 499 })
    expect(candle('5m')).toMatchObject({ underlying_open: 500, underlying_price: 501 })
    const minutes = netFlow(rows, '1m').data.map(({ hedge_flow: hedge }) => hedge ?? 0)
    expect(candle('5m')?.hedge_flow).toBeCloseTo((minutes[0] ?? 0) + (minutes[1] ?? 0), 6)
  })

  it('adds up: totals are the sums of rows at every resolution and in any order', () => {
    fc.assert(
      fc.property(
        fc.array(someRow, { maxLength: 60 }),
        fc.constantFrom(...NET_FLOW_RESOLUTIONS),
        (rows, resolution) => {
          const answer = netFlow(rows, resolution)
          const backwards = netFlow(rows.toReversed(), resolution)
          const sum = (field: 'net_premium' | 'call_volume' | 'put_volume') =>
            answer.data.reduce((total, bucket) => total + bucket[field], 0)

          expect(NetFlow.parse(answer)).toEqual(answer)
          expect(backwards.totals).toEqual(answer.totals)
          expect(sum('net_premium')).toBeCloseTo(answer.totals.net_premium, 6)
          expect(sum('call_volume') + sum('put_volume')).toBe(rows.reduce((total, { size }) => total + size, 0))
          for (const { net_premium, net_call_premium, net_put_premium } of answer.data) {
            expect(net_premium).toBeCloseTo(net_call_premium - net_put_premium, 6)
          }
        },
      ),
    )
  })
})

describe('the summary of a window', () => {
  it('has premium, volume, ratios and shares', () => {
    const rows = rowsOf([
      { contract: CALL, size: 30 },
      { contract: PUT, size: 20 },
      { contract: PUT, size: 10, price: 1.05 },
    ])

    expect(flowSummary(sumFlow(rows))).toEqual({
      row_count: 3,
      call_premium: 3300,
      put_premium: 3250,
      call_volume: 30,
      put_volume: 30,
      put_call_ratio_volume: 1,
      put_call_ratio_premium: 3250 / 3300,
      bullish_premium: 3300,
      bearish_premium: 2200,
      neutral_premium: 1050,
      bullish_pct: expect.closeTo((100 * 3300) / 6550, 8),
      bearish_pct: expect.closeTo((100 * 2200) / 6550, 8),
      neutral_pct: expect.closeTo((100 * 1050) / 6550, 8),
      net_premium: 1100,
    })
  })

  it('of nothing has no ratios and no shares', () => {
    expect(flowSummary(sumFlow([]))).toMatchObject({
      row_count: 0,
      net_premium: 0,
      put_call_ratio_volume: null,
      put_call_ratio_premium: null,
      bullish_pct: null,
    })
    expect(premiumBias(sumFlow([]))).toBeNaN()
  })

  it('agrees with net flow, and holds its schema', () => {
    fc.assert(
      fc.property(fc.array(someRow, { maxLength: 40 }), (rows) => {
        const summary = flowSummary(sumFlow(rows))

        expect(FlowSummary.parse(summary)).toEqual(summary)
        expect(summary.net_premium).toBe(netFlow(rows, '1d').totals.net_premium)
        expect(summary.bullish_premium - summary.bearish_premium).toBeCloseTo(summary.net_premium, 6)
        if (summary.bullish_pct !== null) {
          expect(summary.bullish_pct + (summary.bearish_pct ?? 0) + (summary.neutral_pct ?? 0)).toBeCloseTo(100, 8)
        }
      }),
    )
  })

  it('says which way the money leans', () => {
    const bought: readonly FlowRow[] = rowsOf([{ size: 30 }, { size: 10, price: 1.0 }])

    expect(netPremium(sumFlow(bought))).toBe(2300)
    expect(premiumBias(sumFlow(bought))).toBeCloseTo((3300 - 1000) / 4300, 12)
  })
})
