import { describe, expect, it } from 'vitest'
import { weekdayOf } from '../../../../src/lib/time/civil-date.ts'
import { tradingDaysBetween } from '../../../../src/market/domain/calendar/trading-calendar.ts'
import { listedExpirations } from '../../../../src/market/sources/simulated/chain/listed-expirations.ts'
import { listedStrikes } from '../../../../src/market/sources/simulated/chain/listed-strikes.ts'
import { profileOf } from '../../../../src/market/sources/simulated/universe.ts'

const FRIDAY = 5

function datesOf(symbol: string, date: string, root = profileOf(symbol).pmRoot): string[] {
  return listedExpirations(profileOf(symbol), date)
    .filter((listed) => listed.root === root)
    .map((listed) => listed.expirationDate)
    .sort()
}

describe('listed expirations', () => {
  it('come every trading day for SPY, QQQ, IWM and the PM contracts of SPX', () => {
    for (const symbol of ['SPY', 'QQQ', 'IWM', 'SPX']) {
      const dates = datesOf(symbol, '2026-11-20')
      const days = tradingDaysBetween('2026-11-20', '2026-12-04')
      expect(dates.slice(0, days.length), symbol).toEqual(days)
    }
  })

  it('come every Friday for classes with weeklies, on Thursday where Friday is a holiday', () => {
    const dates = datesOf('AAPL', '2026-11-23')

    expect(dates.slice(0, 8)).toEqual([
      '2026-11-27',
      '2026-12-04',
      '2026-12-11',
      '2026-12-18',
      '2026-12-24',
      '2026-12-31',
      '2027-01-08',
      '2027-01-15',
    ])
  })

  it('come monthly on the third Friday for quiet classes, on the day before where it is a holiday', () => {
    for (const date of ['2026-01-05', '2026-04-13', '2026-06-01', '2027-02-01']) {
      for (const expiration of datesOf('MCD', date)) {
        const day = Number(expiration.slice(8))
        if (weekdayOf(expiration) === FRIDAY) expect(day >= 15 && day <= 21, expiration).toBe(true)
        else expect(expiration).toMatch(/^(2026-06-18|2027-06-17|2028-06-15|2029-06-14)$/)
      }
    }
    expect(datesOf('MCD', '2026-06-01')[0]).toBe('2026-06-18')
  })

  it('hold AM and PM twins on third Fridays of SPX', () => {
    const am = datesOf('SPX', '2026-11-16', 'SPX')
    const pm = datesOf('SPX', '2026-11-16')

    expect(am.slice(0, 2)).toEqual(['2026-11-20', '2026-12-18'])
    expect(pm).toContain('2026-11-20')
    expect(pm).toContain('2026-12-18')
    expect(new Set([...am, ...pm]).size).toBeLessThan(am.length + pm.length)
  })

  it('reach out to January contracts of two years, and hold no date twice or in the past', () => {
    for (const symbol of ['SPY', 'AAPL', 'MCD', 'SPX', 'ZZZZ']) {
      for (const date of ['2024-02-16', '2026-11-20', '2026-12-31', '2027-06-18']) {
        const listed = listedExpirations(profileOf(symbol), date)
        const keys = listed.map((each) => each.root + each.expirationDate)
        expect(new Set(keys).size).toBe(keys.length)
        expect(listed.filter((each) => each.expirationDate < date)).toEqual([])
        const year = Number(date.slice(0, 4))
        expect(
          listed.some((each) => each.expirationDate.startsWith(`${year + 1}-01`)),
          `${symbol} ${date}`,
        ).toBe(true)
        expect(
          listed.some((each) => each.expirationDate.startsWith(`${year + 2}-01`)),
          `${symbol} ${date}`,
        ).toBe(true)
      }
    }
  })

  it('keep a listed monthly contract listed until it expires', () => {
    for (const symbol of ['AAPL', 'SPY', 'MCD']) {
      const cutoff = '2026-11-20'
      let before = new Set(datesOf(symbol, '2026-08-03'))
      for (const date of tradingDaysBetween('2026-08-04', cutoff)) {
        const today = new Set(datesOf(symbol, date))
        const vanished = [...before].filter((each) => each >= date && !today.has(each))
        expect(vanished, `${symbol} ${date}`).toEqual([])
        before = today
      }
    }
  })
})

describe('listed strikes', () => {
  const intervals = (symbol: string, price: number, years: number) => {
    const strikes = listedStrikes(profileOf(symbol), { low: price, high: price }, years)
    const near = strikes.filter((strike) => Math.abs(strike / price - 1) < 0.025)
    return near.slice(1).map((strike, index) => strike - near[index]!)
  }

  it('follow the interval rules of class and price near the money', () => {
    const rules: [string, number, number, number][] = [
      ['SPY', 685, 0.02, 1],
      ['SPX', 6850, 0.02, 5],
      ['F', 45, 0.02, 0.5],
      ['KO', 70, 0.02, 1],
      ['AAPL', 270, 0.02, 2.5],
      ['GS', 880, 0.02, 5],
      ['AAPL', 170, 0.8, 5],
      ['AAPL', 270, 0.8, 10],
      ['MCD', 305, 0.1, 10],
      ['PG', 143, 0.1, 5],
    ]
    for (const [symbol, price, years, interval] of rules) {
      for (const step of intervals(symbol, price, years)) expect(step, `${symbol} ${price}`).toBe(interval)
    }
    expect(listedStrikes(profileOf('MCD'), { low: 20, high: 20 }, 0.1)).toContain(17.5)
  })

  it('are sorted, surround the price by a third on long dates, and thin out in the wings', () => {
    for (const symbol of ['SPY', 'SPX', 'AAPL', 'F', 'COIN', 'MCD']) {
      const { price } = profileOf(symbol)
      for (const years of [0.003, 0.1, 1, 2.5]) {
        const strikes = listedStrikes(profileOf(symbol), { low: price, high: price }, years)
        expect(strikes).toEqual([...new Set(strikes)].sort((a, b) => a - b))
        expect(strikes[0]).toBeLessThan(price * (years > 0.5 ? 0.75 : 0.97))
        expect(strikes.at(-1)).toBeGreaterThan(price * (years > 0.5 ? 1.3 : 1.03))
      }
    }
    const weekly = listedStrikes(profileOf('SPY'), { low: 685, high: 685 }, 0.02)
    expect(weekly[1]! - weekly[0]!).toBe(5)
  })

  it('widen with the range of past prices, because a listed strike stays', () => {
    const narrow = listedStrikes(profileOf('AAPL'), { low: 260, high: 260 }, 0.1)
    const wide = listedStrikes(profileOf('AAPL'), { low: 220, high: 300 }, 0.1)

    expect(wide).toEqual(expect.arrayContaining(narrow))
    expect(wide[0]).toBeLessThan(narrow[0]!)
  })
})
