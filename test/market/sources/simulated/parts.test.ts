import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTradingDay } from '../../../../src/market/domain/calendar/trading-calendar.ts'
import { optionTick, tickDown, tickUp } from '../../../../src/market/sources/simulated/chain/ticks.ts'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'
import { Earnings } from '../../../../src/market/sources/simulated/stock/earnings.ts'
import { doneShare, passedShare } from '../../../../src/market/sources/simulated/tape/volume-curve.ts'
import { profileOf, UNIVERSE } from '../../../../src/market/sources/simulated/universe.ts'

describe('the simulated universe', () => {
  it('holds more than forty symbols, the index funds and an index, each with a name, sector and sane figures', () => {
    expect(UNIVERSE.length).toBeGreaterThanOrEqual(45)
    expect(UNIVERSE).toEqual(expect.arrayContaining(['SPY', 'QQQ', 'IWM', 'DIA', 'SPX', 'BRK.B', 'AAPL']))
    for (const symbol of UNIVERSE) {
      const profile = profileOf(symbol)
      expect(profile.name, symbol).toBeTruthy()
      expect(profile.sector, symbol).toBeTruthy()
      expect(profile.eta * (1 + Math.abs(profile.rho)), symbol).toBeLessThanOrEqual(2)
    }
  })

  it('writes class dots out of option roots', () => {
    expect(profileOf('BRK.B').pmRoot).toBe('BRKB')
  })

  it('makes up any other ticker from its name, always the same', async () => {
    const market = () =>
      simulatedMarket({ seed: 1, symbols: ['ZZZZ', 'SPY', 'ABCDEFGH.B'], now: () => new Date('2026-11-20T17:00:00Z') })
    const listings = await market().listings()
    const chain = await (await market().viewAt()).chain('ZZZZ')

    expect(listings.map((listing) => listing.symbol)).toEqual(['ABCDEFGH.B', 'SPY', 'ZZZZ'])
    expect(listings[2]).toMatchObject({ name: null, sector: null })
    expect(profileOf('ZZZZ')).not.toMatchObject({ price: profileOf('ZZZY').price })
    expect(chain.contracts.count).toBeGreaterThan(50)
    expect(await (await market().viewAt()).chain('ZZZZ')).toEqual(chain)
    expect((await (await market().viewAt()).chain('ABCDEFGH.B')).contracts.optionSymbols[0]?.slice(0, 6)).toBe('ABCDEF')
  })
})

describe('ticks', () => {
  it('follow class and price', () => {
    expect([optionTick('penny', 50), optionTick('penny_pilot', 2.99), optionTick('penny_pilot', 3)]).toEqual([
      0.01, 0.01, 0.05,
    ])
    expect([optionTick('standard', 2.99), optionTick('standard', 3)]).toEqual([0.05, 0.1])
    expect([tickDown('standard', 3.19), tickUp('standard', 3.11)]).toEqual([3.1, 3.2])
    expect([tickDown('penny_pilot', 0.004), tickUp('penny_pilot', 0.004)]).toEqual([0, 0.01])
    expect([tickDown('standard', 0.04), tickUp('standard', 0)]).toEqual([0, 0.05])
  })

  it('surround every price by at most one step and are quotable themselves', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('penny', 'penny_pilot', 'standard'),
        fc.double({ min: 0.01, max: 9000, noNaN: true }),
        (ticks, price) => {
          const [down, up] = [tickDown(ticks, price), tickUp(ticks, price)]
          expect(down).toBeLessThanOrEqual(price + 1e-8)
          expect(up).toBeGreaterThanOrEqual(price - 1e-8)
          expect(up - down).toBeLessThanOrEqual(optionTick(ticks, price) + 1e-6)
          expect(tickDown(ticks, down)).toBe(down)
          if (up > 0) expect(tickUp(ticks, up)).toBe(up)
        },
      ),
    )
  })
})

describe('simulated earnings', () => {
  it('come four times a year, on trading days, for ever, with the first price that knows them after the report', () => {
    for (const symbol of ['AAPL', 'JPM', 'ZZZZ']) {
      const earnings = new Earnings(1, symbol)
      for (const year of [2022, 2026, 2031]) {
        const from = Date.parse(`${year}-01-01T00:00:00Z`)
        const reactions = earnings.reactionsAfter(from)
        const ofYear = reactions.filter((ms) => ms < Date.parse(`${year + 1}-01-01T00:00:00Z`))
        expect(ofYear).toHaveLength(4)
        expect(reactions).toEqual([...reactions].sort((a, b) => a - b))
        expect(reactions.length).toBeGreaterThanOrEqual(17)
        for (const ms of ofYear) {
          const date = new Date(ms).toISOString().slice(0, 10)
          expect(isTradingDay(date)).toBe(true)
          expect(earnings.isReaction(date)).toBe(true)
          expect(earnings.reactionsAfter(ms)).not.toContain(ms)
        }
      }
    }
  })
})

describe('the volume curve', () => {
  it('runs from 0 to 1, never back, faster at both ends, and can be inverted', () => {
    expect([doneShare(0), doneShare(0.5)]).toEqual([0, 0.5])
    expect(doneShare(1)).toBeCloseTo(1, 12)
    expect(doneShare(0.1)).toBeGreaterThan(0.14)
    for (let share = 0; share < 1; share += 0.01) {
      expect(doneShare(share + 0.01)).toBeGreaterThan(doneShare(share))
      expect(passedShare(doneShare(share))).toBeCloseTo(share, 5)
    }
  })
})
