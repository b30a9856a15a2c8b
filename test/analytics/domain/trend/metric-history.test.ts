import { describe, expect, it } from 'vitest'
import { metricHistory, rankSeries, type SessionValue } from '../../../../src/analytics/domain/trend/metric-history.ts'
import { addDays } from '../../../../src/lib/time/civil-date.ts'

const series = (values: readonly number[]): SessionValue[] =>
  values.map((value, day) => ({ date: addDays('2026-01-01', day), value }))
const rising = (count: number) => series(Array.from({ length: count }, (_, day) => day))

describe('the history of a metric', () => {
  it('has the last sessions in date order, each with its change and percentile among those before', () => {
    const { data } = metricHistory(series([...Array.from({ length: 10 }, (_, day) => day), 4.5, 20]), 2)

    expect(data).toEqual([
      { date: '2026-01-11', value: 4.5, change: -4.5, percentile: 50 },
      { date: '2026-01-12', value: 20, change: 15.5, percentile: 100 },
    ])
  })

  it('summarizes the last session and the rows', () => {
    const { summary } = metricHistory(series([...Array.from({ length: 10 }, () => 9), 3, 8, 5]), 3)

    expect(summary).toEqual({
      value: 5,
      change: -3,
      window_change: 2,
      percentile: expect.closeTo(100 / 12, 9),
      percentile_sessions: 12,
      lowest: 3,
      lowest_date: '2026-01-11',
      highest: 8,
      highest_date: '2026-01-12',
    })
  })

  it('compares with strictly lower values of at most 252 sessions, and of no fewer than 10', () => {
    expect(metricHistory(rising(10), 1).summary).toMatchObject({ percentile: null, percentile_sessions: 9 })
    expect(metricHistory(rising(11), 1).summary).toMatchObject({ percentile: 100, percentile_sessions: 10 })
    expect(metricHistory(rising(300), 1).summary).toMatchObject({ percentile: 100, percentile_sessions: 252 })
    expect(metricHistory(series(Array.from({ length: 20 }, () => 1)), 1).summary.percentile).toBe(0)
  })

  it('keeps an unknown session as a row, and measures changes across it', () => {
    const { data, summary } = metricHistory(series([1, Number.NaN, 4]), 3)

    expect(data.map(({ value, change }) => [value, change])).toEqual([
      [1, null],
      [null, null],
      [4, 3],
    ])
    expect(summary).toMatchObject({ window_change: 3, lowest: 1, percentile_sessions: 1 })
    expect(metricHistory(series([Number.NaN]), 5).summary).toMatchObject({ value: null, lowest_date: null })
    expect(metricHistory([], 5)).toMatchObject({ data: [], summary: { value: null, percentile_sessions: 0 } })
  })

  it('ranks each session in its own year, and none before there are 60', () => {
    const ranks = rankSeries([...rising(400), { date: '2027-06-01', value: 273.5 }], 2)

    expect(ranks.map(({ value }) => value)).toEqual([100, expect.closeTo((100 * (273.5 - 149)) / (399 - 149), 9)])
    expect(rankSeries(rising(61), 3).map(({ value }) => value)).toEqual([Number.NaN, 100, 100])
  })
})
