import { readFileSync } from 'node:fs'
import { describe, it } from 'vitest'
import { pivots } from '../../../src/analytics/domain/levels/pivots.ts'
import { indicators } from '../../../src/analytics/domain/trend/indicators.ts'
import { priceHistory } from '../../../src/analytics/domain/trend/price-history.ts'
import { realizedVolatility } from '../../../src/analytics/domain/trend/realized-volatility.ts'
import { leanDailyBars } from '../../support/market/lean.ts'
import { sharedDataExists, sharedPath } from '../../support/market/shared-data.ts'
import { expectNear } from '../../support/near.ts'

interface Expected {
  symbols: Record<string, { rows: number; values: Record<string, Values> }>
}

type Values = Record<string, number> & {
  realized_volatility: Record<string, Record<string, number>>
  window_252: Record<string, number>
  pivots_for_next_day: Record<string, number>
}

const INDICATORS = [
  'sma_20 sma_50 sma_200 ema_12 ema_26 rsi_14 macd macd_signal macd_histogram',
  'atr_14 adx_14 bollinger_upper bollinger_lower',
]
  .join(' ')
  .split(' ')

describe.skipIf(!sharedDataExists)('statistics of daily prices against independent results', () => {
  const path = sharedPath('data', 'expected', 'lean_price_stats.json')
  const { symbols }: Expected = sharedDataExists ? JSON.parse(readFileSync(path, 'utf8')) : { symbols: {} }
  const cases = Object.entries(symbols).flatMap(([symbol, { values }]) =>
    Object.entries(values).map(([date, expected]) => ({ symbol, date, expected })),
  )

  it.each(cases)('agrees for $symbol on $date', async ({ symbol, date, expected }) => {
    const bars = (await leanDailyBars(symbol)).filter((bar) => bar.date <= date)

    for (const [count, estimates] of Object.entries(expected.realized_volatility)) {
      const received = realizedVolatility(bars, Number(count))
      for (const [name, value] of Object.entries(estimates)) {
        expectNear(received[name as keyof typeof received], value, 1e-9, `${symbol} ${date} ${name} over ${count}`)
      }
    }
    const received: Record<string, number | null> = indicators(bars)
    for (const name of INDICATORS) expectNear(received[name], expected[name]!, 1e-9, `${symbol} ${date} ${name}`)
    const late: Record<string, number | null> = indicators(bars.slice(-300))
    for (const name of INDICATORS) {
      expectNear(late[name], expected[name]!, 1e-6, `${symbol} ${date} ${name} from 300 bars`)
    }
    for (const [name, value] of Object.entries(expected.pivots_for_next_day)) {
      const classic: Record<string, number> = pivots(bars.at(-1)!)!.classic
      expectNear(classic[name], value, 1e-9, `${symbol} ${date} pivot ${name}`)
    }
  })

  it.each(cases)('agrees on the year of $symbol to $date', async ({ symbol, date, expected }) => {
    const bars = await leanDailyBars(symbol)
    const from = bars.filter((bar) => bar.date <= date).at(-253)!.date

    const { summary, data } = priceHistory(bars, { from, to: date })

    const year = expected.window_252
    expectNear(summary.total_return_pct, year['total_return_pct']!, 1e-9, `${symbol} ${date} total return`)
    expectNear(summary.max_drawdown_pct, year['max_drawdown_pct']!, 1e-9, `${symbol} ${date} drawdown`)
    expectNear(Math.max(...data.slice(1).map((row) => row.high!)), year['week_52_high']!, 1e-9, 'high of the year')
    expectNear(Math.min(...data.slice(1).map((row) => row.low!)), year['week_52_low']!, 1e-9, 'low of the year')
  })
})
