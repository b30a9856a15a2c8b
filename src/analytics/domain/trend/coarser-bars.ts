import { addDays, weekdayOf } from '../../../lib/time/civil-date.ts'
import type { PriceHistory } from '../../contract/price-history.ts'
import { AUTO_BARS, BAR_SIZES, type BarSize } from './bar-sizes.ts'

type Row = PriceHistory['data'][number]

interface CoarserBars {
  readonly bars: BarSize
  readonly data: Row[]
}

const PERIOD_OF: Readonly<Record<BarSize, (date: string) => string>> = {
  day: (date) => date,
  week: (date) => addDays(date, -weekdayOf(date)),
  month: (date) => date.slice(0, 7),
  quarter: (date) => `${date.slice(0, 4)} ${Math.floor((Number(date.slice(5, 7)) - 1) / 3)}`,
  year: (date) => date.slice(0, 4),
}

/**
 * Daily rows, in date order, as bars of a calendar week (from Sunday), month, quarter or year in New York. A bar has the
 * date, close and drawdown of its last day, the open of its first, the extremes and the volume of all, and their
 * compounded return; unknown where one of them is. `auto` takes the shortest bars of which there are at most 24, else years.
 */
export function coarserBars(rows: readonly Row[], size: BarSize | 'auto'): CoarserBars {
  if (size !== 'auto') return { bars: size, data: merged(rows, size) }
  const fitting = BAR_SIZES.find((each) => new Set(rows.map(({ date }) => PERIOD_OF[each](date))).size <= AUTO_BARS)
  return coarserBars(rows, fitting ?? 'year')
}

function merged(rows: readonly Row[], size: BarSize): Row[] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const period = PERIOD_OF[size](row.date)
    const group = groups.get(period)
    if (group) group.push(row)
    else groups.set(period, [row])
  }
  return [...groups.values()].map((group) => (group.length === 1 ? group[0] : oneBar(group)))
}

function oneBar(group: readonly [Row, ...Row[]]): Row {
  const [first] = group
  const { date, close, drawdown_pct } = group.at(-1) ?? first
  const growth = combined(group, 'return_pct', (total, change) => (total * (100 + change)) / 100, 1)
  return {
    date,
    open: first.open,
    high: combined(group, 'high', Math.max, Number.NEGATIVE_INFINITY),
    low: combined(group, 'low', Math.min, Number.POSITIVE_INFINITY),
    close,
    volume: combined(group, 'volume', (total, volume) => total + volume, 0),
    return_pct: growth === null ? null : 100 * (growth - 1),
    drawdown_pct,
  }
}

type Figure = 'high' | 'low' | 'volume' | 'return_pct'

function combined(
  group: readonly Row[],
  figure: Figure,
  step: (total: number, value: number) => number,
  start: number,
): number | null {
  let total = start
  for (const { [figure]: value } of group) {
    if (value === null) return null
    total = step(total, value)
  }
  return total
}
