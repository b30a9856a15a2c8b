import { expect, it } from 'vitest'
import type { FlowRow } from '../../../../src/flow/domain/flow-row.ts'
import { plainRow, RowPacker } from '../../../../src/flow/domain/tape/packed-rows.ts'
import { mix, uniform } from '../../../../src/lib/math/seeded-random.ts'

const ROW: FlowRow = {
  id: '20261120-SPY-7',
  sequence: 7,
  symbol: 'SPY',
  sessionDate: '2026-11-20',
  executedAtMs: Date.parse('2026-11-20T15:30:00.125Z'),
  optionSymbol: 'SPY   261218C00700000',
  optionType: 'call',
  strike: 700,
  expirationDate: '2026-12-18',
  dte: 28,
  side: 'above_ask',
  price: 1.2345,
  bid: Number.NaN,
  ask: 1.2,
  size: 1_000_000,
  premium: 123_450_000.5,
  underlyingPrice: 690.01,
  impliedVolatility: 0.1 + 0.2,
  volatilityReason: '',
  delta: -0.25,
  openInterest: Number.NaN,
  volume: 4_000_000_000,
  tradeType: 'sweep',
  sentiment: 'bearish',
  aggressor: -1,
  lowQuality: true,
  legs: 3,
  exchanges: 2,
  alertTypes: ['aggressive_call_buying', 'whale_trade', 'repeated_activity'],
  unusualScore: 97,
  rarity: 97.25,
  evidence: Array.from({ length: 18 }, (_, index) => (index % 5 === 0 ? Number.NaN : Math.fround(index / 3))),
}

/** Rows that differ in everything that a row has of its own. */
const rowAt = (sequence: number): FlowRow => ({
  ...ROW,
  id: `20261120-SPY-${sequence.toString(36)}`,
  sequence,
  price: sequence / 7,
  side: sequence % 2 ? 'mid' : 'below_bid',
  volatilityReason: sequence % 3 ? '' : `reason ${sequence % 4}`,
  alertTypes: sequence % 5 ? [] : ['iv_spike'],
  evidence: sequence % 2 ? [] : [sequence],
})

/** A row as tapes have it: prices in cents, volatility and evidence in single precision, few alert types. */
function typicalAt(sequence: number): FlowRow {
  const share = (key: number) => uniform(mix(key, sequence))
  const price = Math.round(100 + 900 * share(1)) / 100
  const size = Math.ceil(100 * share(2))
  return {
    ...ROW,
    sequence,
    executedAtMs: ROW.executedAtMs + 173 * sequence,
    ...{ price, bid: Math.round(100 * price - 2) / 100, ask: Math.round(100 * price + 3) / 100 },
    ...{ size, premium: Math.round(100 * price) * size, openInterest: Math.ceil(20_000 * share(3)) },
    underlyingPrice: Math.round(100 * (690 + share(4))) / 100,
    impliedVolatility: Math.fround(share(5)),
    delta: Math.fround(share(6)),
    volume: Math.ceil(5_000 * share(7)),
    alertTypes: [],
    unusualScore: Math.floor(100 * share(8)),
    rarity: 100 * share(9),
    evidence: Array.from({ length: 19 }, (_, index) => (index < 12 ? Math.fround(share(10 + index)) : Number.NaN)),
  }
}

it('gives every field of a row back, to the last bit', () => {
  const packed = new RowPacker().pack(ROW)

  expect(plainRow(packed)).toEqual(ROW)
  expect(JSON.parse(JSON.stringify(packed))).toEqual(JSON.parse(JSON.stringify(ROW)))
})

it('keeps rows apart, over many blocks', () => {
  const packer = new RowPacker()
  const rows = Array.from({ length: 1_000 }, (_, index) => rowAt(index))
  const packed = rows.map((row) => packer.pack(row))

  expect(packed.map(plainRow)).toEqual(rows)
})

it('is not changed by a later version of the same row', () => {
  const packer = new RowPacker()
  const first = packer.pack(ROW)
  const second = packer.pack({ ...ROW, size: 1, side: 'mid' })

  expect(plainRow(first)).toEqual(ROW)
  expect(plainRow(second)).toEqual({ ...ROW, size: 1, side: 'mid' })
})

it('keeps a row of a session in 130 bytes outside of the heap', () => {
  const packer = new RowPacker()
  const before = process.memoryUsage().arrayBuffers

  const packed = Array.from({ length: 10_000 }, (_, index) => packer.pack(typicalAt(index)))

  expect((process.memoryUsage().arrayBuffers - before) / packed.length).toBeLessThan(130)
})

it('compares rows in tests by their fields', () => {
  const packer = new RowPacker()

  expect(packer.pack(ROW)).toEqual(packer.pack(ROW))
  expect(packer.pack(ROW)).toEqual(ROW)
  expect(packer.pack(ROW)).not.toEqual(packer.pack({ ...ROW, size: 1 }))
  expect([packer.pack(ROW)]).not.toEqual([{ ...ROW, rarity: 1 }])
})
