import { describe, expect, it } from 'vitest'
import { sessionOn } from '../../../../src/market/domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../../../../src/market/domain/stocks/bar.ts'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'
import { World } from '../../../../src/market/sources/simulated/world.ts'

const AFTER_CLOSE = '2026-11-20T22:00:00Z'
const SEEDS = [1, 2, 3]

async function barsOf(symbol: string, seed: number): Promise<readonly DailyBar[]> {
  const market = simulatedMarket({ seed, now: () => new Date(AFTER_CLOSE) })
  return (await market.viewAt()).dailyBars(symbol, {})
}

async function returnsOf(symbol: string, seed: number): Promise<number[]> {
  const bars = await barsOf(symbol, seed)
  return bars.slice(1).map((bar, index) => Math.log(bar.close / bars[index]!.close))
}

describe('simulated prices within a session', () => {
  for (const date of ['2026-11-20', '2025-11-28']) {
    it(`stay inside the finished bar of ${date}, start at its open, end at its close and touch high and low`, async () => {
      const { openMs, closeMs } = sessionOn(date)!
      const clock = { ms: closeMs + 60_000 }
      const market = simulatedMarket({ seed: 1, now: () => new Date(clock.ms) })
      for (const symbol of ['SPX', 'SOFI']) {
        clock.ms = closeMs + 60_000
        const bar = (await (await market.viewAt()).dailyBars(symbol, { from: date, to: date }))[0]!
        let high = 0
        let low = Number.POSITIVE_INFINITY
        for (clock.ms = openMs; clock.ms <= closeMs; clock.ms += 7000) {
          const { price } = await (await market.viewAt()).quote(symbol)
          if (clock.ms === openMs) expect(price).toBe(bar.open)
          high = Math.max(high, price)
          low = Math.min(low, price)
        }
        clock.ms = closeMs
        expect((await (await market.viewAt()).quote(symbol)).price).toBe(bar.close)
        expect(high).toBeLessThanOrEqual(bar.high)
        expect(low).toBeGreaterThanOrEqual(bar.low)
        expect(bar.high - high).toBeLessThan(0.1 * (bar.high - bar.low))
        expect(low - bar.low).toBeLessThan(0.1 * (bar.high - bar.low))
      }
    })
  }

  it('widen the running bar and never narrow it, with every price so far inside', async () => {
    const { openMs, closeMs } = sessionOn('2026-11-20')!
    const clock = { ms: openMs }
    const market = simulatedMarket({ seed: 4, now: () => new Date(clock.ms) })
    let before = { high: 0, low: Number.POSITIVE_INFINITY, volume: -1 }
    const seen: number[] = []
    for (; clock.ms <= closeMs; clock.ms += 41_000) {
      const quote = await (await market.viewAt()).quote('AMD')
      seen.push(quote.price)
      expect(quote.high).toBeGreaterThanOrEqual(Math.max(before.high, ...seen))
      expect(quote.low).toBeLessThanOrEqual(Math.min(before.low, ...seen))
      expect(quote.volume).toBeGreaterThanOrEqual(before.volume)
      expect(quote.bid).toBeLessThanOrEqual(quote.price)
      expect(quote.ask).toBeGreaterThanOrEqual(quote.price)
      before = quote
    }
    clock.ms = closeMs
    const finished = await (await market.viewAt()).quote('AMD')
    expect(finished.high).toBeGreaterThanOrEqual(before.high)
  })

  it('are continuous: finer steps of time are smaller steps of price', () => {
    const world = new World(1, 1)
    const path = world.path('TSLA')
    const index = world.sessions.indexOf('2026-11-20') ?? -1
    const largestStep = (steps: number) => {
      let largest = 0
      for (let step = 1; step <= steps; step++) {
        const from = world.priceAt(path, world.within(index, 0.4 + (0.01 * (step - 1)) / steps))
        const to = world.priceAt(path, world.within(index, 0.4 + (0.01 * step) / steps))
        largest = Math.max(largest, Math.abs(to - from))
      }
      return largest
    }

    expect(largestStep(2000)).toBeLessThan(0.35 * largestStep(20))
  })

  it('stay inside the bar of the session in the night after it, and begin it at the close', () => {
    const world = new World(1, 1)
    for (const symbol of ['SPY', 'COIN']) {
      const path = world.path(symbol)
      const index = world.sessions.indexOf('2026-11-20') ?? -1
      const bar = path.bar(index)
      const { closeMs } = sessionOn('2026-11-20')!
      const nextOpenMs = sessionOn('2026-11-23')!.openMs
      for (let ms = closeMs + 1; ms < nextOpenMs; ms += 977_000) {
        const price = world.priceAt(path, world.momentAt(ms)!)
        expect(price).toBeLessThanOrEqual(bar.high)
        expect(price).toBeGreaterThanOrEqual(bar.low)
        if (ms === closeMs + 1) expect(price).toBeCloseTo(bar.close, 1)
      }
    }
  })

  it('move an index exactly as the fund that tracks it', async () => {
    const market = simulatedMarket({ seed: 1, now: () => new Date('2026-11-20T19:03:21Z') })
    const view = await market.viewAt()

    const ratio = (await view.quote('SPX')).price / (await view.quote('SPY')).price

    expect(ratio).toBeCloseTo(10, 2)
  })
})

describe('simulated daily returns', () => {
  it.each(SEEDS)('have the volatility of their profile, with seed %i', async (seed) => {
    const expected: [string, number, number][] = [
      ['SPY', 0.12, 0.21],
      ['KO', 0.13, 0.22],
      ['AAPL', 0.23, 0.37],
      ['SOFI', 0.48, 0.8],
    ]
    for (const [symbol, least, most] of expected) {
      const volatility = deviation(await returnsOf(symbol, seed)) * Math.sqrt(252)
      expect(volatility, symbol).toBeGreaterThan(least)
      expect(volatility, symbol).toBeLessThan(most)
    }
  })

  it.each(SEEDS)('are correlated through market and sectors, with seed %i', async (seed) => {
    const spy = await returnsOf('SPY', seed)
    const bands: [string, number, number][] = [
      ['QQQ', 0.85, 0.98],
      ['IWM', 0.75, 0.95],
      ['AAPL', 0.45, 0.75],
      ['KO', 0.2, 0.55],
    ]
    for (const [symbol, least, most] of bands) {
      const value = correlation(spy, await returnsOf(symbol, seed))
      expect(value, symbol).toBeGreaterThan(least)
      expect(value, symbol).toBeLessThan(most)
    }
    const sameSector = correlation(await returnsOf('XOM', seed), await returnsOf('CVX', seed))
    const otherSector = correlation(await returnsOf('XOM', seed), await returnsOf('KO', seed))
    expect(sameSector).toBeGreaterThan(otherSector)
  })

  it('cluster: large moves follow large moves', async () => {
    const byLag = [1, 3, 5].map(() => 0)
    for (const seed of SEEDS) {
      const squares = (await returnsOf('SPY', seed)).map((each) => each ** 2)
      ;[1, 3, 5].forEach((lag, index) => {
        byLag[index]! += correlation(squares.slice(lag), squares.slice(0, -lag)) / SEEDS.length
      })
    }

    for (const autocorrelation of byLag) expect(autocorrelation).toBeGreaterThan(0.05)
  })

  it('hardly predict themselves: returns have no memory worth trading', async () => {
    for (const seed of SEEDS) {
      const returns = await returnsOf('SPY', seed)
      expect(Math.abs(correlation(returns.slice(1), returns.slice(0, -1)))).toBeLessThan(0.1)
    }
  })

  it('have jumps: gaps of the whole market that its volatility does not explain, and fat tails', async () => {
    let largeGaps = 0
    let nights = 0
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const bars = await barsOf('SPY', seed)
      const gaps = bars.slice(1).map((bar, index) => Math.log(bar.open / bars[index]!.close))
      for (let night = 30; night < gaps.length; night++) {
        const recent = gaps.slice(night - 30, night).map(Math.abs)
        if (Math.abs(gaps[night]!) > 6 * medianOf(recent)) largeGaps++
        nights++
      }
    }
    const kurtoses = await Promise.all(
      ['SPY', 'AAPL', 'XOM', 'ADBE', 'MU', 'DIS'].map(async (symbol) => kurtosis(await returnsOf(symbol, 1))),
    )

    const perYear = (252 * largeGaps) / nights
    expect(perYear).toBeGreaterThan(1)
    expect(perYear).toBeLessThan(3)
    expect(mean(kurtoses)).toBeGreaterThan(3.8)
  })

  it('come with ranges as wide as a continuous path would have', async () => {
    for (const symbol of ['SPY', 'AAPL', 'F']) {
      const bars = await barsOf(symbol, 1)
      const parkinson = Math.sqrt(mean(bars.map((bar) => Math.log(bar.high / bar.low) ** 2)) / (4 * Math.LN2))
      const openToClose = deviation(bars.map((bar) => Math.log(bar.close / bar.open)))
      expect(parkinson / openToClose, symbol).toBeGreaterThan(0.9)
      expect(parkinson / openToClose, symbol).toBeLessThan(1.1)
    }
  })

  it('keep prices near familiar levels for years, in whole cents', async () => {
    for (const seed of SEEDS) {
      const closes = (await barsOf('SPY', seed)).map((bar) => bar.close)
      expect(Math.min(...closes)).toBeGreaterThan(300)
      expect(Math.max(...closes)).toBeLessThan(1400)
      for (const close of closes) expect(close).toBe(Number(close.toFixed(2)))
    }
  })
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

function correlation(left: readonly number[], right: readonly number[]): number {
  const [a, b] = [mean(left), mean(right)]
  return mean(left.map((value, index) => (value - a) * (right[index]! - b))) / deviation(left) / deviation(right)
}

function kurtosis(values: readonly number[]): number {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** 4)) / deviation(values) ** 4
}
