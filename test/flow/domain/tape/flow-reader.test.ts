import { describe, expect, it } from 'vitest'
import { readFlowId } from '../../../../src/flow/domain/flow-id.ts'
import { blackPrice } from '../../../../src/pricing/european/black.ts'
import {
  CALL,
  contextOf,
  factsOf,
  OPEN_MS,
  OTHER_CALL,
  type Print,
  PUT,
  readerOf,
  rowOf,
  rowsOf,
  SESSION,
  sessionOf,
  tapeOf,
} from '../../../support/market/flow-tape.ts'
import { NO_FACTS } from '../../../support/market/read-flow.ts'

describe('a row of flow', () => {
  it('says what the contract is, what was paid and how much of the open interest it moved', () => {
    const row = rowOf({ ms: 3_600_000, price: 1.1, size: 25, volume: 400 })

    expect(row).toMatchObject({
      symbol: 'SPY',
      sessionDate: SESSION,
      executedAtMs: OPEN_MS + 3_600_000,
      optionSymbol: CALL,
      optionType: 'call',
      strike: 500,
      expirationDate: '2026-11-27',
      dte: 7,
      side: 'at_ask',
      size: 25,
      premium: 2750,
      openInterest: 10_000,
      volume: 400,
      tradeType: 'single',
      sentiment: 'bullish',
      legs: 1,
    })
    expect(readFlowId(row.id)).toEqual({ sessionDate: SESSION, symbol: 'SPY', sequence: 0 })
    expect(encodeURIComponent(row.id)).toBe(row.id)
  })

  it.each([
    ['call', CALL, 1.1, 'bullish'],
    ['call', CALL, 1.2, 'bullish'],
    ['call', CALL, 1.05, 'neutral'],
    ['call', CALL, 1.0, 'bearish'],
    ['call', CALL, 0.9, 'bearish'],
    ['put', PUT, 1.1, 'bearish'],
    ['put', PUT, 1.2, 'bearish'],
    ['put', PUT, 1.05, 'neutral'],
    ['put', PUT, 1.0, 'bullish'],
    ['put', PUT, 0.9, 'bullish'],
  ] as const)('reads a %s (%s) at %d as %s', (_, contract, price, sentiment) => {
    expect(rowOf({ contract, price }).sentiment).toBe(sentiment)
  })

  it.each([
    [500, 1.1, 'block'],
    [499, 1.1, 'single'],
    [100, 20, 'block'],
    [99, 20, 'single'],
  ])('of %d contracts at %d is a %s', (size, price, tradeType) => {
    expect(rowOf({ size, price }).tradeType).toBe(tradeType)
  })

  it('has the implied volatility and delta of its own price and instant', () => {
    const ms = 3_600_000
    const years = ((contextOf().facts.find(CALL)?.carry?.settlesAtMs ?? 0) - OPEN_MS - ms) / (525_600 * 60_000)
    const forward = 498 * Math.exp(0.03 * years)
    const price = blackPrice(true, forward, 500, years, 0.25, Math.exp(-0.04 * years))

    const row = rowOf({ ms, price }, { facts: factsOf() })

    expect(row.impliedVolatility).toBeCloseTo(0.25, 9)
    expect(row.volatilityReason).toBe('')
    expect(row.delta).toBeGreaterThan(0.4)
    expect(row.delta).toBeLessThan(0.5)
  })

  it.each([
    ['no_carry_terms', {}, { carry: null }],
    ['no_underlying_price', { underlying: Number.NaN }, {}],
    ['no_underlying_price', { underlying: 0 }, {}],
    ['below_intrinsic', { price: 1, underlying: 520 }, {}],
    ['above_max', { price: 600 }, {}],
  ] as const)('says %s where there is no implied volatility', (reason, print, fact) => {
    const row = rowOf(print, { facts: factsOf(fact) })

    expect(row.volatilityReason).toBe(reason)
    expect(row.impliedVolatility).toBeNaN()
    expect(row.delta).toBeNaN()
  })

  it('has no premium when the deliverable of an adjusted contract is unknown', () => {
    const row = rowOf({ contract: 'SPY1  261127C00500000' }, { facts: NO_FACTS })

    expect(row.premium).toBeNaN()
    expect(row.openInterest).toBeNaN()
  })

  it('decides an unclear quote by the last different price', () => {
    const locked = { bid: 1.1, ask: 1.1 }
    const rows = rowsOf([
      { price: 1.1, ...locked },
      { price: 1.2, ...locked },
      { price: 1.2, ...locked },
      { price: 1.15, ...locked },
      { price: 1.15, ...locked },
    ])

    expect(rows.map(({ side }) => side)).toEqual(['mid', 'at_ask', 'at_ask', 'at_bid', 'at_bid'])
    expect(rows.every(({ lowQuality }) => lowQuality)).toBe(true)
  })

  it('does not take the price of a package or a late report for the last one', () => {
    const rows = rowsOf([
      { price: 1.1 },
      { price: 9, condition: 'f' },
      { price: 9, condition: 'D' },
      { price: 1.2, bid: 0 },
    ])

    expect(rows.at(-1)?.side).toBe('at_ask')
  })
})

describe('a sweep', () => {
  const leg = (ms: number, exchange: string, more: Partial<Print> = {}): Print => ({ ms, exchange, ...more })

  it('is one row of coded prints of a side within half a second', () => {
    const rows = rowsOf([
      leg(0, 'C', { size: 10, price: 1.1, condition: 'S' }),
      leg(200, 'P', { size: 30, price: 1.14, condition: 'S' }),
      leg(500, 'C', { size: 10, price: 1.1, condition: 'S' }),
    ])

    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      tradeType: 'sweep',
      size: 50,
      legs: 3,
      exchanges: 2,
      volume: 50,
      side: 'above_ask',
    })
    expect(rows[0]?.price).toBeCloseTo(1.124, 12)
    expect(rows[0]?.premium).toBeCloseTo(5620, 9)
    expect(readFlowId(rows[0]?.id ?? '')?.sequence).toBe(0)
  })

  it.each([
    ['one exchange', [leg(0, 'C'), leg(10, 'C')]],
    ['21 milliseconds apart without codes', [leg(0, 'C'), leg(21, 'P')]],
    ['the other side', [leg(0, 'C'), leg(10, 'P', { price: 1.0 })]],
    ['another contract', [leg(0, 'C'), leg(10, 'P', { contract: PUT })]],
    ['the middle', [leg(0, 'C', { price: 1.05 }), leg(10, 'P', { price: 1.05 })]],
    ['unnamed exchanges', [leg(0, ''), leg(10, '')]],
    ['an auction', [leg(0, 'C'), leg(10, 'P', { condition: 'a' })]],
  ] as const)('is not made of prints of %s', (_, prints) => {
    expect(rowsOf(prints).map(({ tradeType }) => tradeType)).toEqual(['single', 'single'])
  })

  it('is also made of coded prints of one exchange', () => {
    const coded = { condition: 'S' }

    expect(rowsOf([leg(0, 'C', coded), leg(10, 'C', coded)])).toMatchObject([{ size: 20, tradeType: 'sweep' }])
  })

  it('counts its half second from the first print', () => {
    const coded = { condition: 'S' }
    const rows = rowsOf([leg(0, 'C', coded), leg(400, 'P', coded), leg(800, 'A', coded), leg(1200, 'B', coded)])

    expect(rows.map(({ size }) => size)).toEqual([20, 20])
  })

  it('without codes is made of prints of two exchanges within 20 milliseconds', () => {
    const rows = rowsOf([leg(0, 'C'), leg(300, 'C'), leg(310, 'P'), leg(320, 'A'), leg(321, 'B')])

    expect(rows.map(({ size, tradeType }) => [size, tradeType])).toEqual([
      [10, 'single'],
      [30, 'sweep'],
      [10, 'single'],
    ])
  })

  it('is not joined by a coded print to one without a code that is 21 milliseconds away', () => {
    const rows = rowsOf([leg(0, 'C'), leg(21, 'P', { condition: 'S' })])

    expect(rows.map(({ size, tradeType }) => [size, tradeType])).toEqual([
      [10, 'single'],
      [10, 'sweep'],
    ])
  })

  it('takes its side from each leg against the quote of that leg', () => {
    const coded = { condition: 'S', size: 10 }
    const walking = rowsOf([
      leg(0, 'C', { ...coded, price: 1.1, bid: 1.0, ask: 1.1 }),
      leg(2, 'P', { ...coded, price: 1.15, bid: 1.05, ask: 1.15 }),
      leg(4, 'A', { ...coded, price: 1.2, bid: 1.1, ask: 1.2 }),
    ])
    const paying = rowsOf([
      leg(0, 'C', { ...coded, price: 1.1, bid: 1.0, ask: 1.1 }),
      leg(2, 'P', { ...coded, size: 30, price: 1.15, bid: 1.0, ask: 1.1 }),
    ])

    expect(walking.map(({ side }) => side)).toEqual(['at_ask'])
    expect(paying.map(({ side }) => side)).toEqual(['above_ask'])
  })

  it('takes rows back that were told before the second exchange came', () => {
    const reader = readerOf()
    const tape = tapeOf([leg(0, 'C'), leg(10, 'C'), leg(20, 'P')])

    const first = reader.read(tape, 2)
    const second = reader.read(tape, 3)

    expect(first.rows.map(({ size }) => size)).toEqual([10, 10])
    expect(second.rows).toMatchObject([{ id: first.rows[0]?.id, size: 30 }])
    expect(second.withdrawn).toEqual([first.rows[1]?.id])
    expect(reader.counts).toMatchObject({ read: 3, rows: 1, merged: 2 })
  })
})

describe('a package without codes', () => {
  const leg = (contract: string, size: number, more: Partial<Print> = {}): Print => ({
    contract,
    size,
    ms: 0,
    exchange: 'C',
    condition: '',
    ...more,
  })

  it.each([
    ['equal sizes', [10, 10]],
    ['one to two', [10, 20]],
    ['two to three', [20, 30]],
    ['one to four', [10, 40]],
  ])('is recognised by exchange, instant and %s', (_, [a = 0, b = 0]) => {
    const rows = rowsOf([leg(CALL, a), leg(OTHER_CALL, b, { ms: 4, price: 1.0 })])

    expect(rows.map(({ tradeType }) => tradeType)).toEqual(['multi_leg', 'multi_leg'])
    expect(rows.map(({ sentiment }) => sentiment)).toEqual(['neutral', 'neutral'])
  })

  it.each([
    ['another exchange', [leg(CALL, 10), leg(PUT, 10, { exchange: 'P' })]],
    ['a later instant', [leg(CALL, 10), leg(PUT, 10, { ms: 6 })]],
    ['sizes that do not fit', [leg(CALL, 10), leg(PUT, 13)]],
    ['single contracts', [leg(CALL, 1), leg(PUT, 1)]],
    ['a code that says otherwise', [leg(CALL, 10), leg(PUT, 10, { condition: 'I' })]],
    ['an unnamed exchange', [leg(CALL, 10, { exchange: '' }), leg(PUT, 10, { exchange: '' })]],
  ] as const)('is not seen in prints of %s', (_, prints) => {
    expect(rowsOf(prints).map(({ tradeType }) => tradeType)).toEqual(['single', 'single'])
  })

  it('does not take a leg out of a sweep', () => {
    const rows = rowsOf([leg(CALL, 10), leg(CALL, 10, { exchange: 'P' }), leg(PUT, 20)])

    expect(rows.map(({ tradeType }) => tradeType)).toEqual(['sweep', 'single'])
  })

  it('finds its third leg and counts each once', () => {
    const session = sessionOf([leg(CALL, 10), leg(PUT, 10), leg(OTHER_CALL, 20)])

    expect(session.rows.map(({ tradeType }) => tradeType)).toEqual(['multi_leg', 'multi_leg', 'multi_leg'])
    expect(session.counts.packaged).toBe(3)
  })
})

describe('a cancel', () => {
  it('takes back the latest print of its price and size', () => {
    const rows = rowsOf([{ size: 10 }, { size: 20 }, { size: 10 }, { size: 10, condition: 'A' }])

    expect(rows.map(({ sequence }) => sequence)).toEqual([0, 1])
  })

  it.each(['E', 'G'])('%s means the first print of the contract', (condition) => {
    const rows = rowsOf([{}, {}, { condition }])

    expect(rows.map(({ sequence }) => sequence)).toEqual([1])
  })

  it('without price and size means the last print where it says so', () => {
    expect(rowsOf([{}, { size: 3 }, { price: 0, size: 0, condition: 'C' }]).map(({ size }) => size)).toEqual([10])
    expect(rowsOf([{}, { size: 3 }, { price: 0, size: 0, condition: 'A' }])).toHaveLength(2)
  })

  it('takes one leg out of a sweep', () => {
    const rows = rowsOf([
      { ms: 0, exchange: 'C', size: 10 },
      { ms: 1, exchange: 'P', size: 30, price: 1.2 },
      { ms: 900, size: 30, price: 1.2, condition: 'A' },
    ])

    expect(rows).toMatchObject([{ size: 10, price: 1.1, legs: 1 }])
  })

  it('of nothing is counted', () => {
    const session = sessionOf([{}, { size: 11, condition: 'A' }, { contract: PUT, condition: 'C' }])

    expect(session.rows).toHaveLength(1)
    expect(session.counts.cancel_without_print).toBe(2)
  })

  it('withdraws a row that was told', () => {
    const reader = readerOf()
    const tape = tapeOf([{}, { condition: 'A' }])

    const [row] = reader.read(tape, 1).rows

    expect(reader.read(tape)).toEqual({ rows: [], withdrawn: [row?.id] })
    expect(reader.counts).toMatchObject({ rows: 0, withdrawn: 1, cancel: 1 })
  })

  it('followed by a new report is a correction', () => {
    expect(rowsOf([{ size: 100 }, { size: 100, condition: 'A' }, { size: 10, condition: 'D' }])).toMatchObject([
      { size: 10, aggressor: 0 },
    ])
  })
})

describe('bad input', () => {
  it.each([
    ['unreadable_contract', { contract: 'SPY 500 call' }],
    ['unreadable_contract', { contract: '' }],
    ['expired_contract', { contract: 'SPY   261119C00500000' }],
    ['bad_price', { price: 0 }],
    ['bad_price', { price: -1 }],
    ['bad_price', { price: Number.NaN }],
    ['bad_price', { price: Number.POSITIVE_INFINITY }],
    ['bad_size', { size: 0 }],
    ['bad_size', { size: -5 }],
    ['bad_size', { size: 1.5 }],
    ['bad_size', { size: Number.NaN }],
    ['bad_time', { ms: Number.NaN }],
    ['bad_time', { ms: 86_400_000 }],
    ['bad_time', { ms: -86_400_000 }],
  ] as const)('%s makes no row and is counted', (reason, print) => {
    const session = sessionOf([print, {}])

    expect(session.rows).toHaveLength(1)
    expect(session.counts).toMatchObject({ read: 2, rows: 1, [reason]: 1 })
  })

  it('drops a print that came twice, which the volume proves', () => {
    const session = sessionOf([
      { ms: 0, volume: 10 },
      { ms: 0, volume: 10 },
      { ms: 0, volume: 20 },
    ])

    expect(session.rows).toHaveLength(2)
    expect(session.counts.duplicate).toBe(1)
  })

  it('drops a print that came twice with a late report between, and a late report that came twice', () => {
    const print = { ms: 10_000, volume: 30 }
    const late = { ms: 0, volume: 40, condition: 'D' }
    const session = sessionOf([print, late, print, { ms: 20_000, volume: 50 }, late])

    expect(session.rows.map(({ sequence }) => sequence)).toEqual([0, 1, 3])
    expect(session.counts.duplicate).toBe(2)
  })

  it('takes a print that is reported again after its cancel for no duplicate', () => {
    const print = { ms: 0, volume: 10 }

    expect(rowsOf([print, { ...print, volume: 0, condition: 'A' }, print]).map(({ sequence }) => sequence)).toEqual([2])
  })

  it('keeps equal prints where the volume is unknown', () => {
    const same = { ms: 0, volume: Number.NaN }
    const session = sessionOf([same, same])

    expect(session.rows).toHaveLength(2)
    expect(session.counts).toMatchObject({ duplicate: 0, possible_duplicate: 1 })
  })

  it('keeps a print that is out of order, and joins it to nothing', () => {
    const session = sessionOf([
      { ms: 1000, exchange: 'C' },
      { ms: 900, exchange: 'P' },
    ])

    expect(session.rows.map(({ tradeType }) => tradeType)).toEqual(['single', 'single'])
    expect(session.counts.out_of_order).toBe(1)
  })

  it('recovers from a clock that had jumped ahead', () => {
    const late = Array.from({ length: 30 }, (_, index) => ({ ms: 10_000 + 1000 * index }))
    const session = sessionOf([
      { ms: 20_000_000 },
      ...late,
      { ms: 60_000, exchange: 'C' },
      { ms: 60_001, exchange: 'P' },
    ])

    expect(session.counts).toMatchObject({ out_of_order: 15, clock_reset: 1, rows: 32 })
    expect(session.rows.at(-1)?.tradeType).toBe('sweep')
  })

  it('counts contracts that the chain does not list', () => {
    expect(sessionOf([{}, {}], { facts: NO_FACTS }).counts.unknown_contract).toBe(2)
  })

  it('refuses the tape of another session', () => {
    expect(() => readerOf().read(tapeOf([{}], 'QQQ'))).toThrow(RangeError)
    expect(() => readerOf().read(tapeOf([{}], 'SPY', '2026-11-19'))).toThrow(RangeError)
  })
})
