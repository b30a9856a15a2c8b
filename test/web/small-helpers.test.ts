import { describe, expect, it } from 'vitest'
import { flowLines } from '../../src/web/flow/net-flow-lines.ts'
import { comparedReports, largestMove, movesWithin, moveTrack } from '../../src/web/symbol/events/earnings-moves.ts'
import { dateAt, rowsByExpiration, rowsByStrike } from '../../src/web/symbol/levels/exposure-rows.ts'
import {
  premiumWords,
  rankWords,
  skewWords,
  stateWords,
  wingWords,
} from '../../src/web/symbol/volatility/volatility-words.ts'
import { placeOnTrack } from '../../src/web/trade-ideas/idea-track.ts'

describe('moves of earnings', () => {
  const reports = [
    { expected_move_pct: 5, actual_move_pct: -4 },
    { expected_move_pct: 5, actual_move_pct: 10 },
    { expected_move_pct: 6, actual_move_pct: null },
  ]

  it('are counted where both are known', () => {
    expect(movesWithin(reports)).toEqual({ within: 1, knownCount: 2 })
  })

  it('compares reports whose implied and actual move are known', () => {
    const known = { report_move_absolute_pct: 4, actual_move_pct: -6, crush_pct: -30, implied_over_actual: 0.67 }
    const compared = comparedReports([known, { ...known, actual_move_pct: null }, { actual_move_pct: 2 }])

    expect(compared).toEqual([{ ...known, implied: 4, actual: -6 }])
    expect(largestMove(compared)).toBe(6)
  })

  it('stand on one track, which the largest of them fills', () => {
    const track = moveTrack(reports)

    expect(track(5, 10)).toEqual({ '--expected': '50%', '--actual': '100%' })
    expect(track(5, -5)).toEqual({ '--expected': '50%', '--actual': '25%' })
    expect(track(null, null)).toEqual({ '--expected': '0%', '--actual': '50%' })
  })
})

describe('groups of exposure', () => {
  const group = (strike: number | null, date: string | null) => ({ strike, expiration_date: date })

  it('are the strikes near the price, in their order', () => {
    const rows = rowsByStrike([group(110, null), group(90, null), group(50, null), group(null, '2026-11-20')], 100)

    expect(rows.map(({ strike }) => strike)).toEqual([90, 110])
  })

  it('are all strikes where the price is unknown', () => {
    expect(rowsByStrike([group(50, null)], null)).toHaveLength(1)
  })

  it('name their places by dates, and nothing between them', () => {
    const rows = rowsByExpiration([group(null, '2026-11-20'), group(null, '2026-12-18')])

    expect([0, 0.5, 1, 2].map(dateAt(rows))).toEqual(['Nov 20', '', 'Dec 18', ''])
  })
})

describe('the way of an idea', () => {
  it.each([
    ['bullish, at the stop', { stop_price: 90, target_price: 110 }, 90, 0],
    ['bullish, half way', { stop_price: 90, target_price: 110 }, 100, 0.5],
    ['bearish, near the target', { stop_price: 110, target_price: 90 }, 92, 0.9],
    ['beyond its end', { stop_price: 90, target_price: 110 }, 150, 1],
    ['without a way', { stop_price: 90, target_price: 90 }, 90, 0],
  ])('%s', (_name, levels, price, place) => {
    expect(placeOnTrack(levels, price)).toBeCloseTo(place, 12)
  })
})

describe('flow over time', () => {
  const buckets = [
    { net_call_premium: 5, net_put_premium: -1 },
    { net_call_premium: -2, net_put_premium: 4 },
  ]

  it('is each bucket, or all up to it', () => {
    expect(flowLines(buckets, false)).toEqual({ calls: [5, -2], puts: [-1, 4] })
    expect(flowLines(buckets, true)).toEqual({ calls: [5, 3], puts: [-1, 3] })
  })
})

describe('volatility in words', () => {
  it('says what is dear against what', () => {
    expect(premiumWords(0.024)).toBe('Implied volatility is 2.4 points above the realized volatility of 30 sessions.')
    expect(premiumWords(-0.01)).toContain('1.0 points below')
    expect(skewWords(-0.066)).toContain('25-delta puts are 6.6 points above')
    expect(skewWords(0.01)).toContain('25-delta calls are 1.0 points above')
    expect(wingWords(-0.002)).toContain('0.2 points below')
    expect(rankWords(80)).toContain('expensive')
    expect(rankWords(10)).toContain('cheap')
    expect(stateWords('backwardation')).toMatch(/^Backwardation/)
  })

  it('says where something is not known', () => {
    for (const words of [premiumWords(null), rankWords(null), skewWords(null)])
      expect(words).toMatch(/unknown|too poor|Too few/)
    expect(wingWords(null)).toBe('')
  })
})
