import { describe, expect, it } from 'vitest'
import { ideaLines } from '../../../src/web/charts/idea-lines.ts'
import {
  collapsedLabels,
  expectedCone,
  levelLines,
  optionLines,
  quantilePath,
  rangeWithLines,
} from '../../../src/web/charts/price-lines.ts'

describe('levels over candles', () => {
  it('are the strongest of each side, in the order of their prices', () => {
    const lines = levelLines(
      {
        support: [
          { price: 99, strength: 0.1 },
          { price: 95, strength: 0.8 },
          { price: 90, strength: 0.5 },
        ],
        resistance: [{ price: 101, strength: 0.3 }],
      },
      2,
    )

    expect(lines.map(({ price, title }) => [price, title])).toEqual([
      [90, 'Support, strength 0.50'],
      [95, 'Support, strength 0.80'],
      [101, 'Resistance, strength 0.30'],
    ])
  })

  it('look the heavier the stronger they are', () => {
    const lines = levelLines(
      { support: [0.2, 0.5, 0.9].map((strength) => ({ price: 100 * strength, strength })), resistance: [] },
      3,
    )

    expect(lines.map(({ width, stroke }) => `${width} ${stroke}`)).toEqual(['1 dotted', '1 dashed', '2 dashed'])
  })
})

describe('lines of options', () => {
  it('leave out what is unknown', () => {
    const lines = optionLines({ call_wall: 110, put_wall: null, gamma_flip: 98.5, max_pain: null })

    expect(lines.map(({ title }) => title)).toEqual(['Call wall', 'Flip'])
  })

  it('are one line where two of them meet', () => {
    const lines = optionLines({ call_wall: 100, put_wall: 90, gamma_flip: null, max_pain: 100 })

    expect(lines.map(({ title, price }) => [title, price])).toEqual([
      ['Call wall, max pain', 100],
      ['Put wall', 90],
    ])
  })
})

describe('the cone of expected moves', () => {
  const points = [
    { expiration_date: '2026-11-27', expected_move: 10 },
    { expiration_date: '2026-12-04', expected_move: 20 },
  ]
  // A Friday
  const start = { price: 100, date: '2026-11-20' }

  it('begins at the price and reaches the expected moves at the expirations', () => {
    const cone = expectedCone(points, { ...start, days: 14 })

    expect(cone[0]).toEqual({ date: '2026-11-20', high: 100, low: 100 })
    expect(cone.find(({ date }) => date === '2026-11-27')).toEqual({ date: '2026-11-27', high: 110, low: 90 })
    expect(cone.at(-1)).toEqual({ date: '2026-12-04', high: 120, low: 80 })
  })

  it('grows with the root of time between them', () => {
    const cone = expectedCone(points, { ...start, days: 14 })

    const tuesday = cone.find(({ date }) => date === '2026-12-01')
    // Four of seven days from a variance of 100 to one of 400
    expect(tuesday?.high).toBeCloseTo(100 + Math.sqrt(100 + (300 * 4) / 7), 10)
  })

  it('has no weekends, and ends with the last expiration', () => {
    const cone = expectedCone(points, { ...start, days: 60 })

    expect(cone.map(({ date }) => date)).not.toContain('2026-11-21')
    expect(cone.map(({ date }) => date)).not.toContain('2026-11-22')
    expect(cone.at(-1)?.date).toBe('2026-12-04')
  })

  it('is empty where no move is known', () => {
    expect(expectedCone([{ expiration_date: '2026-11-27', expected_move: null }], { ...start, days: 9 })).toEqual([])
    expect(expectedCone([{ expiration_date: '2026-11-20', expected_move: 3 }], { ...start, days: 9 })).toEqual([])
  })
})

describe('a quantile over the days ahead', () => {
  const cone = [
    { expiration_date: '2026-11-27', quantiles: [90, 110] },
    { expiration_date: '2026-12-04', quantiles: [80, 125] },
  ]
  // A Friday
  const start = { price: 100, date: '2026-11-20' }

  it('begins at the price and is that of each expiration, without weekends', () => {
    const points = quantilePath(cone, 1, { ...start, days: 30 })
    const at = (date: string) => points.find((point) => point.date === date)?.price

    expect(points[0]).toEqual({ date: '2026-11-20', price: 100 })
    expect(at('2026-11-27')).toBeCloseTo(110, 10)
    expect(points.at(-1)?.date).toBe('2026-12-04')
    expect(at('2026-12-04')).toBeCloseTo(125, 10)
    expect(at('2026-11-21')).toBeUndefined()
  })

  it('moves with the root of time, in logarithms', () => {
    const [, , , wednesday] = quantilePath(cone, 0, { ...start, days: 5 })

    expect(wednesday?.date).toBe('2026-11-25')
    expect(wednesday?.price).toBeCloseTo(100 * (90 / 100) ** Math.sqrt(5 / 7), 10)
  })

  it('is empty without an expiration ahead, and for a quantile that is none', () => {
    expect(quantilePath([{ expiration_date: '2026-11-20', quantiles: [90, 110] }], 0, { ...start, days: 9 })).toEqual(
      [],
    )
    expect(quantilePath(cone, 7, { ...start, days: 9 })).toEqual([])
  })
})

describe('the range of a chart', () => {
  it('is widened to lines that lie near the candles, and not to those far out', () => {
    expect(rangeWithLines({ low: 100, high: 120 }, [92, 80, 128, 200])).toEqual({ low: 92, high: 128 })
  })

  it('stays where no line is drawn', () => {
    expect(rangeWithLines({ low: 100, high: 120 }, [])).toEqual({ low: 100, high: 120 })
  })
})

describe('lines of a trade idea', () => {
  const prices = { entry_price: 100, target_price: 110, stop_price: 95, exit_price: null }

  it('name target and stop, and the exit once there is one', () => {
    expect(ideaLines({ ...prices, direction: 'bullish' }).map(({ title }) => title)).toEqual([
      'Target',
      'Entry',
      'Stop',
    ])
    expect(ideaLines({ ...prices, direction: 'bullish', exit_price: 110 }).at(-1)).toMatchObject({
      title: 'Exit',
      price: 110,
    })
  })

  it('are the ends of a range for a neutral one', () => {
    expect(ideaLines({ ...prices, direction: 'neutral' }).map(({ title }) => title)).toEqual([
      'Upper end',
      'Entry',
      'Lower end',
    ])
  })
})

describe('the labels of lines', () => {
  const solid = (title: string) => ({ title, width: 2, stroke: 'solid' }) as const
  const weak = (title: string) => ({ title, width: 1, stroke: 'dotted' }) as const

  it('are one for lines that would cover each other, with the number of the others', () => {
    const lines = [weak('Support'), solid('Flip'), weak('Resistance'), solid('Call wall')]

    expect(collapsedLabels(lines, [100, 104, 109, 160], 14).map(({ title }) => title)).toEqual([
      null,
      'Flip +2',
      null,
      'Call wall',
    ])
  })

  it('never chain: a label stays within its height of the lines that it names', () => {
    const lines = [weak('a'), weak('b'), weak('c'), weak('d')]

    expect(collapsedLabels(lines, [0, 10, 20, 30], 14).map(({ title }) => title)).toEqual(['a +1', null, 'c +1', null])
  })

  it('never cover each other, wherever the important lines are', () => {
    const lines = [weak('a'), solid('Flip'), solid('Wall'), weak('d')]
    const places = [0, 13, 14, 27]
    const shown = collapsedLabels(lines, places, 14).flatMap(({ title }, index) =>
      title === null ? [] : [places[index]],
    )

    expect(shown.every((place, at) => at === 0 || (place ?? 0) - (shown[at - 1] ?? 0) >= 14)).toBe(true)
    expect(shown).toEqual([13, 27])
  })

  it('are absent for lines outside of the chart', () => {
    expect(collapsedLabels([solid('Flip'), solid('Wall')], [null, 10], 14).map(({ title }) => title)).toEqual([
      null,
      'Wall',
    ])
  })
})
