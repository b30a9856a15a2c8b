import { at } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { daysBetween } from '../../../lib/time/civil-date.ts'
import { OFF_EXCHANGE, type SessionTrades, type StockTrades } from '../../../market/domain/stocks/stock-trades.ts'
import type { DarkPoolLevels } from '../../contract/dark-pool-levels.ts'
import type { LevelCandidate } from './level-candidate.ts'
import { levelFlags } from './level-flags.ts'
import { binsOfTrades, highestBins, type PriceBin } from './price-bins.ts'
import { allTrades, flagsOf, type TradeRule, usualTrades } from './trade-flags.ts'

const BIN_SHARE = 0.0003
const SMALLEST_BIN = 0.01
const APART_SHARE = 0.0025
const HALF_LIFE_DAYS = 20
const BLOCK_SHARES = 10_000
const BLOCK_USD = 200_000
const LARGEST_PRINTS = 10
const STRONGEST = 0.5
const CANDIDATES = 6
/** Sizes in the shares of a later day have fractions. */
const ROUNDING = 1e-9

export interface DarkPoolQuery {
  /** In date order; trades executed on exchanges are ignored. */
  readonly sessions: readonly SessionTrades[]
  /** USD; NaN when unknown. */
  readonly underlyingPrice: number
  readonly limit: number
  /** No cleaning: bins of one cent, all trades, all bins, ranked by unweighted value. */
  readonly raw?: boolean
}

/**
 * The prices with the most off-exchange value, the newer sessions weighted more, and the largest prints. Empty without
 * trades.
 */
export function darkPoolLevels(query: DarkPoolQuery): DarkPoolLevels {
  const { sessions, underlyingPrice, limit } = query
  const { levels, value } = levelsOf(query)
  return {
    underlying_price: orNull(underlyingPrice),
    levels: levels.slice(0, limit).map((bin) => levelOf(bin, value, underlyingPrice)),
    largest_prints: largestPrints(sessions),
    off_exchange_share_pct: orNull(sharePct(sessions)),
  }
}

/** The six largest levels as support and resistance: strength 0.5 for the first, others in proportion. */
export function darkPoolCandidates(sessions: readonly SessionTrades[], underlyingPrice: number): LevelCandidate[] {
  const { levels } = levelsOf({ sessions, underlyingPrice })
  const largest = levels[0]?.weight ?? 1
  return levels.slice(0, CANDIDATES).map((bin) => ({
    price: bin.value / bin.volume,
    strength: (STRONGEST * bin.weight) / largest,
    source: 'dark_pool',
  }))
}

/** Price of the last trade that counts for levels, USD; NaN when there is none. */
export function lastUsualPrice(sessions: readonly SessionTrades[]): number {
  for (const { trades } of sessions.toReversed()) {
    const isUsual = usualTrades(trades)
    for (let row = trades.count - 1; row >= 0; row--) if (isUsual(row)) return trades.price[row] ?? Number.NaN
  }
  return Number.NaN
}

function levelsOf({ sessions, underlyingPrice, raw = false }: Omit<DarkPoolQuery, 'limit'>) {
  const price = underlyingPrice > 0 ? underlyingPrice : lastUsualPrice(sessions)
  const width = raw || Number.isNaN(price) ? SMALLEST_BIN : Math.max(SMALLEST_BIN, BIN_SHARE * price)
  const rule: TradeRule = raw ? allTrades : usualTrades
  const lastDate = sessions.at(-1)?.trades.sessionDate ?? ''
  const weightOf = (date: string) => (raw ? 1 : 0.5 ** (daysBetween(date, lastDate) / HALF_LIFE_DAYS))
  const bins = binsOfTrades(sessions, { width, rule, weightOf })
  const value = bins.reduce((total, bin) => total + bin.value, 0)
  return { levels: highestBins(bins, raw ? 0 : APART_SHARE), value }
}

function levelOf(bin: PriceBin, windowValue: number, underlyingPrice: number): DarkPoolLevels['levels'][number] {
  const price = bin.value / bin.volume
  const known = underlyingPrice > 0
  const largestPct = (100 * bin.largest) / bin.volume
  return {
    price,
    total_value: bin.value,
    total_volume: bin.volume,
    trade_count: bin.count,
    share_pct: Math.min((100 * bin.value) / windowValue, 100),
    last_executed_at: new Date(bin.lastMs).toISOString(),
    distance_pct: known ? 100 * (price / underlyingPrice - 1) : null,
    role: known ? (price < underlyingPrice ? 'support' : 'resistance') : null,
    largest_print_share_pct: largestPct,
    flags: levelFlags(bin.count, largestPct),
  }
}

function largestPrints(sessions: readonly SessionTrades[]): DarkPoolLevels['largest_prints'] {
  return sessions
    .flatMap(({ trades }) => largestRows(trades).map((row) => printOf(trades, row)))
    .sort((a, b) => b.value - a.value)
    .slice(0, LARGEST_PRINTS)
}

function largestRows(trades: StockTrades): number[] {
  const values = trades.price.map((price, row) =>
    trades.exchange[row] === OFF_EXCHANGE ? price * at(trades.size, row) : Number.NaN,
  )
  const lightest = (rows: readonly number[]) => (rows.length < LARGEST_PRINTS ? 0 : at(values, rows.at(-1) ?? -1))
  let kept: number[] = []
  let least = 0
  for (let row = 0; row < values.length; row++) {
    if (!(at(values, row) > least)) continue
    kept = [...kept, row].sort((a, b) => at(values, b) - at(values, a)).slice(0, LARGEST_PRINTS)
    least = lightest(kept)
  }
  return kept
}

function printOf(trades: StockTrades, row: number): DarkPoolLevels['largest_prints'][number] {
  const price = at(trades.price, row)
  const size = at(trades.size, row)
  return {
    executed_at: new Date(at(trades.executedAtMs, row)).toISOString(),
    price,
    size,
    value: price * size,
    block: size >= BLOCK_SHARES || price * size >= BLOCK_USD,
    flags: flagsOf(trades, row),
  }
}

/**
 * From 0 to 100, over the sessions with known total volume; NaN without one. A total below its own part was counted in
 * another way than its trades, so that it says nothing.
 */
function sharePct(sessions: readonly SessionTrades[]): number {
  let off = 0
  let all = 0
  for (const session of sessions) {
    const part = offExchangeShares(session.trades)
    if (!(session.volume > 0 && part <= session.volume * (1 + ROUNDING))) continue
    all += session.volume
    off += part
  }
  return Math.min((100 * off) / all, 100)
}

function offExchangeShares({ count, size, exchange }: StockTrades): number {
  let shares = 0
  for (let row = 0; row < count; row++) {
    const traded = size[row] ?? Number.NaN
    if (exchange[row] === OFF_EXCHANGE && traded > 0) shares += traded
  }
  return shares
}
