/** Quote and daily bars of an underlying at one moment. */

import { mix, uniform } from '../../../../lib/math/seeded-random.ts'
import type { DailyBar } from '../../../domain/stocks/bar.ts'
import type { StockQuote } from '../../../domain/stocks/quote.ts'
import { doneShare } from '../tape/volume-curve.ts'
import type { Moment, World } from '../world.ts'
import { SESSIONS_PER_YEAR } from './factor-path.ts'
import type { SymbolPath } from './symbol-path.ts'

const SIZES_LAST_MS = 2000
const HALF_SPREAD_SHARE = 0.00003

/** The bar of the moment's session, unfinished while the session runs. */
function currentBar(world: World, path: SymbolPath, moment: Moment): DailyBar {
  const bar = path.bar(moment.index)
  if (moment.phase === 'night' || moment.share >= 1) return bar
  const { low, high } = world.prices(path, moment).rangeTo(moment.share)
  const close = world.priceAt(path, moment)
  return { date: bar.date, open: bar.open, high, low, close, volume: Math.floor(bar.volume * doneShare(moment.share)) }
}

/** Bars in date order, the last one that of the moment's session. */
export function barsTo(
  world: World,
  path: SymbolPath,
  moment: Moment,
  { from, to }: { readonly from?: string; readonly to?: string },
): DailyBar[] {
  const bars: DailyBar[] = []
  for (let index = 0; index <= moment.index; index++) {
    const date = world.sessions.dateAt(index)
    if ((from !== undefined && date < from) || (to !== undefined && date > to)) continue
    bars.push(index === moment.index ? currentBar(world, path, moment) : path.bar(index))
  }
  return bars
}

/** Without the state of the market, which the clock knows and not the moment. */
export function stockQuote(world: World, path: SymbolPath, moment: Moment): Omit<StockQuote, 'marketSession'> {
  const { symbol, kind } = path.profile
  const bar = currentBar(world, path, moment)
  const price = world.priceAt(path, moment)
  let { low, high } = bar
  for (let index = moment.index - SESSIONS_PER_YEAR + 1; index < moment.index; index++) {
    const past = path.bar(index)
    if (past.low < low) low = past.low
    if (past.high > high) high = past.high
  }
  return {
    symbol,
    asOfMs: moment.asOfMs,
    sessionDate: moment.sessionDate,
    price,
    ...(kind === 'index'
      ? NO_MARKET
      : sidesOf(price, mix(world.streamOf('sizes', symbol), moment.asOfMs / SIZES_LAST_MS))),
    open: bar.open,
    high: bar.high,
    low: bar.low,
    previousClose: path.bar(moment.index - 1).close,
    volume: bar.volume,
    week52High: high,
    week52Low: low,
    warnings: [],
  }
}

/** An index cannot be bought: it has a value, and neither a bid nor a volume. */
const NO_MARKET = { bid: Number.NaN, ask: Number.NaN, bidSize: Number.NaN, askSize: Number.NaN }

/** The price is the last trade: somewhere between bid and ask. */
function sidesOf(price: number, stream: number) {
  const cents = Math.round(price * 100)
  const width = Math.max(1, Math.round(2 * HALF_SPREAD_SHARE * cents))
  const below = Math.round(width * uniform(mix(stream, 0)))
  return {
    bid: (cents - below) / 100,
    ask: (cents - below + width) / 100,
    bidSize: 100 * (1 + Math.floor(20 * uniform(mix(stream, 1)) ** 2)),
    askSize: 100 * (1 + Math.floor(20 * uniform(mix(stream, 2)) ** 2)),
  }
}
