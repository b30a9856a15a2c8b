import { describe, expect, it } from 'vitest'
import { simulatedMarket } from '../../../../../src/market/sources/simulated/index.ts'

const marketAt = (instant: string, seed = 1) => simulatedMarket({ seed, now: () => new Date(instant) })
const SYMBOLS = ['SPY', 'AAPL', 'KO', 'BRK.B']

describe('off-exchange trades of the simulated market', () => {
  it('are 35 to 50 % of the volume of a session, in some hundred to two thousand prints inside its bar', async () => {
    const view = await marketAt('2026-11-20T23:00:00Z').viewAt()
    for (const symbol of SYMBOLS) {
      const bars = new Map((await view.dailyBars(symbol, {})).map((bar) => [bar.date, bar]))
      const { sessions, warnings } = await view.offExchangeTrades(symbol, 20)

      expect(warnings).toEqual([])
      expect(sessions).toHaveLength(15)
      for (const { trades, volume } of sessions) {
        const bar = bars.get(trades.sessionDate)!
        const off = trades.size.reduce((total, size) => total + size, 0)
        const what = `${symbol} ${trades.sessionDate}`
        expect(volume, what).toBe(bar.volume)
        expect(off / volume, what).toBeGreaterThan(0.35)
        expect(off / volume, what).toBeLessThan(0.5)
        expect(trades.count, what).toBeGreaterThan(250)
        expect(trades.count, what).toBeLessThanOrEqual(2000)
        expect(Math.min(...trades.price), what).toBeGreaterThanOrEqual(bar.low)
        expect(Math.max(...trades.price), what).toBeLessThanOrEqual(bar.high)
      }
    }
  })

  it('of a running session end at the present, within its bar and its volume so far', async () => {
    for (const instant of ['2026-11-20T14:30:02Z', '2026-11-20T14:37:00Z', '2026-11-20T18:00:00Z']) {
      const view = await marketAt(instant).viewAt()
      const { low, high, volume: soFar } = await view.quote('AAPL')
      const { sessions, asOfMs } = await view.offExchangeTrades('AAPL', 1)
      const { trades, volume } = sessions[0]!

      expect(sessions).toHaveLength(1)
      expect(volume).toBe(soFar)
      expect(trades.size.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(0.5 * volume)
      expect(Math.max(0, ...trades.executedAtMs)).toBeLessThanOrEqual(asOfMs)
      expect(Math.min(high, ...trades.price)).toBeGreaterThanOrEqual(low)
      expect(Math.max(low, ...trades.price)).toBeLessThanOrEqual(high)
    }
  })

  it('that were seen while the session ran are the same when it has ended, and on every run', async () => {
    const during = await (await marketAt('2026-11-20T18:00:00Z').viewAt()).offExchangeTrades('SPY', 1)
    const after = await (await marketAt('2026-11-24T18:00:00Z').viewAt('2026-11-20')).offExchangeTrades('SPY', 1)
    const other = await (await marketAt('2026-11-24T18:00:00Z', 2).viewAt('2026-11-20')).offExchangeTrades('SPY', 1)
    const seen = during.sessions[0]!.trades
    const whole = after.sessions[0]!.trades

    expect(seen.count).toBeGreaterThan(100)
    expect(whole.count).toBeGreaterThan(seen.count)
    expect(whole.price.slice(0, seen.count)).toEqual(seen.price.slice())
    expect(whole.executedAtMs.slice(0, seen.count)).toEqual(seen.executedAtMs.slice())
    expect(other.sessions[0]!.trades.price).not.toEqual(whole.price)
  })

  it('have fat tails: a twentieth of the prints carries more than a third of the shares', async () => {
    const { sessions } = await (await marketAt('2026-11-20T23:00:00Z').viewAt()).offExchangeTrades('SPY', 1)
    const sizes = sessions[0]!.trades.size.toSorted().reverse()
    const total = sizes.reduce((sum, size) => sum + size, 0)

    const largest = sizes.slice(0, Math.ceil(sizes.length / 20)).reduce((sum, size) => sum + size, 0)

    expect(largest / total).toBeGreaterThan(1 / 3)
    expect(sizes.filter((size) => size >= 10_000).length).toBeGreaterThan(20)
  })

  it('gather at round prices and at the close', async () => {
    const view = await marketAt('2026-11-20T23:00:00Z').viewAt()
    const { close } = (await view.dailyBars('SPY', {})).at(-1)!
    const { sessions } = await view.offExchangeTrades('SPY', 20)
    const valueAt = (isThere: (price: number) => boolean, days = sessions) => {
      const shares = days.map(({ trades }) =>
        trades.size.reduce((sum, size, row) => sum + (isThere(trades.price[row]!) ? size : 0), 0),
      )
      return shares.reduce((sum, each) => sum + each, 0)
    }
    const all = valueAt(() => true)

    // One cent in 250 is a multiple of 2.50.
    expect(valueAt((price) => price % 2.5 === 0) / all).toBeGreaterThan(0.05)
    expect(
      valueAt((price) => price === close, sessions.slice(-1)) / valueAt(() => true, sessions.slice(-1)),
    ).toBeGreaterThan(0.07)
  })

  it('are none of an index, and the answer says why', async () => {
    const tape = await (await marketAt('2026-11-20T18:00:00Z').viewAt()).offExchangeTrades('SPX', 20)

    expect(tape).toMatchObject({ sessions: [], warnings: ['SPX is an index: there are no trades in it.'] })
  })
})
