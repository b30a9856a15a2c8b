import { describe, expect, it } from 'vitest'
import { SupportResistance } from '../../../../src/analytics/contract/support-resistance.ts'
import { LEVEL_METHODS } from '../../../../src/analytics/domain/levels/level-candidate.ts'
import { pivots } from '../../../../src/analytics/domain/levels/pivots.ts'
import { supportResistance } from '../../../../src/analytics/domain/levels/support-resistance.ts'
import { swingLevels } from '../../../../src/analytics/domain/levels/swing-levels.ts'
import { volumeProfile } from '../../../../src/analytics/domain/levels/volume-profile.ts'
import { dailyBars } from '../../../support/factories.ts'

/** A market that swings between 100 and 110 every ten sessions. */
const swinging = dailyBars(Array.from({ length: 81 }, (_, day) => 105 - 5 * Math.cos((Math.PI * day) / 10))).map(
  (bar) => ({ ...bar, high: bar.close + 0.5, low: bar.close - 0.5 }),
)

describe('swing levels', () => {
  it('gathers the turns at the top and at the bottom of a range', () => {
    const levels = swingLevels(swinging, 1)

    expect(levels.map(({ price }) => price.toFixed(1))).toEqual(['99.5', '110.5'])
    expect(Math.max(...levels.map(({ strength }) => strength))).toBeCloseTo(0.8, 12)
  })

  it('trusts a recent turn more than an old one, and a busy one more than a quiet one', () => {
    const bars = dailyBars([100, 101, 102, 110, 102, 101, 100, 101, 102, 120, 102, 101, 100])
    const strengths = (of: typeof bars) =>
      Object.fromEntries(swingLevels(of, 1).map(({ price, strength }) => [price, strength]))

    const quiet = strengths(bars)
    const busy = strengths(bars.map((bar) => (bar.close === 110 ? { ...bar, volume: 5000 } : bar)))

    expect(quiet[120]).toBeGreaterThan(quiet[110]!)
    expect(busy[110]).toBeGreaterThan(busy[120]!)
  })

  it('finds nothing in a market without turns', () => {
    expect(swingLevels(dailyBars([100, 101, 102, 103, 104, 105, 106, 107]), 1)).toEqual([])
    expect(swingLevels([], 1)).toEqual([])
  })
})

describe('the volume profile', () => {
  it('finds the price where most shares changed hands', () => {
    const bars = dailyBars([100, 105, 105, 105, 110]).map((bar) => ({ ...bar, low: bar.close, high: bar.close + 0.05 }))

    const profile = volumeProfile(bars, 1)!

    expect(profile.pointOfControl).toBeCloseTo(105.05, 9)
    expect(profile.valueAreaLow).toBeLessThanOrEqual(profile.pointOfControl)
    expect(profile.valueAreaHigh).toBeGreaterThanOrEqual(profile.pointOfControl)
  })

  it('is unknown without volume', () => {
    expect(
      volumeProfile(
        dailyBars([100, 101]).map((bar) => ({ ...bar, volume: Number.NaN })),
        1,
      ),
    ).toBeNull()
  })
})

describe('support and resistance', () => {
  const question = { bars: swinging, underlyingPrice: 105, methods: LEVEL_METHODS }

  it('puts what lies below the price under support, nearest first', () => {
    const { answer } = supportResistance(question)

    expect(answer.support.length).toBeGreaterThan(0)
    expect(answer.support.every(({ price, distance_pct }) => price < 105 && distance_pct < 0)).toBe(true)
    expect(answer.resistance.every(({ price }) => price >= 105)).toBe(true)
    expect(answer.support.map(({ price }) => price)).toEqual(
      answer.support.map(({ price }) => price).toSorted((a, b) => b - a),
    )
    expect(SupportResistance.parse(answer)).toEqual(answer)
  })

  it('merges levels that meet: the sources add up, the strengths compound', () => {
    const candidates = [
      { price: 120, strength: 0.5, source: 'gamma' as const },
      { price: 120.1, strength: 0.5, source: 'dark_pool' as const },
      { price: 125, strength: 0.2, source: 'gamma' as const },
    ]

    const { answer } = supportResistance({ ...question, methods: ['gamma', 'dark_pool'], candidates })

    expect(answer.resistance).toEqual([
      {
        price: expect.closeTo(120.05, 9),
        strength: 0.75,
        distance_pct: expect.closeTo(14.333333, 5),
        touches: 0,
        sources: ['gamma', 'dark_pool'],
      },
      expect.objectContaining({ price: 125, sources: ['gamma'] }),
    ])
  })

  it('counts the bars that came near and turned', () => {
    const { answer } = supportResistance({
      ...question,
      methods: ['gamma'],
      candidates: [{ price: 110.55, strength: 0.5, source: 'gamma' }],
    })

    expect(answer.resistance[0]?.touches).toBe(4)
  })

  it('answers nothing, and says why, without a price of the underlying', () => {
    const { answer, warnings } = supportResistance({ ...question, underlyingPrice: Number.NaN })

    expect({ support: answer.support, resistance: answer.resistance }).toEqual({ support: [], resistance: [] })
    expect(warnings).toEqual(['No levels: the price of the underlying is unknown.'])
  })

  it('says that it could not measure the usual move of a young listing', () => {
    const { answer, warnings } = supportResistance({ ...question, bars: swinging.slice(0, 5) })

    expect(answer.pivots?.date).toBe(swinging[4]!.date)
    expect(warnings).toEqual(['Fewer than 15 sessions of prices: levels are merged within 0.25 % instead of 0.25 ATR.'])
  })
})

describe('pivots', () => {
  it('follow the three recipes', () => {
    const day = pivots({ date: '2026-01-05', open: 100, high: 112, low: 100, close: 109, volume: 1 })!

    expect(day.classic).toEqual({ p: 107, r1: 114, s1: 102, r2: 119, s2: 95, r3: 126, s3: 90 })
    expect(day.camarilla.r4).toBeCloseTo(109 + 6.6, 12)
    expect(day.fibonacci.s2).toBeCloseTo(107 - 0.618 * 12, 12)
  })

  it('are unknown when a price of the day is', () => {
    expect(pivots({ date: '2026-01-05', open: 100, high: Number.NaN, low: 100, close: 109, volume: 1 })).toBeNull()
  })
})
