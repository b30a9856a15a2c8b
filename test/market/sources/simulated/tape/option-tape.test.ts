import { describe, expect, it } from 'vitest'
import { sessionOn } from '../../../../../src/market/domain/calendar/trading-calendar.ts'
import type { TapePrints } from '../../../../../src/market/domain/options/option-tape.ts'
import { simulatedMarket } from '../../../../../src/market/sources/simulated/index.ts'
import { tapeScale } from '../../../../../src/market/sources/simulated/tape/tape-size.ts'
import { profileOf } from '../../../../../src/market/sources/simulated/universe.ts'

const DATE = '2026-11-19'
const CLOSE_MS = Date.parse('2026-11-19T21:00:00Z')

function clockedMarket(instant: string | number, seed = 1) {
  const clock = { ms: typeof instant === 'number' ? instant : Date.parse(instant) }
  return { clock, market: simulatedMarket({ seed, now: () => new Date(clock.ms) }) }
}

const marketAt = (instant: string | number, seed = 1) => clockedMarket(instant, seed).market
const wholeTape = async (symbol: string, date = DATE, seed = 1) =>
  (await marketAt('2026-11-21T12:00:00Z', seed).viewAt(date)).optionPrints(symbol)

/** The first rows as plain arrays, so that buffers of different lengths can be compared. */
function firstRows(prints: TapePrints, count = prints.count) {
  return Object.fromEntries(
    Object.entries(prints).map(([name, column]) => [
      name,
      typeof column === 'object' ? [...column].slice(0, count) : name,
    ]),
  )
}

describe('the tape of a running session', () => {
  it('grows at its end alone, and stays the same tape until the next session', async () => {
    const { clock, market } = clockedMarket('2026-11-19T14:30:00Z')
    const ask = async () => (await market.viewAt()).optionPrints('AAPL')
    let before = await ask()
    const first = before

    for (const minutes of [0.5, 1, 1, 90, 200, 96, 2, 600]) {
      clock.ms += minutes * 60_000
      const after = await ask()
      expect(after.tape).toBe(first.tape)
      expect(after.prints.count).toBeGreaterThanOrEqual(before.prints.count)
      expect(firstRows(after.prints, before.prints.count)).toEqual(firstRows(before.prints))
      before = after
    }
    expect(firstRows(before.prints)).toEqual(firstRows((await wholeTape('AAPL')).prints))
    clock.ms = Date.parse('2026-11-20T15:00:00Z')
    const next = await ask()
    expect(next.tape).not.toBe(first.tape)
    expect(next.sessionDate).toBe('2026-11-20')
  })

  it('says at the open that nothing has traded yet', async () => {
    const tape = await (await marketAt('2026-11-19T14:30:00Z').viewAt()).optionPrints('KO')

    expect(tape.prints.count).toBe(0)
    expect(tape.warnings).toEqual(['No option of KO has traded yet in the session of 2026-11-19.'])
  })

  it('is the same object while nothing has been added', async () => {
    const { clock, market } = clockedMarket('2026-11-19T21:30:00Z')
    const first = await (await market.viewAt()).optionPrints('KO')
    clock.ms += 3_600_000
    const later = await (await market.viewAt()).optionPrints('KO')

    expect(later.prints).toBe(first.prints)
    expect([first.asOfMs, later.asOfMs]).toEqual([CLOSE_MS, CLOSE_MS])
  })

  it('does not depend on what was asked before, and does on the seed', async () => {
    const { clock, market } = clockedMarket('2026-11-20T20:00:00Z')
    await (await market.viewAt('2026-11-18')).optionPrints('AAPL')
    await (await market.viewAt()).optionPrints('SPY')
    clock.ms -= 7_200_000
    await (await market.viewAt()).optionPrints('AAPL')
    const wandered = await (await market.viewAt(DATE)).optionPrints('AAPL')

    expect(firstRows(wandered.prints)).toEqual(firstRows((await wholeTape('AAPL')).prints))
    expect(firstRows((await wholeTape('AAPL', DATE, 2)).prints)).not.toEqual(firstRows(wandered.prints))
  })
})

describe.each(['SPX', 'AAPL', 'GE'])('the tape of %s', (symbol) => {
  it('shows with each print the quote and the price that the chain of its second shows', async () => {
    const { prints } = await wholeTape(symbol)
    const { clock, market } = clockedMarket(CLOSE_MS)
    const step = Math.max(Math.floor(prints.count / 25), 1)

    for (let print = 0; print < prints.count; print += step) {
      clock.ms = prints.executedAtMs[print]!
      const { contracts, underlyingPrice } = await (await market.viewAt()).chain(symbol)
      const row = contracts.optionSymbols.indexOf(prints.optionSymbols.at(print)!)
      expect(prints.underlyingPrice[print]).toBe(underlyingPrice)
      expect({ bid: prints.bid[print], ask: prints.ask[print] }).toEqual({
        bid: contracts.bid[row],
        ask: contracts.ask[row],
      })
    }
  })

  it('never counts more contracts than the chain of the same moment, in no contract', async () => {
    const { clock, market } = clockedMarket(CLOSE_MS)
    const { openMs } = sessionOn(DATE)!

    for (const minutes of [1, 2, 5, 15, 40, 100, 200, 300, 380, 389, 391, 800]) {
      clock.ms = openMs + minutes * 60_000
      const view = await market.viewAt()
      const { contracts } = await view.chain(symbol)
      const { prints } = await view.optionPrints(symbol)
      const volumeOf = new Map(contracts.optionSymbols.map((name, row) => [name, contracts.volume[row]!]))
      for (let print = 0; print < prints.count; print++) {
        const volume = volumeOf.get(prints.optionSymbols.at(print)!) ?? Number.NaN
        if (prints.volume[print]! > volume)
          expect.fail(
            `${prints.optionSymbols.at(print)}: ${prints.volume[print]} of ${volume} after ${minutes} minutes`,
          )
      }
    }
  })

  it('has prices in whole cents, and electronic ones on the ticks of the class', async () => {
    const { prints } = await wholeTape(symbol)
    const { ticks } = profileOf(symbol)

    for (let print = 0; print < prints.count; print++) {
      const cents = 100 * prints.price[print]!
      expect(Math.abs(cents - Math.round(cents))).toBeLessThan(1e-6)
      if (!['I', '', 'S'].includes(prints.condition.at(print)!)) continue
      const tick = ticks === 'standard' ? (cents < 299.5 ? 5 : 10) : ticks === 'penny_pilot' && cents >= 299.5 ? 5 : 1
      if (Math.round(cents) % tick !== 0)
        expect.fail(
          `${prints.optionSymbols.at(print)} at ${cents} cents, quoted ${prints.bid[print]} ${prints.ask[print]}`,
        )
    }
  })
})

describe('a day of tapes', () => {
  it('has fat-tailed sizes from a floor on, and orders that come in clusters', async () => {
    for (const symbol of ['SPY', 'SPX', 'AAPL', 'KO', 'GE']) {
      const { prints } = await wholeTape(symbol)
      const { floor } = tapeScale(profileOf(symbol))
      const single = [...prints.size].filter((_, print) => prints.condition.at(print) !== 'S')

      expect(Math.min(...single), symbol).toBeGreaterThanOrEqual(floor)
      expect(tailExponent([...prints.size]), symbol).toBeGreaterThan(1)
      expect(tailExponent([...prints.size]), symbol).toBeLessThan(3)
      expect(dispersion(prints), symbol).toBeGreaterThan(1.3)
    }
  })

  it('lists at most 20,000 prints of the busiest symbols, some hundred to thousand of a quiet one, and a part of the volume', async () => {
    for (const [symbol, least, most] of [
      ['SPY', 8000, 20_000],
      ['AAPL', 3000, 12_000],
      ['GE', 300, 6000],
    ] as const) {
      for (const date of ['2026-11-16', '2026-11-17', '2026-11-18', DATE]) {
        const { prints } = await wholeTape(symbol, date)
        const { contracts } = await (await marketAt('2026-11-21T12:00:00Z').viewAt(date)).chain(symbol)
        const listed = sum(prints.size.filter((_, print) => !expires(prints.optionSymbols.at(print)!, date)))

        expect(prints.count, symbol).toBeGreaterThan(least)
        expect(prints.count, symbol).toBeLessThanOrEqual(most)
        expect(listed / sum(contracts.volume), symbol).toBeGreaterThan(0.08)
        expect(listed / sum(contracts.volume), symbol).toBeLessThan(0.8)
      }
    }
  })

  it('has a premium in proportion to the class', async () => {
    const premium = async (symbol: string) => {
      const { prints } = await wholeTape(symbol)
      return sum(prints.price.map((price, print) => 100 * price * prints.size[print]!))
    }

    expect(await premium('SPY')).toBeGreaterThan(1e8)
    expect(await premium('SPY')).toBeLessThan(5e9)
    expect(await premium('AAPL')).toBeGreaterThan(1e7)
    expect(await premium('AAPL')).toBeLessThan(1e9)
    expect(await premium('KO')).toBeLessThan(1e7)
  })
})

describe('a simulated chain after the close', () => {
  it('counts the volume of its contracts as it stood at the close, without those that were settled', async () => {
    const { clock, market } = clockedMarket(CLOSE_MS - 1000)
    const during = (await (await market.viewAt()).chain('SPY')).contracts
    clock.ms = CLOSE_MS + 60_000
    const after = (await (await market.viewAt()).chain('SPY')).contracts
    const rowOf = new Map(during.optionSymbols.map((name, row) => [name, row]))

    expect(after.count).toBeLessThan(during.count)
    for (let row = 0; row < after.count; row++) {
      const before = rowOf.get(after.optionSymbols[row]!)!
      expect(after.openInterest[row]).toBe(during.openInterest[before])
      // The last second of the session adds one trade of 390 at most.
      expect(after.volume[row]! - during.volume[before]!).toBeGreaterThanOrEqual(0)
      expect(after.volume[row]! - during.volume[before]!).toBeLessThanOrEqual(Math.ceil(after.volume[row]! / 100) + 6)
    }
  })
})

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)

function expires(optionSymbol: string, date: string): boolean {
  return optionSymbol.slice(6, 12) === date.slice(2).replaceAll('-', '')
}

/** Hill's estimator over the largest twentieth. */
function tailExponent(sizes: number[]): number {
  const falling = sizes.sort((a, b) => b - a)
  const count = Math.floor(falling.length / 20)
  const threshold = falling[count]!
  return count / falling.slice(0, count).reduce((total, size) => total + Math.log(size / threshold), 0)
}

/** Variance over mean of the prints in ten seconds, against the half hour around them: 1 for a Poisson process. */
function dispersion({ executedAtMs }: TapePrints): number {
  const times = [...executedAtMs].filter((ms, print) => ms !== executedAtMs[print - 1])
  const { openMs, closeMs } = sessionOn(DATE)!
  const [bin, bins] = [10_000, 180]
  let excess = 0
  let halfHours = 0
  for (let fromMs = openMs; fromMs + bin * bins <= closeMs; fromMs += bin * bins) {
    const counts = new Array<number>(bins).fill(0)
    for (const ms of times) if (ms >= fromMs && ms < fromMs + bin * bins) counts[Math.floor((ms - fromMs) / bin)]!++
    const mean = counts.reduce((total, count) => total + count, 0) / bins
    excess += counts.reduce((total, count) => total + (count - mean) ** 2, 0) / (bins - 1) / mean
    halfHours++
  }
  return excess / halfHours
}
