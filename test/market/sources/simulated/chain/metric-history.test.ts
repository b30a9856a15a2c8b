import { describe, expect, it } from 'vitest'
import { constantMaturities } from '../../../../../src/analytics/domain/smile/constant-maturities.ts'
import { valuedChain } from '../../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { tradingDaysBetween } from '../../../../../src/market/domain/calendar/trading-calendar.ts'
import type { MetricName } from '../../../../../src/market/domain/daily-metrics.ts'
import type { MarketView } from '../../../../../src/market/ports/market-source.ts'
import { simulatedMarket } from '../../../../../src/market/sources/simulated/index.ts'

const marketAt = (instant: string, seed = 1) => simulatedMarket({ seed, now: () => new Date(instant) })

const YEAR = { sessions: 252 }

const pointsOf = async (view: MarketView, symbol: string, metric: MetricName = 'iv30') =>
  (await view.metricHistory(symbol, metric, YEAR)).points

describe('the simulated history of metrics', () => {
  it.each(['SPX', 'SPY', 'NVDA', 'F', 'GE'])(
    'of %s agrees with what the quoted chains of the same closes say',
    async (symbol) => {
      const market = marketAt('2026-11-20T18:00:00Z')
      const view = await market.viewAt()
      const histories = {
        iv30: await pointsOf(view, symbol, 'iv30'),
        iv60: await pointsOf(view, symbol, 'iv60'),
        iv90: await pointsOf(view, symbol, 'iv90'),
      }

      // Before reports, an early close, and a monthly expiration, after which some have nothing within 30 days.
      for (const date of ['2026-01-28', '2025-11-28', '2026-05-15']) {
        const chain = await (await market.viewAt(date)).chain(symbol)
        const { answer } = constantMaturities(valuedChain(chain))
        for (const metric of ['iv30', 'iv60', 'iv90'] as const) {
          const quoted = answer[metric]
          const derived = histories[metric].find((point) => point.date === date)?.value ?? -1
          const agrees = Number.isNaN(quoted) ? Number.isNaN(derived) : Math.abs(derived - quoted) < 0.003
          expect(agrees, `${metric} of ${symbol} ${date}: ${derived} by the surface, ${quoted} by quotes`).toBe(true)
        }
      }
    },
    30_000,
  )

  it('is of the 252 sessions before that of the view, none left out', async () => {
    const market = marketAt('2026-11-20T18:00:00Z')
    const dates = async (date?: string) => (await pointsOf(await market.viewAt(date), 'SPY')).map((it) => it.date)

    expect(await dates()).toEqual(tradingDaysBetween('2025-01-01', '2026-11-19').slice(-252))
    expect(await dates('2025-07-03')).toEqual(tradingDaysBetween('2024-01-01', '2025-07-02').slice(-252))
    expect((await dates('2023-01-04'))[0]).toBe('2022-01-03')
  })

  it('of a past date is the same whenever and in whatever order it is asked for', async () => {
    const early = marketAt('2026-02-20T18:00:00Z')
    const late = marketAt('2026-11-20T18:00:00Z')
    await pointsOf(await late.viewAt(), 'AAPL')

    const then = await pointsOf(await early.viewAt('2026-02-19'), 'AAPL')
    const now = await pointsOf(await late.viewAt('2026-02-19'), 'AAPL')

    expect(now).toEqual(then)
    expect(await pointsOf(await marketAt('2026-11-20T18:00:00Z', 2).viewAt('2026-02-19'), 'AAPL')).not.toEqual(then)
  })

  it('goes on with each session, and is the same object within one', async () => {
    let instant = '2026-11-20T15:00:00Z'
    const market = simulatedMarket({ seed: 1, now: () => new Date(instant) })
    const history = async () => pointsOf(await market.viewAt(), 'SPY')
    const morning = await history()
    instant = '2026-11-20T20:59:00Z'
    const evening = await history()
    instant = '2026-11-23T15:00:00Z'
    const monday = await history()

    expect(evening).toBe(morning)
    expect(monday.slice(0, -1)).toEqual(morning.slice(1))
    expect(monday.at(-1)?.date).toBe('2026-11-20')
  })

  it('has the closes of the underlying, over as many sessions as the range has', async () => {
    const view = await marketAt('2026-11-20T18:00:00Z').viewAt()
    const { points } = await view.metricHistory('SPY', 'underlyingPrice', { sessions: 5 })
    const bars = await view.dailyBars('SPY', { from: '2026-11-13', to: '2026-11-19' })

    expect(points).toEqual(bars.map(({ date, close }) => ({ date, value: close })))
  })

  it('says of a metric that needs a whole chain why there is none', async () => {
    const view = await marketAt('2026-11-20T18:00:00Z').viewAt()

    expect(await view.metricHistory('SPY', 'netGex', YEAR)).toEqual({
      points: [],
      warnings: [
        'The simulated market has no history of netGex: it would have to value the chain of each past session.',
      ],
    })
  })
})
