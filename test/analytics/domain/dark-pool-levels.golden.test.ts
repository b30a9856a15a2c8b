import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { darkPoolLevels } from '../../../src/analytics/domain/levels/dark-pool-levels.ts'
import { newYorkInstant } from '../../../src/market/domain/calendar/new-york-time.ts'
import type { SessionTrades } from '../../../src/market/domain/stocks/stock-trades.ts'
import { sharedDataExists, sharedPath } from '../../support/market/shared-data.ts'
import { readZip } from '../../support/market/zip.ts'
import { expectNear } from '../../support/near.ts'

interface Expected {
  readonly files: readonly {
    readonly off_exchange_share_pct: number
    readonly off_exchange_value: number
    readonly levels: readonly Readonly<
      Record<'price' | 'total_value' | 'total_volume' | 'trade_count' | 'share_pct', number>
    >[]
    readonly largest_prints: readonly Readonly<Record<'ms_since_midnight' | 'price' | 'size' | 'value', number>>[]
  }[]
}

/** Every trade of a day, as the file has it: milliseconds, ten-thousandths, shares, exchange, conditions, doubt. */
async function tape(file: string, symbol: string, sessionDate: string): Promise<SessionTrades> {
  const texts = [...(await readZip(sharedPath('data', 'lean', 'equity_tick', file))).values()]
  const rows = (texts[0] ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const midnightMs = newYorkInstant(sessionDate, 0)
  const size = Float64Array.from(rows, (row) => Number(row[2]))
  return {
    volume: size.reduce((total, each) => total + each, 0),
    trades: {
      symbol,
      sessionDate,
      count: rows.length,
      executedAtMs: Float64Array.from(rows, (row) => midnightMs + Number(row[0])),
      price: Float64Array.from(rows, (row) => Number(row[1]) / 10_000),
      size,
      exchange: Uint8Array.from(rows, (row) => row[3]?.charCodeAt(0) ?? 0),
      conditions: Uint32Array.from(rows, (row) => Number.parseInt(row[4] ?? '0', 16)),
      suspicious: Uint8Array.from(rows, (row) => Number(row[5])),
    },
  }
}

describe.skipIf(!sharedDataExists)('off-exchange trades of real days', () => {
  it('IBM 2013-10-10: all rows by cents equal the figures of the vectors', async () => {
    const text = readFileSync(sharedPath('data', 'expected', 'lean_off_exchange.json'), 'utf8')
    const { files }: Expected = JSON.parse(text)
    const [expected] = files
    const sessions = [await tape('ibm_20131010_trade.zip', 'IBM', '2013-10-10')]

    const answer = darkPoolLevels({ sessions, underlyingPrice: Number.NaN, limit: 10, raw: true })

    expectNear(answer.off_exchange_share_pct, expected!.off_exchange_share_pct, 1e-13, 'off_exchange_share_pct')
    expect(answer.levels).toHaveLength(expected!.levels.length)
    for (const [place, level] of expected!.levels.entries()) {
      const found = answer.levels[place]
      expect({ total_volume: found?.total_volume, trade_count: found?.trade_count }, `level ${level.price}`).toEqual({
        total_volume: level.total_volume,
        trade_count: level.trade_count,
      })
      for (const name of ['price', 'total_value', 'share_pct'] as const) {
        expectNear(found?.[name], level[name], 1e-12, `${name} of ${level.price}`)
      }
    }
    expect(answer.largest_prints.map(({ price, size }) => [price, size])).toEqual(
      expected!.largest_prints.map(({ price, size }) => [price, size]),
    )
    const midnightMs = newYorkInstant('2013-10-10', 0)
    expect(answer.largest_prints.map(({ executed_at: at }) => Date.parse(at) - midnightMs)).toEqual(
      expected!.largest_prints.map(({ ms_since_midnight: ms }) => ms),
    )
  })

  it('SPY 2013-10-08: blocks after the close, far from the market, add nothing to levels', async () => {
    const sessions = [await tape('spy_20131008_trade.zip', 'SPY', '2013-10-08')]

    const raw = darkPoolLevels({ sessions, underlyingPrice: 165.48, limit: 1, raw: true })
    const answer = darkPoolLevels({ sessions, underlyingPrice: 165.48, limit: 100 })

    // What goes wrong when every row counts: a price of the morning gets 28 % of the value by blocks of the evening.
    const [trap] = raw.levels
    const [level] = answer.levels.filter(({ price }) => Math.abs(price - 167.51) < 0.1)
    expect(trap?.price).toBeCloseTo(167.51, 2)
    expect(trap?.share_pct).toBeGreaterThan(25)
    expect(trap && trap.last_executed_at > '2013-10-08T20:00:00.000Z').toBe(true)
    expect(level?.share_pct).toBeLessThan(8)
    expect(answer.levels.filter(({ last_executed_at: at }) => at > '2013-10-08T20:00:00.000Z')).toEqual([])
    const evening = answer.largest_prints.filter(({ executed_at: at }) => at > '2013-10-08T20:00:00.000Z')
    expect(evening.length).toBeGreaterThan(0)
    expect(evening.filter(({ flags }) => !flags.includes('outside_session'))).toEqual([])
  })
})
