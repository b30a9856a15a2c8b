import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnusualPrint } from '../../../../src/flow/contract/unusual-activity.ts'
import { flowPrint } from '../../../../src/flow/domain/flow-print.ts'
import type { FlowRow } from '../../../../src/flow/domain/flow-row.ts'
import { ALERT_TYPES } from '../../../../src/flow/domain/score/alert-rules.ts'
import { EVIDENCE, FACTORS } from '../../../../src/flow/domain/score/rarity-features.ts'
import { scoreBreakdown, unusualPrint } from '../../../../src/flow/domain/score/score-breakdown.ts'
import {
  ACCUMULATION_POINTS,
  COMBINATION_POINTS,
  FACTOR_POINTS,
  factorPoints,
  MAX_POINTS_TOGETHER,
  pointsTogether,
  roundToSum,
} from '../../../../src/flow/domain/score/unusual-score.ts'
import '../../../support/properties.ts'
import { CALL, factsOf, OTHER_CALL, PUT, rowOf, rowsOf, sessionOf } from '../../../support/market/flow-tape.ts'

function evidenceOf(ranks: readonly number[], joint = Number.NaN): number[] {
  const evidence = Array.from({ length: EVIDENCE.count }, () => Number.NaN)
  for (const [index, rank] of ranks.entries()) evidence[EVIDENCE.rank + index] = rank
  evidence[EVIDENCE.joint] = joint
  return evidence
}

const usualRow = rowOf({})
const someRank = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(Number.NaN))
const someRow = fc
  .record({
    ranks: fc.array(someRank, { minLength: 8, maxLength: 8 }),
    joint: someRank,
    buying: fc.option(
      fc.record({
        buys: fc.integer({ min: 1, max: 40 }),
        sells: fc.nat(10),
        over: fc.double({ min: -5, max: 5, noNaN: true }),
        odds: fc.oneof(fc.double({ min: -12, max: 8, noNaN: true }), fc.constant(Number.NaN)),
      }),
    ),
    premium: fc.constantFrom(100, 24_999, 25_000, 1_000_000, Number.NaN),
    alertTypes: fc.subarray([...ALERT_TYPES], { maxLength: 3 }),
    score: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ ranks, joint, buying, premium, alertTypes, score }): FlowRow => {
    const evidence = [...ranks, joint, ...usualRow.evidence.slice(EVIDENCE.usualSize)]
    evidence[EVIDENCE.buys] = buying?.buys ?? Number.NaN
    evidence[EVIDENCE.sells] = buying?.sells ?? Number.NaN
    evidence[EVIDENCE.overOpenInterest] = buying?.over ?? Number.NaN
    evidence[EVIDENCE.accumulation] = buying?.odds ?? Number.NaN
    // Without points nothing is rare.
    const unusualScore = pointsTogether(evidence, premium) > 0 ? score : 0
    return { ...usualRow, premium, evidence, alertTypes, rarity: unusualScore, unusualScore }
  })

describe('the points of the factors', () => {
  it('are those of the specification, 100 together', () => {
    expect(FACTOR_POINTS).toEqual({
      size: 17,
      premium: 17,
      volume_oi: 17,
      history: 17,
      execution: 10,
      order_type: 10,
      timing: 8,
      strike: 4,
    })
    expect(Object.values(FACTOR_POINTS).reduce((sum, points) => sum + points)).toBe(100)
  })

  it.each([
    [0, 0],
    [0.5, 0],
    [0.7495, 0.25],
    [0.999, 1],
    [1, 1],
    [Number.NaN, 0],
  ])('at rank %d are %d of the largest', (rank, share) => {
    const points = factorPoints(evidenceOf(FACTORS.map(() => rank)), 25_000)

    for (const [index, factor] of FACTORS.entries()) {
      expect(points[index], factor).toBeCloseTo(share * FACTOR_POINTS[factor], 9)
    }
  })

  it('of a premium below 25,000 are none', () => {
    const all = evidenceOf(FACTORS.map(() => 1))

    expect(pointsTogether(all, 24_999.99)).toBe(100 - 17)
    expect(pointsTogether(all, 25_000)).toBe(100)
    expect(pointsTogether(all, Number.NaN)).toBe(100 - 17)
  })

  it.each([
    [0.9, 0],
    [0.999, 2 / 3],
    [0.9999, 1],
    [1, 1],
  ])('of a combination at rank %d are %d of the largest', (rank, share) => {
    expect(pointsTogether(evidenceOf([], rank), 0)).toBeCloseTo(share * COMBINATION_POINTS, 9)
  })

  it.each([
    [-9, 0],
    [-6, 0],
    [-1, 0.5],
    [4, 1],
    [9, 1],
    [Number.NaN, 0],
  ])('of an accumulation whose odds have the logarithm %d are %d of the largest', (odds, share) => {
    const evidence = evidenceOf([])
    evidence[EVIDENCE.accumulation] = odds

    expect(pointsTogether(evidence, 0)).toBeCloseTo(share * ACCUMULATION_POINTS, 9)
    expect(factorPoints(evidence, 0).at(-1)).toBeCloseTo(share * ACCUMULATION_POINTS, 9)
  })

  it('never come to more than the range of the calibration', () => {
    const all = evidenceOf(
      FACTORS.map(() => 1),
      1,
    )
    all[EVIDENCE.accumulation] = 10

    expect(pointsTogether(all, 1_000_000)).toBe(MAX_POINTS_TOGETHER)
  })
})

describe('whole points', () => {
  it('round up the largest remainders', () => {
    expect(roundToSum([1.4, 2.5, 3.6], 8)).toEqual([1, 3, 4])
    expect(roundToSum([0.4, 0.4, 0.4], 1)).toEqual([1, 0, 0])
    expect(roundToSum([], 0)).toEqual([])
  })
})

describe('the breakdown of a score', () => {
  it('adds up to the score, whatever the ranks and patterns', () => {
    fc.assert(
      fc.property(someRow, (row) => {
        const parts = scoreBreakdown(row)
        const total = parts.reduce((sum, { points }) => sum + points, 0)

        expect(total).toBe(row.unusualScore)
        expect(parts.slice(0, 8).map(({ factor }) => factor)).toEqual([...FACTORS])
        for (const { factor, points, reason } of parts) {
          expect(points, factor).toBeGreaterThanOrEqual(0)
          expect(Number.isInteger(points), factor).toBe(true)
          expect(reason, factor).toMatch(/\.$/)
          expect(reason, factor).not.toMatch(/NaN|undefined|Infinity/)
        }
      }),
    )
  })

  it('divides the score in proportion to the points, and gives none to a pattern', () => {
    const row = rowOf({ size: 60, price: 5, bid: 4.9, ask: 5 })
    const given = factorPoints(row.evidence, row.premium)
    const together = pointsTogether(row.evidence, row.premium)

    expect(row.alertTypes).toEqual(['aggressive_call_buying'])
    expect(flowPrint(row).alert_base).toBe(85)
    expect(row.unusualScore).toBe(Math.floor(row.rarity))
    expect(given.reduce((sum, each) => sum + each, 0)).toBeCloseTo(together, 9)
    for (const [index, { points }] of scoreBreakdown(row).slice(0, FACTORS.length).entries()) {
      expect(Math.abs(points - ((given[index] ?? Number.NaN) * row.unusualScore) / together)).toBeLessThan(1)
    }
  })

  it('has sentences with the figures of the print', () => {
    const [row] = rowsOf([
      { ms: 0, exchange: 'C', size: 300, volume: 300 },
      { ms: 1, exchange: 'P', size: 700, volume: 1_000 },
    ])
    const reasons = Object.fromEntries(scoreBreakdown(row!).map(({ factor, reason }) => [factor, reason]))

    expect(reasons['size']).toMatch(/^1,000 contracts against a usual [\d.]+: more than [\d.]+ % of prints in deep/)
    expect(reasons['premium']).toMatch(/^Premium of USD 110,000 against a usual /)
    expect(reasons['volume_oi']).toMatch(/^Size is 10 %, volume 10 % of an open interest of 10,000: /)
    expect(reasons['order_type']).toMatch(/^Sweep of 2 prints on 2 exchanges: /)
    expect(reasons['execution']).toMatch(/^Price 1\.10 on 1\.00 × 1\.10, 1\.0 half spreads above the mid: /)
    expect(reasons['timing']).toMatch(/^390 minutes to the close: /)
    expect(reasons['strike']).toMatch(/^Delta 0\.\d\d, 7 days to expiry: /)
  })

  it.each([
    [0.57, '57'],
    [0.0123, '1.2'],
    [0.993, '99.3'],
    [0.9999999, '99.9'],
    [1, '100'],
  ])('says of a rank of %s in single precision that %s %% of prints are more common', (rank, percent) => {
    const evidence = usualRow.evidence.with(EVIDENCE.rank, Math.fround(rank))
    const [size] = scoreBreakdown({ ...usualRow, evidence })

    expect(size?.reason).toContain(`: more than ${percent} % of prints in`)
  })

  it('is part of an answer that its schema accepts', () => {
    const outcome = { return_pct_5m: 1, return_pct_30m: null, return_pct_1d: null }
    const print = unusualPrint(rowOf({ bid: Number.NaN, underlying: Number.NaN }), outcome)

    expect(UnusualPrint.parse(print)).toEqual(print)
  })
})

describe('the score of a session', () => {
  it('has a rank for the very first print', () => {
    const row = rowOf({ size: 400, price: 3 })

    for (const index of [0, 1, 2, 3, 5, 6, 7]) expect(row.evidence[EVIDENCE.rank + index]).not.toBeNaN()
    expect(row.rarity).toBeGreaterThan(rowOf({ size: 1 }).rarity)
  })

  it('rises with the size of the print', () => {
    const rarities = [1, 10, 100, 1_000, 10_000].map((size) => rowOf({ size }).rarity)

    expect(rarities).toEqual([...rarities].sort((a, b) => a - b))
  })

  it('compares with a print once no leg can join it any more, half a second later', () => {
    const usualAt = (ms: number) =>
      rowsOf([{ ms: 0, size: 900, condition: 'a' }, { ms }]).at(-1)?.evidence[EVIDENCE.usualSize]

    expect(usualAt(500)).toBe(rowOf({}).evidence[EVIDENCE.usualSize])
    expect(usualAt(501)).toBeGreaterThan(rowOf({}).evidence[EVIDENCE.usualSize] ?? 0)
  })

  it('rises from the third buy on of a contract out of the money that is bought steadily, and says so', () => {
    const ms = (place: number) => (30 + 9 * place) * 60_000
    const bought = Array.from({ length: 12 }, (_, place) => ({ ms: ms(place), contract: OTHER_CALL, size: 15 }))
    const sold = { ms: ms(12), contract: OTHER_CALL, size: 15, price: 1 }
    // What else trades of the symbol.
    const others = { ms: 0, contract: PUT, size: 20_000, condition: 'e' }
    const rows = rowsOf([others, ...bought, sold], { facts: factsOf({ openInterest: 500 }) }).slice(1)
    const parts = rows.map((row) => scoreBreakdown(row).find(({ factor }) => factor === 'accumulation'))

    expect(parts.slice(0, 2)).toEqual([undefined, undefined])
    const steady = rows.map(({ evidence, premium }) => factorPoints(evidence, premium).at(-1) ?? Number.NaN)
    expect(steady[2]).toBeGreaterThan(0)
    expect(steady[11]).toBeGreaterThan(1.2 * (steady[2] ?? Number.NaN))
    expect(steady[11]).toBeGreaterThan(ACCUMULATION_POINTS / 3)
    expect(parts[11]?.points).toBeGreaterThan(20)
    expect(parts[11]?.reason).toBe(
      'The contract and the strikes next to it were bought 12 times and sold 0 times in this session, the contract on balance 36 % of its open interest.',
    )
    // Who sells gathers nothing.
    expect(parts[12]).toBeUndefined()
  })

  it('does not rise with steady buying of what is deep in the money or expires today', () => {
    const twelve = (contract: string) =>
      rowsOf(
        Array.from({ length: 12 }, () => ({ contract, size: 200, underlying: 540, price: 41, bid: 40.9, ask: 41 })),
      )
    for (const contract of [CALL, 'SPY   261120C00560000']) {
      const reasons = scoreBreakdown(twelve(contract).at(-1)!).map(({ factor }) => factor)
      expect(reasons, contract).not.toContain('accumulation')
    }
  })

  it('gets used to what comes again and again', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ms: 1_000 * index, size: 100 }))
    const rows = sessionOf(many).rows

    expect(rows.at(-1)?.optionSymbol).toBe(CALL)
    expect(rows.at(-1)?.evidence[EVIDENCE.rank]).toBeLessThan(0.7)
    expect(rows[0]?.evidence[EVIDENCE.rank]).toBeGreaterThan(0.99)
  })
})
