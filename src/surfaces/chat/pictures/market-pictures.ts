/** What the pictures beside answers show. Undefined where there is too little to draw. */
import { type Picture, PRICE } from './picture.ts'
import { multiples, roundStep } from './round-ticks.ts'

type Point = [number, number]
interface Levels {
  readonly underlying_price: number | null
  readonly gamma_flip: number | null
  readonly call_wall: number | null
  readonly put_wall: number | null
}
interface Strikes extends Levels {
  readonly data: readonly { readonly strike: number | null; readonly net_gex: number }[]
}
interface Profile extends Levels {
  readonly profile: readonly { readonly underlying_price: number; readonly net_gex: number }[]
}
interface Bucket {
  readonly time: string
  readonly net_call_premium: number
  readonly net_put_premium: number
}
interface Expiration {
  readonly dte: number
  readonly atm_iv: number | null
  readonly expected_move: number | null
}

/** Strikes and prices further from the price are left out. */
const NEAR = 0.08
const MAX_BARS = 120
const MIN_POINTS = 2
const MINUTE_STEPS = [5, 15, 30, 60, 120]
const DAYS = [1, 7, 30, 60, 90, 180, 365, 730]

/** Net GEX of the strikes near the price. */
export function gexPicture(symbol: string, it: Strikes): Picture | undefined {
  const price = it.underlying_price
  if (price === null) return undefined
  const near = it.data
    .flatMap(({ strike, net_gex: gex }): Point[] => (strike === null ? [] : [[strike, brief(gex)]]))
    .filter(([strike]) => Math.abs(strike - price) <= NEAR * price)
    .sort(([left], [right]) => Math.abs(left - price) - Math.abs(right - price))
    .slice(0, MAX_BARS)
    .sort(([left], [right]) => left - right)
  const x = priceAxis(near)
  if (!x) return undefined
  const title = `${symbol} net GEX by strike`
  return {
    title,
    says: `${title}, USD per 1 % move.`,
    unit: 'usd',
    x,
    bars: near,
    lines: [],
    ...marked(it, x),
    band: null,
  }
}

/** Net GEX if the price were another, with the levels and the expected move to the next expiration. */
export function levelsPicture(symbol: string, it: Profile, next: Expiration | undefined): Picture | undefined {
  const price = it.underlying_price
  if (price === null) return undefined
  const points = it.profile
    .map(({ underlying_price: at, net_gex: gex }): Point => [brief(at, 5), brief(gex)])
    .filter(([at]) => Math.abs(at - price) <= NEAR * price)
  const x = priceAxis(points)
  if (!x) return undefined
  const move = next?.expected_move ?? null
  const title = `${symbol} levels`
  return {
    title,
    says: `Net GEX of ${symbol} by price of the underlying, with walls, gamma flip and expected move.`,
    unit: 'usd',
    x,
    bars: [],
    lines: [{ title: 'Net GEX by price', points }],
    ...marked(it, x),
    band: move === null ? null : { from: Math.max(x.from, price - move), to: Math.min(x.to, price + move) },
  }
}

/** Net premium of calls and puts since the open. */
export function flowPicture(symbol: string, buckets: readonly Bucket[]): Picture | undefined {
  const times = buckets.map(({ time }) => Date.parse(time) / 60_000)
  const [from, to] = [times[0], times.at(-1)]
  if (from === undefined || to === undefined || from === to) return undefined
  const sums = (of: (bucket: Bucket) => number) => {
    let sum = 0
    return buckets.map((bucket, at): Point => {
      sum += of(bucket)
      return [(times[at] ?? 0) - from, brief(sum)]
    })
  }
  const title = `${symbol} net premium`
  return {
    title: `${title}, UTC`,
    says: `${title} of calls and puts since the open.`,
    unit: 'usd',
    x: { from: 0, to: to - from, ticks: timeTicks(from, to) },
    bars: [],
    lines: [
      { title: 'Calls', points: sums(({ net_call_premium: premium }) => premium) },
      { title: 'Puts', points: sums(({ net_put_premium: premium }) => premium) },
    ],
    marks: [],
    band: null,
  }
}

/** Of minutes since 1970, as minutes since the first. */
function timeTicks(from: number, to: number): [number, string][] {
  const step = MINUTE_STEPS.find((minutes) => (to - from) / minutes <= 6) ?? Math.ceil((to - from) / 6)
  return multiples(step, Math.ceil(from / step), Math.floor(to / step)).map((minute) => {
    return [minute - from, new Date(minute * 60_000).toISOString().slice(11, 16)]
  })
}

/** Implied volatility by days to expiration; near ones have more room. */
export function ivPicture(symbol: string, expirations: readonly Expiration[]): Picture | undefined {
  const points = expirations.flatMap(({ dte, atm_iv: iv }): Point[] =>
    iv === null || dte > 800 ? [] : [[daysPlace(dte), brief(100 * iv)]],
  )
  const [from, to] = [points[0]?.[0], points.at(-1)?.[0]]
  if (from === undefined || to === undefined || points.length < MIN_POINTS || from === to) return undefined
  const title = `${symbol} implied volatility by days to expiration`
  const ticks = DAYS.map((days): [number, string] => [daysPlace(days), `${days}`])
  return {
    title,
    says: `${title}, percent per year.`,
    unit: 'percent',
    x: { from, to, ticks: ticks.filter(([at]) => at >= from && at <= to) },
    bars: [],
    lines: [{ title: 'At the money', points }],
    marks: [],
    band: null,
  }
}

function daysPlace(days: number): number {
  return brief(Math.sqrt(days))
}

function priceAxis(points: readonly Point[]) {
  const [from, to] = [points[0]?.[0], points.at(-1)?.[0]]
  if (from === undefined || to === undefined || points.length < MIN_POINTS || from === to) return undefined
  const step = roundStep(to - from, 8)
  const values = multiples(step, Math.ceil(from / step), Math.floor(to / step))
  const ticks = values.map((at): [number, string] => [at, step < 1 ? at.toFixed(2) : `${at}`])
  return { from, to, ticks }
}

function marked(it: Levels, { from, to }: { readonly from: number; readonly to: number }) {
  const named: [string, number | null][] = [
    ['Put wall', it.put_wall],
    ['Flip', it.gamma_flip],
    [PRICE, it.underlying_price],
    ['Call wall', it.call_wall],
  ]
  const marks = named.flatMap(([title, at]) =>
    at === null || at < from || at > to ? [] : [{ title: `${title} ${at.toFixed(2)}`, at: brief(at, 6) }],
  )
  return { marks }
}

/** An address has little room, and a picture few pixels. */
function brief(value: number, digits = 4): number {
  return Number(value.toPrecision(digits))
}
