/**
 * The trades of a session that are reported from off the exchanges: 35 to 50 % of its volume in some hundred to two
 * thousand prints with fat-tailed sizes. They gather at round prices, at the average price of the day so far, at the
 * close before and, in one batch at its end, at the session's own close. Every print comes when the volume of the day
 * has reached it, so what is printed is never more than has been traded.
 */

import { clamp } from '../../../../lib/math/numbers.ts'
import { mix, uniform } from '../../../../lib/math/seeded-random.ts'
import { addDays } from '../../../../lib/time/civil-date.ts'
import { at } from '../../../../pricing/column.ts'
import { OFF_EXCHANGE, SALE_CONDITION, type SessionTrades } from '../../../domain/stocks/stock-trades.ts'
import type { OffExchangeTape } from '../../../ports/market-source.ts'
import { Memo, type Rest } from '../../memo.ts'
import { doneShare, passedShare } from '../tape/volume-curve.ts'
import type { Moment, World } from '../world.ts'
import type { SymbolPath } from './symbol-path.ts'

const MIN_PRINTS = 300
const MAX_PRINTS = 1900
/** Share volumes at which a session has the minimum and the maximum number of prints. */
const QUIET_SHARES = 1e6
const BUSY_SHARES = 6e7
const TAIL = 1.3
const LARGEST = 400
const CLOSING_PRINTS = 12
const CLOSING_SHARE = 0.08
/** How far a print may lie from the price of its moment to be drawn to a price that people look at. */
const REACH = 0.0012
const ROUND_STEPS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100]

/** Some 40 kB each: a month of thirty symbols. */
const TAPES_KEPT = 640

/** Trades of the sessions in a window of calendar days up to a moment; each session is generated once. */
export function offExchangeTapes(world: World, pathOf: (symbol: string) => SymbolPath, rest?: Rest) {
  const kept = new Memo<SessionTrades>(TAPES_KEPT, rest)
  return (symbol: string, moment: Moment, days: number): OffExchangeTape => {
    const path = pathOf(symbol)
    const { asOfMs, sessionDate } = moment
    if (path.profile.kind === 'index') {
      return { asOfMs, sessionDate, sessions: [], warnings: [`${symbol} is an index: there are no trades in it.`] }
    }
    const from = addDays(sessionDate, 1 - days)
    const sessions: SessionTrades[] = []
    for (let index = moment.index; index >= 0 && world.sessions.dateAt(index) >= from; index--) {
      const whole = kept.get(`${symbol} ${index}`, () => offExchangeSession(world, path, index))
      const running = index === moment.index && moment.phase === 'session' && moment.share < 1
      sessions.push(running ? upTo(whole, moment) : whole)
    }
    return { asOfMs, sessionDate, sessions: sessions.reverse(), warnings: [] }
  }
}

/** A complete session of a stock or fund; an index is not traded. */
function offExchangeSession(world: World, path: SymbolPath, index: number): SessionTrades {
  const { date, volume } = path.bar(index)
  const stream = mix(world.streamOf('off exchange', path.profile.symbol), index)
  const sizes = sizesOf(stream, volume)
  const shares = sharesPassed(sizes)
  const prices = pricesOf(world, path, index, { stream, sizes, shares })
  const { openMs, closeMs } = world.sessions.at(index)
  const count = sizes.length
  return {
    volume,
    trades: {
      symbol: path.profile.symbol,
      sessionDate: date,
      count,
      executedAtMs: shares.map((share) => Math.floor(openMs + share * (closeMs - openMs))),
      price: prices,
      size: sizes,
      exchange: new Uint8Array(count).fill(OFF_EXCHANGE),
      conditions: new Uint32Array(count).fill(SALE_CONDITION.regular),
      suspicious: new Uint8Array(count),
    },
  }
}

/** What of it has happened by a moment of the same session. */
function upTo({ trades, volume }: SessionTrades, { asOfMs, share }: Moment): SessionTrades {
  const later = trades.executedAtMs.findIndex((ms) => ms > asOfMs)
  const count = later < 0 ? trades.count : later
  return {
    volume: Math.floor(volume * doneShare(share)),
    trades: {
      ...trades,
      count,
      executedAtMs: trades.executedAtMs.subarray(0, count),
      price: trades.price.subarray(0, count),
      size: trades.size.subarray(0, count),
      exchange: trades.exchange.subarray(0, count),
      conditions: trades.conditions.subarray(0, count),
      suspicious: trades.suspicious.subarray(0, count),
    },
  }
}

/** Sizes in order of time, in round lots from 1,000 shares; the last ones are the closing prints. */
function sizesOf(stream: number, volume: number): Float64Array {
  const busy = clamp(Math.log(volume / QUIET_SHARES) / Math.log(BUSY_SHARES / QUIET_SHARES), 0, 1)
  const count = Math.round(MIN_PRINTS + busy * (MAX_PRINTS - MIN_PRINTS))
  const offShares = volume * (0.365 + 0.125 * uniform(mix(stream, -1)))
  const during = weights(mix(stream, 1), count)
  const closing = weights(mix(stream, 2), CLOSING_PRINTS)
  const sizes = new Float64Array(count + CLOSING_PRINTS)
  for (let print = 0; print < count; print++) sizes[print] = at(during, print) * offShares * (1 - CLOSING_SHARE)
  for (let print = 0; print < CLOSING_PRINTS; print++)
    sizes[count + print] = at(closing, print) * offShares * CLOSING_SHARE
  return sizes.map((size) => (size < 1000 ? Math.floor(size) : 100 * Math.floor(size / 100))).filter((size) => size > 0)
}

/** Pareto, cut at the largest, together 1. */
function weights(stream: number, count: number): Float64Array {
  const raw = new Float64Array(count)
  for (let print = 0; print < count; print++) {
    raw[print] = Math.min(uniform(mix(stream, print)) ** (-1 / TAIL), LARGEST)
  }
  const total = raw.reduce((sum, weight) => sum + weight, 0)
  return raw.map((weight) => weight / total)
}

/** Time of each print as a share of the session: when the cumulative volume curve reaches it. */
function sharesPassed(sizes: Float64Array): Float64Array {
  const closing = sizes.length - CLOSING_PRINTS
  let total = 0
  for (let print = 0; print < closing; print++) total += at(sizes, print)
  let done = 0
  return sizes.map((size, print) => {
    if (print >= closing) return 1
    done += size
    return passedShare(done / total)
  })
}

interface Plan {
  readonly stream: number
  readonly sizes: Float64Array
  readonly shares: Float64Array
}

function pricesOf(world: World, path: SymbolPath, index: number, { stream, sizes, shares }: Plan): Float64Array {
  const { open, close } = path.bar(index)
  const before = path.bar(Math.max(index - 1, 0)).close
  const step = ROUND_STEPS.find((each) => each >= open / 400) ?? 100
  const prices = new Float64Array(sizes.length)
  let low = open
  let high = open
  let value = 0
  let volume = 0
  for (let print = 0; print < sizes.length; print++) {
    const share = at(shares, print)
    const price = share >= 1 ? close : world.priceAt(path, world.within(index, share))
    low = Math.min(low, price)
    high = Math.max(high, price)
    const average = volume > 0 ? value / volume : open
    const magnets = { round: Math.round(price / step) * step, average, before }
    // Within the range traded so far, so that no print is outside the bar at its time.
    const drawn = share >= 1 ? close : clamp(drawnTo(price, magnets, uniform(mix(mix(stream, 3), print))), low, high)
    prices[print] = Math.round(drawn * 100) / 100
    value += drawn * at(sizes, print)
    volume += at(sizes, print)
  }
  return prices
}

interface Magnets {
  readonly round: number
  readonly average: number
  readonly before: number
}

function drawnTo(price: number, { round, average, before }: Magnets, chance: number): number {
  const magnet = chance < 0.35 ? round : chance < 0.55 ? average : chance < 0.65 ? before : price
  return Math.abs(magnet / price - 1) <= REACH ? magnet : price
}
