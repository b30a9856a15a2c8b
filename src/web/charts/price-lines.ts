/** Lines over the candles of a price chart: levels, walls, and the expected move. */
import { addDays, daysBetween, weekdayOf } from '../../lib/time/civil-date.ts'

export interface PriceLine {
  /** USD per share. */
  readonly price: number
  readonly title: string
  readonly colour: 'ink' | 'soft' | 'accent' | 'warm' | 'cool' | 'up' | 'down'
  readonly width: 1 | 2
  readonly stroke: 'solid' | 'dashed' | 'dotted'
}

interface Level {
  readonly price: number
  /** 0 to 1. */
  readonly strength: number
}

const STRONG = 0.7
const FAIR = 0.4

/** The strongest levels of each side, wider if stronger, sorted by price. */
export function levelLines(
  { support, resistance }: { readonly support: readonly Level[]; readonly resistance: readonly Level[] },
  mostPerSide: number,
): PriceLine[] {
  return [...strongest(support, mostPerSide, 'Support'), ...strongest(resistance, mostPerSide, 'Resistance')].sort(
    (a, b) => a.price - b.price,
  )
}

function strongest(levels: readonly Level[], max: number, side: 'Support' | 'Resistance'): PriceLine[] {
  return levels
    .toSorted((a, b) => b.strength - a.strength)
    .slice(0, max)
    .map(({ price, strength }) => ({
      price,
      title: `${side}, strength ${strength.toFixed(2)}`,
      colour: 'soft',
      width: strength >= STRONG ? 2 : 1,
      stroke: strength >= FAIR ? 'dashed' : 'dotted',
    }))
}

interface OptionLevels {
  readonly call_wall: number | null
  readonly put_wall: number | null
  readonly gamma_flip: number | null
  readonly max_pain: number | null
}

/** Option levels of the price; unknown ones are omitted, equal ones are merged. */
export function optionLines(levels: OptionLevels): PriceLine[] {
  const known = [
    { price: levels.call_wall, title: 'Call wall', colour: 'up' },
    { price: levels.put_wall, title: 'Put wall', colour: 'down' },
    { price: levels.gamma_flip, title: 'Flip', colour: 'ink' },
    { price: levels.max_pain, title: 'Max pain', colour: 'accent' },
  ] as const
  const lines = new Map<number, PriceLine>()
  for (const { price, title, colour } of known) {
    if (price === null) continue
    const same = lines.get(price)
    const line = { price, title, colour, width: 2, stroke: 'solid' } as const
    lines.set(price, same ? { ...same, title: `${same.title}, ${title.toLowerCase()}` } : line)
  }
  return [...lines.values()]
}

export interface ConePoint {
  readonly date: string
  readonly high: number
  readonly low: number
}

interface ExpectedMove {
  readonly expiration_date: string
  readonly expected_move: number | null
}

/**
 * One standard deviation to both sides of the price on each weekday up to `days` after the last bar: that of the term
 * structure at the expirations, linear in variance between them. Ends with the last expiration; empty without one.
 */
export function expectedCone(
  points: readonly ExpectedMove[],
  { price, date, days }: { readonly price: number; readonly date: string; readonly days: number },
): ConePoint[] {
  const known = points
    .flatMap(({ expiration_date: end, expected_move: move }) =>
      move === null ? [] : [{ day: daysBetween(date, end), variance: move * move }],
    )
    .filter(({ day }) => day > 0)
    .sort((a, b) => a.day - b.day)
  if (known.length === 0) return []
  const cone: ConePoint[] = [{ date, high: price, low: price }]
  for (let day = 1; day <= days; day++) {
    const variance = varianceAt(known, day)
    const on = addDays(date, day)
    if (variance === null || isWeekend(on)) continue
    cone.push({ date: on, high: price + Math.sqrt(variance), low: price - Math.sqrt(variance) })
  }
  return cone
}

/** A line over the days ahead. */
export interface PathLine {
  readonly title: string
  readonly colour: PriceLine['colour']
  readonly points: readonly { readonly date: string; readonly price: number }[]
}

interface Quantiles {
  readonly expiration_date: string
  /** USD per share, ascending. */
  readonly quantiles: readonly number[]
}

/**
 * One quantile of the price on each weekday up to `days` after the last bar: ln(quantile / price) at the expirations, linear
 * in the square root of time between them. Ends with the last expiration; empty without one.
 */
export function quantilePath(
  cone: readonly Quantiles[],
  place: number,
  { price, date, days }: { readonly price: number; readonly date: string; readonly days: number },
): PathLine['points'] {
  const known = cone
    .flatMap(({ expiration_date: end, quantiles }) => {
      const value = quantiles[place]
      return value === undefined ? [] : [{ root: Math.sqrt(daysBetween(date, end)), ratio: Math.log(value / price) }]
    })
    .filter(({ root }) => root > 0)
  if (known.length === 0) return []
  const points = [{ date, price }]
  for (let day = 1; day <= days; day++) {
    const on = addDays(date, day)
    const next = known.findIndex(({ root }) => root >= Math.sqrt(day))
    const after = known[next]
    if (!after || isWeekend(on)) continue
    const before = known[next - 1] ?? { root: 0, ratio: 0 }
    const share = (Math.sqrt(day) - before.root) / (after.root - before.root)
    points.push({ date: on, price: price * Math.exp(before.ratio + share * (after.ratio - before.ratio)) })
  }
  return points
}

interface Known {
  readonly day: number
  readonly variance: number
}

/** Null after the last point. */
function varianceAt(known: readonly Known[], day: number): number | null {
  const next = known.findIndex((point) => point.day >= day)
  const after = known[next]
  if (!after) return null
  const before = known[next - 1] ?? { day: 0, variance: 0 }
  return before.variance + ((after.variance - before.variance) * (day - before.day)) / (after.day - before.day)
}

function isWeekend(date: string): boolean {
  const weekday = weekdayOf(date)
  return weekday === 0 || weekday === 6
}

/** The label of a line: its own title, and how many lines nearby it also names. Null where another names it. */
export interface LineLabel {
  readonly title: string | null
}

interface TakenLabel {
  readonly index: number
  readonly place: number
  others: number
}

/**
 * Labels of lines that are at least `height` apart, in the order of the lines: the most important lines come first, and a
 * line whose label would cover one counts to the nearest. `places` are pixels; null is outside of the chart.
 */
export function collapsedLabels(
  lines: readonly Pick<PriceLine, 'title' | 'width' | 'stroke'>[],
  places: readonly (number | null)[],
  height: number,
): LineLabel[] {
  const visible = places
    .flatMap((place, index) => (place === null ? [] : [{ place, index }]))
    .sort((a, b) => rankOf(lines[a.index]) - rankOf(lines[b.index]) || a.place - b.place || a.index - b.index)
  const taken: TakenLabel[] = []
  for (const { place, index } of visible) {
    const distance = (label: TakenLabel) => Math.abs(label.place - place)
    const [nearest] = taken.toSorted((a, b) => distance(a) - distance(b))
    if (nearest && distance(nearest) < height) nearest.others++
    else taken.push({ index, place, others: 0 })
  }
  const labels: LineLabel[] = lines.map(() => ({ title: null }))
  for (const { index, others } of taken) {
    const title = lines[index]?.title ?? ''
    labels[index] = { title: others === 0 ? title : `${title} +${others}` }
  }
  return labels
}

/** Levels of options are solid; then the strong levels of past prices. */
function rankOf(line: Pick<PriceLine, 'width' | 'stroke'> | undefined): number {
  return (line?.stroke === 'solid' ? 0 : 2) + (line?.width === 2 ? 0 : 1)
}

/** A line further away than this share of the candles' range would flatten them. */
const REACH = 0.45

/** The range of the candles, extended to near lines. */
export function rangeWithLines(
  { low, high }: { readonly low: number; readonly high: number },
  prices: readonly number[],
): { readonly low: number; readonly high: number } {
  const reach = REACH * (high - low)
  const near = prices.filter((price) => price >= low - reach && price <= high + reach)
  return { low: Math.min(low, ...near), high: Math.max(high, ...near) }
}
