/**
 * Prices at which much was traded off the exchanges. Such reports hold the wholesalers' internalised orders as well as
 * dark pools, so the share is called off-exchange. Of a window, values fade with a half-life of 20 days when levels are
 * chosen; what is answered is not faded.
 */
import { z } from 'zod'
import { daysBetween } from '../../lib/civil-date.ts'
import { at } from '../../lib/columns.ts'
import { orNull } from '../../lib/numbers.ts'
import { OFF_EXCHANGE, type SessionTrades, type StockTrades } from '../market/stock-trades.ts'
import type { LevelCandidate } from './levels.ts'
import { binsOfTrades, highestBins, type PriceBin } from './trade-bins.ts'
import { allTrades, flagsOf, TRADE_FLAGS, type TradeRule, usualTrades } from './trade-flags.ts'

const BIN_SHARE = 0.0003
const SMALLEST_BIN = 0.01
const APART_SHARE = 0.0025
const HALF_LIFE_DAYS = 20
const BLOCK_SHARES = 10_000
const BLOCK_USD = 200_000
const LARGEST_PRINTS = 10
const STRONGEST = 0.5
const CANDIDATES = 6

const Level = z.object({
  price: z.number().describe('Mean price of its trades by shares, USD.'),
  total_value: z.number().min(0).describe('Σ price × size of its trades, USD.'),
  total_volume: z.number().min(0).describe('Shares of its trades.'),
  trade_count: z.int().min(1).max(1_000_000_000).describe('Number of its trades.'),
  share_pct: z
    .number()
    .min(0)
    .max(100)
    .describe('100 × total_value / value of all off-exchange trades of the window that count for levels.'),
  last_executed_at: z.iso.datetime().describe('Its last trade, UTC.'),
  distance_pct: z
    .number()
    .nullable()
    .describe('100 × (price / price of the underlying − 1): negative below; null when that price is unknown.'),
  role: z
    .enum(['support', 'resistance'])
    .nullable()
    .describe('support below the price of the underlying, resistance at or above it; null when it is unknown.'),
})

const LargestPrint = z.object({
  executed_at: z.iso.datetime().describe('UTC.'),
  price: z.number().describe('USD per share.'),
  size: z.number().min(0).describe('Shares.'),
  value: z.number().min(0).describe('price × size, USD.'),
  block: z.boolean().describe('10,000 shares or USD 200,000 and more.'),
  flags: z
    .array(z.enum(TRADE_FLAGS))
    .describe('What sets its price apart from the market of that moment; all but contingent keep it out of levels.'),
})

export const DarkPoolLevels = z
  .object({
    underlying_price: z.number().nullable().describe('Price that distances and roles refer to, USD per share.'),
    levels: z
      .array(Level)
      .describe('Local maxima of traded value at least 0.25 % apart, by value that fades with a half-life of 20 days.'),
    largest_prints: z
      .array(LargestPrint)
      .describe('The ten largest off-exchange trades by value, those outside the session and at late prices included.'),
    off_exchange_share_pct: z
      .number()
      .min(0)
      .nullable()
      .describe(
        '100 × shares traded off the exchanges / all shares of the same sessions; null when these are unknown.',
      ),
  })
  .meta({ id: 'DarkPoolLevels' })

export type DarkPoolLevels = z.infer<typeof DarkPoolLevels>

export interface DarkPoolQuestion {
  /** In date order; trades on the exchanges are skipped. */
  readonly sessions: readonly SessionTrades[]
  /** USD; NaN when unknown. */
  readonly underlyingPrice: number
  readonly limit: number
  /** Trades as they were printed: bins of a cent, none left out, all bins, by plain value. */
  readonly raw?: boolean
}

export function darkPoolLevels(question: DarkPoolQuestion): DarkPoolLevels {
  const { sessions, underlyingPrice, limit } = question
  const { levels, value } = levelsOf(question)
  return {
    underlying_price: orNull(underlyingPrice),
    levels: levels.slice(0, limit).map((bin) => levelOf(bin, value, underlyingPrice)),
    largest_prints: largestPrints(sessions),
    off_exchange_share_pct: orNull(sharePct(sessions)),
  }
}

/** The six strongest levels as support and resistance: the strongest has strength 0.5, the others in proportion. */
export function darkPoolCandidates(sessions: readonly SessionTrades[], underlyingPrice: number): LevelCandidate[] {
  const { levels } = levelsOf({ sessions, underlyingPrice })
  const most = levels[0]?.weight ?? 1
  return levels.slice(0, CANDIDATES).map((bin) => ({
    price: bin.value / bin.volume,
    strength: (STRONGEST * bin.weight) / most,
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

function levelsOf({ sessions, underlyingPrice, raw = false }: Omit<DarkPoolQuestion, 'limit'>) {
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
  return {
    price,
    total_value: bin.value,
    total_volume: bin.volume,
    trade_count: bin.count,
    share_pct: Math.min((100 * bin.value) / windowValue, 100),
    last_executed_at: new Date(bin.lastMs).toISOString(),
    distance_pct: known ? 100 * (price / underlyingPrice - 1) : null,
    role: known ? (price < underlyingPrice ? 'support' : 'resistance') : null,
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

/** Over the sessions whose whole volume is known; NaN without one. */
function sharePct(sessions: readonly SessionTrades[]): number {
  let off = 0
  let all = 0
  for (const { trades, volume } of sessions) {
    if (!(volume > 0)) continue
    all += volume
    for (let row = 0; row < trades.count; row++) {
      const size = trades.size[row] ?? Number.NaN
      if (trades.exchange[row] === OFF_EXCHANGE && size > 0) off += size
    }
  }
  return (100 * off) / all
}
