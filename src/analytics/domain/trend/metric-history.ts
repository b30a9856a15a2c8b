/** A daily metric of a symbol by session: its change, and its place among the sessions before. */
import { orNull } from '../../../lib/math/numbers.ts'
import type { MetricHistory } from '../../contract/metric-history.ts'
import { ivRank } from '../smile/iv-rank.ts'

/** Sessions that a percentile looks back, and the fewest for one. */
export const PERCENTILE_SESSIONS = 252
const FEWEST = 10

/** One session; NaN is unknown. */
export interface SessionValue {
  readonly date: string
  readonly value: number
}

/**
 * The last `sessions` of a series in date order, which may be longer: percentiles use up to 252 known values before
 * each session. Percentile = share in % of these that are strictly lower, as `iv_percentile`; null with fewer than 10.
 * Change = value − the last known value before.
 */
export function metricHistory(
  series: readonly SessionValue[],
  sessions: number,
): Pick<MetricHistory, 'data' | 'summary'> {
  const start = Math.max(0, series.length - sessions)
  const known: number[] = []
  const data: MetricHistory['data'] = []
  let compared = 0
  for (const [index, { date, value }] of series.entries()) {
    const before = known.slice(-PERCENTILE_SESSIONS)
    if (index >= start) {
      compared = before.length
      data.push({
        date,
        value: orNull(value),
        change: orNull(value - (known.at(-1) ?? Number.NaN)),
        percentile: percentile(value, before),
      })
    }
    if (!Number.isNaN(value)) known.push(value)
  }
  return { data, summary: summaryOf(data, compared) }
}

/** The IV rank of each of the last `sessions` of a series of IV30, each among the year up to it. */
export function rankSeries(iv30: readonly SessionValue[], sessions: number): SessionValue[] {
  const values = iv30.map(({ value }) => value)
  const start = Math.max(0, iv30.length - sessions)
  return iv30.slice(start).map(({ date }, index) => {
    const year = values.slice(Math.max(0, start + index - PERCENTILE_SESSIONS), start + index + 1)
    return { date, value: ivRank(year).answer.iv_rank ?? Number.NaN }
  })
}

function percentile(value: number, before: readonly number[]): number | null {
  if (Number.isNaN(value) || before.length < FEWEST) return null
  return (100 * before.filter((each) => each < value).length) / before.length
}

function summaryOf(data: MetricHistory['data'], compared: number): MetricHistory['summary'] {
  const last = data.at(-1)
  const known = data.flatMap(({ date, value }) => (value === null ? [] : [{ date, value }]))
  const sorted = known.toSorted((a, b) => a.value - b.value)
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  return {
    value: last?.value ?? null,
    change: last?.change ?? null,
    window_change: orNull((last?.value ?? Number.NaN) - (known[0]?.value ?? Number.NaN)),
    percentile: last?.percentile ?? null,
    percentile_sessions: compared,
    lowest: lowest?.value ?? null,
    lowest_date: lowest?.date ?? null,
    highest: highest?.value ?? null,
    highest_date: highest?.date ?? null,
  }
}
