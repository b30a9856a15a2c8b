import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DarkPoolLevels } from '../../../../src/analytics/contract/dark-pool-levels.ts'
import { darkPoolCandidates, darkPoolLevels } from '../../../../src/analytics/domain/levels/dark-pool-levels.ts'
import { newYorkInstant } from '../../../../src/market/domain/calendar/new-york-time.ts'
import { OFF_EXCHANGE, SALE_CONDITION, type SessionTrades } from '../../../../src/market/domain/stocks/stock-trades.ts'

const TEN = 10 * 60

interface Trade {
  readonly price: number
  readonly size: number
  readonly minute?: number
  readonly exchange?: string
  readonly conditions?: number
  readonly suspicious?: boolean
}

function session(trades: readonly Trade[], sessionDate = '2026-11-19'): SessionTrades {
  const table = {
    symbol: 'SPY',
    sessionDate,
    count: trades.length,
    executedAtMs: Float64Array.from(trades, ({ minute = TEN }) => newYorkInstant(sessionDate, minute)),
    price: Float64Array.from(trades, ({ price }) => price),
    size: Float64Array.from(trades, ({ size }) => size),
    exchange: Uint8Array.from(trades, ({ exchange }) => exchange?.charCodeAt(0) ?? OFF_EXCHANGE),
    conditions: Uint32Array.from(trades, ({ conditions }) => conditions ?? SALE_CONDITION.regular),
    suspicious: Uint8Array.from(trades, ({ suspicious }) => (suspicious ? 1 : 0)),
  }
  return { trades: table, volume: trades.reduce((total, { size }) => total + size, 0) }
}

const asked = (sessions: readonly SessionTrades[], underlyingPrice = 100) =>
  darkPoolLevels({ sessions, underlyingPrice, limit: 10 })

describe('dark pool levels', () => {
  it('are the prices where most value changed hands, with their share and their side of the price', () => {
    const answer = asked([
      session([
        { price: 99, size: 200 },
        { price: 99, size: 100, minute: 11 * 60 },
        { price: 101, size: 100 },
        { price: 101, size: 5000, exchange: 'N' },
      ]),
    ])

    expect(DarkPoolLevels.parse(answer)).toEqual(answer)
    expect(answer.levels).toEqual([
      {
        price: 99,
        total_value: 29_700,
        total_volume: 300,
        trade_count: 2,
        share_pct: (100 * 29_700) / 39_800,
        last_executed_at: '2026-11-19T16:00:00.000Z',
        distance_pct: expect.closeTo(-1, 12),
        role: 'support',
        largest_print_share_pct: expect.closeTo(200 / 3, 12),
        flags: ['dominant_print'],
      },
      expect.objectContaining({ price: 101, role: 'resistance', trade_count: 1 }),
    ])
    expect(answer.off_exchange_share_pct).toBeCloseTo((100 * 400) / 5400, 12)
  })

  it('name how much of a level is its largest trade, and keep a level of one trade with a flag', () => {
    const { levels } = asked([
      session([
        { price: 98, size: 50_000 },
        { price: 99, size: 300 },
        { price: 99, size: 300, minute: 11 * 60 },
        { price: 101, size: 301 },
        { price: 101, size: 299 },
        { price: 101, size: 1, minute: 11 * 60 },
      ]),
    ])

    expect(levels.map(({ price, flags, largest_print_share_pct: pct }) => [price, flags, pct])).toEqual([
      [98, ['single_print'], 100],
      [101, ['dominant_print'], (100 * 301) / 601],
      [99, [], 50],
    ])
  })

  it('keep of prices within 0.25 % the heaviest alone', () => {
    const near = session([
      { price: 100, size: 300 },
      { price: 100.2, size: 200 },
      { price: 100.4, size: 100 },
      { price: 101, size: 50 },
    ])

    // 100.4 lies beside 100.2, which weighs more: it is a slope, not a level.
    expect(asked([near]).levels.map(({ price }) => price)).toEqual([100, 101])
  })

  it('rank a trade of 20 days ago like half of one of today, and answer its whole value', () => {
    const old = session([{ price: 95, size: 300 }], '2026-10-30')
    const today = session([{ price: 105, size: 200 }], '2026-11-19')

    const { levels } = asked([old, today])

    expect(levels.map(({ price, total_volume }) => [price, total_volume])).toEqual([
      [105, 200],
      [95, 300],
    ])
  })

  it.each<[string, Partial<Trade>, string]>([
    ['at an average price', { conditions: SALE_CONDITION.averagePrice }, 'average_price'],
    ['at a derived price', { conditions: SALE_CONDITION.derivativelyPriced }, 'derivatively_priced'],
    ['at a prior reference price', { conditions: SALE_CONDITION.priorReferencePrice }, 'prior_reference_price'],
    ['of an odd lot', { conditions: SALE_CONDITION.oddLot }, 'odd_lot'],
    ['in extended hours', { conditions: SALE_CONDITION.formT }, 'extended_hours'],
    ['reported late', { conditions: SALE_CONDITION.sold }, 'late'],
    ['after the close', { minute: 16 * 60 + 30 }, 'outside_session'],
    ['before the open', { minute: 9 * 60 }, 'outside_session'],
    ['that the source doubts', { suspicious: true }, 'doubted'],
  ])('leave out trades %s, which stay among the largest prints with a flag', (_name, change, flag) => {
    const answer = asked([
      session([
        { price: 100, size: 100 },
        { price: 104, size: 9000, ...change },
      ]),
    ])

    expect(answer.levels.map(({ price, share_pct }) => [price, share_pct])).toEqual([[100, 100]])
    expect(answer.largest_prints[0]).toMatchObject({ price: 104, flags: [flag], block: true })
    expect(answer.off_exchange_share_pct).toBe(100)
  })

  it('count contingent trades, and name them', () => {
    const answer = asked([session([{ price: 104, size: 100, conditions: SALE_CONDITION.contingent }])])

    expect(answer.levels).toHaveLength(1)
    expect(answer.largest_prints[0]).toMatchObject({ flags: ['contingent'], block: false })
  })

  it('know no share without the whole volume, and no side without a price', () => {
    const answer = asked([{ ...session([{ price: 100, size: 1 }]), volume: Number.NaN }], Number.NaN)

    expect(answer.off_exchange_share_pct).toBeNull()
    expect(answer.underlying_price).toBeNull()
    expect(answer.levels[0]).toMatchObject({ distance_pct: null, role: null })
    expect(asked([])).toEqual({
      underlying_price: 100,
      levels: [],
      largest_prints: [],
      off_exchange_share_pct: null,
    })
  })

  it('never lie closer together than 0.25 %, whatever was traded', () => {
    const trade = fc.record({
      price: fc.double({ min: 90, max: 110, noNaN: true }),
      size: fc.integer({ min: 1, max: 1e6 }),
    })

    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 60 }), (trades) => {
        const places = asked([session(trades)]).levels.map(({ price }) => Math.round(price / 0.03))
        const sorted = places.toSorted((a, b) => a - b)
        return sorted.every((place, index) => index === 0 || place - (sorted[index - 1] ?? 0) >= 0.0025 * place - 1)
      }),
    )
  })

  it('speak for support and resistance in proportion to their faded value', () => {
    const candidates = darkPoolCandidates(
      [
        session([
          { price: 99, size: 200 },
          { price: 101, size: 99 },
        ]),
      ],
      100,
    )

    expect(candidates).toEqual([
      { price: 99, strength: 0.5, source: 'dark_pool' },
      { price: 101, strength: expect.closeTo((0.5 * 101 * 99) / (99 * 200), 12), source: 'dark_pool' },
    ])
  })
})
