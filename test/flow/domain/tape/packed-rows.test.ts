import { expect, it } from 'vitest'
import type { FlowRow } from '../../../../src/flow/domain/flow-row.ts'
import { plainRow, RowPacker } from '../../../../src/flow/domain/tape/packed-rows.ts'

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

it('compares rows in tests by their fields', () => {
  const packer = new RowPacker()

  expect(packer.pack(ROW)).toEqual(packer.pack(ROW))
  expect(packer.pack(ROW)).toEqual(ROW)
  expect(packer.pack(ROW)).not.toEqual(packer.pack({ ...ROW, size: 1 }))
  expect([packer.pack(ROW)]).not.toEqual([{ ...ROW, rarity: 1 }])
})
