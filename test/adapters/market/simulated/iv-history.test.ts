import { describe, expect, it } from 'vitest'
import { simulatedMarket } from '../../../../src/adapters/market/simulated/index.ts'
import { valuedChain } from '../../../../src/domain/analytics/chain-valuation.ts'
import { constantMaturities } from '../../../../src/domain/analytics/volatility-figures.ts'
import { tradingDaysBetween } from '../../../../src/domain/market/trading-calendar.ts'

const marketAt = (instant: string, seed = 1) => simulatedMarket({ seed, now: () => new Date(instant) })

describe('the simulated history of IV30', () => {
  it.each(['SPX', 'SPY', 'NVDA', 'F', 'GE'])(
    'of %s agrees with what the quoted chains of the same closes say',
    async (symbol) => {
      const market = marketAt('2026-11-20T18:00:00Z')
      const history = new Map((await (await market.viewAt()).ivHistory(symbol)).map(({ date, iv30 }) => [date, iv30]))

      // Before reports, an early close, and a monthly expiration, after which some have nothing within 30 days.
      for (const date of ['2026-01-28', '2025-11-28', '2026-05-15']) {
        const chain = await (await market.viewAt(date)).chain(symbol)
        const quoted = constantMaturities(valuedChain(chain)).answer.iv30
        const derived = history.get(date) ?? -1
        const agrees = Number.isNaN(quoted) ? Number.isNaN(derived) : Math.abs(derived - quoted) < 0.003
        expect(agrees, `${symbol} ${date}: ${derived} from the surface, ${quoted} from the quotes`).toBe(true)
      }
    },
    30_000,
  )

  it('is of the 252 sessions before that of the view, none left out', async () => {
    const market = marketAt('2026-11-20T18:00:00Z')
    const dates = async (date?: string) => (await (await market.viewAt(date)).ivHistory('SPY')).map((it) => it.date)

    expect(await dates()).toEqual(tradingDaysBetween('2025-01-01', '2026-11-19').slice(-252))
    expect(await dates('2025-07-03')).toEqual(tradingDaysBetween('2024-01-01', '2025-07-02').slice(-252))
    expect((await dates('2023-01-04'))[0]).toBe('2022-01-03')
  })

  it('of a past date is the same whenever and in whatever order it is asked for', async () => {
    const early = marketAt('2026-02-20T18:00:00Z')
    const late = marketAt('2026-11-20T18:00:00Z')
    await (await late.viewAt()).ivHistory('AAPL')

    const then = await (await early.viewAt('2026-02-19')).ivHistory('AAPL')
    const now = await (await late.viewAt('2026-02-19')).ivHistory('AAPL')

    expect(now).toEqual(then)
    expect(await (await marketAt('2026-11-20T18:00:00Z', 2).viewAt('2026-02-19')).ivHistory('AAPL')).not.toEqual(then)
  })

  it('goes on with each session, and is the same object within one', async () => {
    let instant = '2026-11-20T15:00:00Z'
    const market = simulatedMarket({ seed: 1, now: () => new Date(instant) })
    const history = async () => (await market.viewAt()).ivHistory('SPY')
    const morning = await history()
    instant = '2026-11-20T20:59:00Z'
    const evening = await history()
    instant = '2026-11-23T15:00:00Z'
    const monday = await history()

    expect(evening).toBe(morning)
    expect(monday.slice(0, -1)).toEqual(morning.slice(1))
    expect(monday.at(-1)?.date).toBe('2026-11-20')
  })
})
