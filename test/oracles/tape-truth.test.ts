import { describe, expect, it } from 'vitest'
import { finish } from '../../src/lib/steps.ts'
import { daysBetween } from '../../src/lib/time/civil-date.ts'
import { nextTradingDay, tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import { parseOptionSymbol } from '../../src/market/domain/options/option-symbol.ts'
import { boardSteps } from '../../src/market/sources/simulated/chain/board.ts'
import { simulatedMarket } from '../../src/market/sources/simulated/index.ts'
import { accumulatorOf } from '../../src/market/sources/simulated/tape/accumulators.ts'
import type { TapeTruth } from '../../src/market/sources/simulated/tape/option-tape.ts'
import { haltsOf } from '../../src/market/sources/simulated/tape/trading-halts.ts'
import { UNIVERSE } from '../../src/market/sources/simulated/universe.ts'
import { World } from '../../src/market/sources/simulated/world.ts'
import { tapeTruth } from './tape-truth.ts'

const DATE = '2026-11-19'
const LATER = new Date('2026-12-24T12:00:00Z')
const truthOf = tapeTruth({ seed: 1 })
const market = simulatedMarket({ seed: 1, now: () => LATER })
const SYMBOLS = ['SPY', 'SPX', 'NDX', 'AAPL', 'UNH', 'KO'] as const
const OPRA_EXCHANGES = new Set('ABCDEHIJMNPQSTUWXZ')

interface TrueRow {
  readonly atMs: number
  readonly optionSymbol: string
  readonly size: number
  readonly price: number
  /** In cents, as the side is to be told from integers. */
  readonly cents: { readonly price: number; readonly bid: number; readonly ask: number }
  readonly exchange: string
  readonly condition: string
  readonly side: number
  readonly order: number
  readonly isAccumulated: boolean
  readonly isInformed: boolean
}

function rowsOf({ prints, side, order, isAccumulated, isInformed }: TapeTruth): TrueRow[] {
  const inCents = (value: number | undefined) => Math.round(100 * value!)
  return Array.from({ length: prints.count }, (_, row) => ({
    atMs: prints.executedAtMs[row]!,
    optionSymbol: prints.optionSymbols.at(row)!,
    size: prints.size[row]!,
    price: prints.price[row]!,
    cents: { price: inCents(prints.price[row]), bid: inCents(prints.bid[row]), ask: inCents(prints.ask[row]) },
    exchange: prints.exchange.at(row)!,
    condition: prints.condition.at(row)!,
    side: side[row]!,
    order: order[row]!,
    isAccumulated: isAccumulated[row] === 1,
    isInformed: isInformed[row] === 1,
  }))
}

function ordersWith(rows: readonly TrueRow[], conditions: string): TrueRow[][] {
  const wanted = rows.filter(({ condition }) => condition !== '' && conditions.includes(condition))
  return [...Map.groupBy(wanted, ({ order }) => order).values()]
}

const whole = new Map(SYMBOLS.map((symbol) => [symbol, rowsOf(truthOf(symbol, DATE))]))
const rowsFor = (symbol: (typeof SYMBOLS)[number]) => whole.get(symbol) ?? []

describe('what the simulation knows of a tape', () => {
  it('describes the rows that the market hands out', async () => {
    const { prints } = await (await market.viewAt(DATE)).optionPrints('AAPL')

    expect(truthOf('AAPL', DATE).prints).toEqual(prints)
    expect(() => truthOf('AAPL', '2026-11-21')).toThrow(RangeError)
  })

  it.each(SYMBOLS)(
    'has a side that the quote rule finds in 95 %% of the trades at or beyond the quote of %s',
    (symbol) => {
      const plain = rowsFor(symbol).filter(({ condition }) => ['I', '', 'S'].includes(condition))
      const told = plain.filter(({ cents }) => cents.price <= cents.bid || cents.price >= cents.ask)
      const right = told.filter(({ cents, side }) => (cents.price >= cents.ask ? 1 : -1) === side)

      expect(told.length).toBeGreaterThan(0.5 * plain.length)
      expect(right.length / told.length).toBeGreaterThanOrEqual(0.95)
      // Some initiators wait with a limit: a rule that never erred would have been told the side.
      if (told.length > 2000) expect(right.length).toBeLessThan(told.length)
    },
  )

  it.each(SYMBOLS)(
    'keeps prices of %s at most a tick beyond the quote, but for late and cancelled prints',
    (symbol) => {
      const fresh = rowsFor(symbol).filter(({ condition }) => !['D', 'A'].includes(condition))
      const far = fresh.filter(({ cents }) => cents.price > cents.ask + 10 || cents.price < cents.bid - 10)
      expect(far).toEqual([])
    },
  )
})

describe('simulated orders', () => {
  it('are swept over two to five exchanges within half a second, in one contract and on one side', () => {
    for (const symbol of ['SPY', 'NDX', 'AAPL', 'UNH', 'KO'] as const) {
      const sweeps = ordersWith(rowsFor(symbol), 'S')

      expect(sweeps.length, symbol).toBeGreaterThan(20)
      for (const legs of sweeps) {
        const exchanges = new Set(legs.map(({ exchange }) => exchange))
        expect(exchanges.size).toBe(legs.length)
        expect(exchanges.size).toBeGreaterThanOrEqual(2)
        expect(exchanges.size).toBeLessThanOrEqual(5)
        expect(legs.at(-1)!.atMs - legs[0]!.atMs).toBeLessThanOrEqual(500)
        expect(new Set(legs.map(({ optionSymbol, side }) => `${optionSymbol} ${side}`)).size).toBe(1)
      }
    }
  })

  it('of index options stay on the exchanges that may list them', () => {
    expect(new Set(rowsFor('SPX').map(({ exchange }) => exchange))).toEqual(new Set(['C']))
    expect(ordersWith(rowsFor('SPX'), 'S')).toEqual([])
    expect(new Set(rowsFor('NDX').map(({ exchange }) => exchange))).toEqual(new Set(['X', 'I', 'H']))
    for (const symbol of SYMBOLS) {
      expect(rowsFor(symbol).filter(({ exchange }) => !OPRA_EXCHANGES.has(exchange))).toEqual([])
    }
  })

  it('in several legs share instant, exchange and code, in sizes of a whole ratio, as known strategies', () => {
    const shapes = new Set<string>()
    for (const symbol of SYMBOLS) {
      const packages = ordersWith(rowsFor(symbol), 'fgj')
      expect(packages.length, symbol).toBeGreaterThan(5)
      for (const legs of packages) {
        expect(legs).toHaveLength(2)
        const [first, second] = legs
        expect({ atMs: second!.atMs, exchange: second!.exchange, condition: second!.condition }).toEqual({
          atMs: first!.atMs,
          exchange: first!.exchange,
          condition: first!.condition,
        })
        expect([1, 2]).toContain(second!.size / first!.size)
        shapes.add(shapeOf(first!, second!))
      }
    }
    expect(shapes).toEqual(new Set(['vertical', 'straddle', 'calendar']))
  })

  it('include blocks from auctions and crosses, floor trades, late reports and cancellations', () => {
    const all = SYMBOLS.flatMap((symbol) => rowsFor(symbol))
    const blocks = all.filter(({ condition, size }) => size >= 500 && ['a', 'c'].includes(condition))

    expect(blocks.length).toBeGreaterThan(50)
    for (const condition of ['', 'I', 'a', 'c', 'e', 'D', 'A']) {
      expect(all.filter((row) => row.condition === condition).length, `code ${condition}`).toBeGreaterThan(0)
    }
    const known = new Set(['', ...'ISacefgjDA'])
    expect(all.filter(({ condition }) => !known.has(condition))).toEqual([])
  })

  it('that are cancelled repeat an earlier print of theirs', () => {
    const cancelled = SYMBOLS.flatMap((symbol) => ordersWith(rowsFor(symbol), 'A').map((group) => ({ symbol, group })))

    expect(cancelled.length).toBeGreaterThan(10)
    for (const { symbol, group } of cancelled) {
      expect(group).toHaveLength(1)
      const { order, optionSymbol, price, size, exchange, atMs } = group[0]!
      const earlier = rowsFor(symbol).filter((row) => row.order === order && row.condition !== 'A')
      expect(earlier).toHaveLength(1)
      expect(earlier[0]).toMatchObject({ optionSymbol, price, size, exchange })
      expect(earlier[0]!.atMs).toBeLessThan(atMs)
    }
  })
})

describe('large trades', () => {
  it('come now and then in contracts of weeks and months, from people who know nothing, and count in the chain', async () => {
    let found = 0
    for (const date of tradingDaysBetween('2026-11-02', '2026-11-13')) {
      const { contracts } = await (await market.viewAt(date)).chain('UNH')
      // Half a hundredth of the 70,000 contracts of an ordinary day.
      const large = rowsOf(truthOf('UNH', date)).filter(({ size, isAccumulated }) => size >= 350 && !isAccumulated)
      const distant = large.filter(
        ({ optionSymbol }) => daysBetween(date, parseOptionSymbol(optionSymbol)!.expirationDate) >= 13,
      )
      for (const { optionSymbol, size, condition } of distant) {
        expect(contracts.volume[contracts.optionSymbols.indexOf(optionSymbol)]).toBeGreaterThanOrEqual(size)
        expect(['a', 'c', 'e']).toContain(condition)
      }
      found += distant.length
    }
    expect(found).toBeGreaterThan(8)
    expect(found).toBeLessThanOrEqual(60)
  })
})

describe('a halt', () => {
  const world = new World(1, 1)
  const stocks = UNIVERSE.filter((symbol) => world.path(symbol).profile.kind === 'stock')
  const first = world.sessions.indexOf('2026-09-01')!
  const halted = stocks.flatMap((symbol) =>
    Array.from({ length: 56 }, (_, day) => first + day).flatMap((index) =>
      haltsOf(world, world.path(symbol), index).map((halt) => ({ symbol, index, ...halt })),
    ),
  )

  it('is rare, of stocks alone, and lasts 5 to 15 minutes of the session', () => {
    expect(halted.length).toBeGreaterThan(3)
    expect(halted.length).toBeLessThan(0.03 * stocks.length * 56)
    for (const { fromMs, toMs, index } of halted) {
      expect((toMs - fromMs) / 60_000).toBeGreaterThan(4.9)
      expect((toMs - fromMs) / 60_000).toBeLessThanOrEqual(15)
      expect(fromMs).toBeGreaterThan(world.sessions.at(index).openMs)
    }
    for (const symbol of ['SPY', 'SPX']) {
      for (let day = 0; day < 56; day++) expect(haltsOf(world, world.path(symbol), first + day)).toEqual([])
    }
  })

  it('lets nothing trade: the tape has a gap, and the volumes of the chain stand still', async () => {
    const { symbol, index, fromMs, toMs } = halted[0]!
    const { prints, halts } = truthOf(symbol, world.sessions.dateAt(index))
    const volumeAt = async (ms: number) =>
      (await (await simulatedMarket({ seed: 1, now: () => new Date(ms) }).viewAt()).chain(symbol)).contracts.volume

    expect(halts).toEqual([{ fromMs, toMs }])
    expect(prints.executedAtMs.filter((ms) => ms >= fromMs && ms < toMs)).toHaveLength(0)
    expect(prints.executedAtMs.filter((ms) => ms >= toMs).length).toBeGreaterThan(0)
    expect(await volumeAt(toMs - 1000)).toEqual(await volumeAt(fromMs))
    expect(await volumeAt(toMs + 1000)).not.toEqual(await volumeAt(fromMs))
  })
})

describe('a planted accumulation', () => {
  const world = new World(1, 1)
  const first = world.sessions.indexOf('2026-08-03')!
  const symbols = ['BA', 'GE', 'GS', 'HD', 'MA', 'MCD', 'PG', 'QCOM']
  const sessions = symbols.flatMap((symbol) => Array.from({ length: 80 }, (_, day) => ({ symbol, index: first + day })))
  const planted = sessions.flatMap(({ symbol, index }) => {
    const { episode } = finish(boardSteps(world, world.path(symbol), index))
    return episode ? [{ symbol, date: world.sessions.dateAt(index), episode }] : []
  })

  const informed = planted.filter(({ episode }) => episode.reason !== 'unknown')
  const accumulatedRows = (symbol: string, date: string) =>
    rowsOf(truthOf(symbol, date)).filter(({ isAccumulated }) => isAccumulated)

  it('is rare, and there are some before earnings and some before other moves, up and down', () => {
    expect(planted.length).toBeGreaterThan(8)
    expect(planted.length).toBeLessThan(0.08 * sessions.length)
    expect(new Set(planted.map(({ episode }) => episode.reason))).toEqual(new Set(['earnings', 'move', 'unknown']))
    expect(new Set(planted.map(({ episode }) => episode.direction))).toEqual(new Set([1, -1]))
  })

  it('is as often of somebody who knows nothing as of somebody informed, and the truth says of whom', () => {
    const stocks = UNIVERSE.filter((symbol) => world.path(symbol).profile.kind === 'stock')
    const reasons = stocks.flatMap((symbol) =>
      Array.from({ length: 160 }, (_, day) => accumulatorOf(world, world.path(symbol), first - 100 + day)?.reason),
    )
    const unknown = reasons.filter((reason) => reason === 'unknown').length
    const known = reasons.filter((reason) => reason === 'earnings' || reason === 'move').length

    expect(unknown / known).toBeGreaterThan(0.7)
    expect(unknown / known).toBeLessThan(1.4)
    for (const { symbol, date, episode } of planted) {
      const rows = accumulatedRows(symbol, date)
      expect(
        rows.every(({ isInformed }) => isInformed === (episode.reason !== 'unknown')),
        `${symbol} ${date}`,
      ).toBe(true)
    }
  })

  it('of somebody informed comes before a large move that the bars really make, in its direction', async () => {
    const view = await market.viewAt()
    for (const { symbol, date, episode } of informed) {
      const bars = new Map((await view.dailyBars(symbol, {})).map((bar) => [bar.date, bar]))
      const horizon = bars.get(episode.horizonDate)!
      const reached = episode.reason === 'earnings' ? horizon.open : horizon.close
      const move = Math.log(reached / bars.get(date)!.close)
      const sessionsAhead = tradingDaysBetween(date, episode.horizonDate).length - 1

      expect(sessionsAhead).toBeGreaterThanOrEqual(1)
      expect(sessionsAhead).toBeLessThanOrEqual(4)
      expect(move).toBeCloseTo(episode.move, 10)
      expect(Math.sign(move)).toBe(episode.direction)
      expect(Math.abs(move)).toBeGreaterThan(0.015)
    }
  })

  it('buys short-dated out-of-the-money contracts in up to four strikes, again and again over hours', () => {
    for (const { symbol, date, episode } of planted) {
      const rows = accumulatedRows(symbol, date)
      const { bars, what } = { bars: world.path(symbol).bar(world.sessions.indexOf(date)!), what: `${symbol} ${date}` }
      const orders = new Set(rows.map(({ order }) => order))

      expect(orders.size, what).toBeGreaterThanOrEqual(6)
      expect(orders.size, what).toBeLessThanOrEqual(24)
      expect(new Set(rows.map(({ optionSymbol }) => optionSymbol)).size, what).toBeLessThanOrEqual(4)
      expect(
        rows.every(({ side }) => side === 1),
        what,
      ).toBe(true)
      expect(rows.at(-1)!.atMs - rows[0]!.atMs, what).toBeLessThan(3.6 * 3_600_000)
      for (const { optionSymbol } of rows) {
        const contract = parseOptionSymbol(optionSymbol)!
        expect(contract.optionType, what).toBe(episode.direction === 1 ? 'call' : 'put')
        expect(contract.expirationDate >= episode.horizonDate, what).toBe(true)
        expect(daysBetween(date, contract.expirationDate), what).toBeLessThanOrEqual(45)
        expect(episode.direction * (contract.strike - bars.open), what).toBeGreaterThan(0)
      }
    }
  })

  it.each([
    ['somebody informed', informed],
    ['somebody who knows nothing', planted.filter((each) => !informed.includes(each))],
  ])(
    'of %s mostly takes the ask or a better price, and rests about one order in six at the bid or inside',
    (_name, own) => {
      const rows = own.flatMap(({ symbol, date }) => accumulatedRows(symbol, date))
      const orders = [...new Map(rows.map((row) => [`${row.optionSymbol} ${row.atMs} ${row.order}`, row])).values()]
      const share = (passes: (row: TrueRow) => boolean) => orders.filter(passes).length / orders.length
      const mid = ({ cents }: TrueRow) => (cents.bid + cents.ask) / 2

      expect(share(({ cents }) => cents.price >= cents.ask)).toBeGreaterThan(0.5)
      expect(share((row) => row.cents.price < row.cents.ask && row.cents.price >= mid(row))).toBeGreaterThan(0.08)
      expect(share((row) => row.cents.price < mid(row))).toBeGreaterThan(0.05)
      expect(share((row) => row.cents.price < mid(row))).toBeLessThan(0.25)
      expect(share(({ cents }) => cents.price <= cents.bid)).toBeGreaterThan(0.02)
    },
  )

  it('counts in the volume of the chain, and in the open interest until its horizon', async () => {
    let settled = 0
    for (const { symbol, date, episode } of planted) {
      const rows = accumulatedRows(symbol, date)
      const contract = rows[0]!.optionSymbol
      const total = rows.filter((row) => row.optionSymbol === contract).reduce((sum, { size }) => sum + size, 0)
      const chainOn = async (day: string) => {
        const { contracts } = await (await market.viewAt(day)).chain(symbol)
        const row = contracts.optionSymbols.indexOf(contract)
        return { volume: contracts.volume[row] ?? Number.NaN, openInterest: contracts.openInterest[row] ?? Number.NaN }
      }
      const before = await chainOn(date)
      const next = await chainOn(nextTradingDay(date))
      const atHorizon = await chainOn(episode.horizonDate)
      const after = await chainOn(nextTradingDay(episode.horizonDate))
      // From one day to the next the interest of others drifts, and grows by some per cent as expiration comes near.
      const drift = 0.4 * before.openInterest + 0.15 * total + 5

      expect(before.volume, symbol).toBeGreaterThanOrEqual(total)
      if (Number.isNaN(next.openInterest)) continue
      expect(next.openInterest, symbol).toBeGreaterThan(before.openInterest + total - drift)
      if (Number.isNaN(after.openInterest) || planted.some((it) => it.symbol === symbol && it.date > date)) continue
      expect(after.openInterest, symbol).toBeLessThan(atHorizon.openInterest - total + drift)
      settled++
    }
    expect(settled).toBeGreaterThan(1)
  })
})

function shapeOf(one: TrueRow, other: TrueRow): string {
  const [a, b] = [parseOptionSymbol(one.optionSymbol)!, parseOptionSymbol(other.optionSymbol)!]
  const same = {
    date: a.expirationDate === b.expirationDate,
    strike: a.strike === b.strike,
    type: a.optionType === b.optionType,
  }
  if (same.date && same.type && !same.strike && one.side !== other.side) return 'vertical'
  if (same.date && same.strike && !same.type && one.side === other.side) return 'straddle'
  if (same.strike && same.type && !same.date && one.side !== other.side) return 'calendar'
  return `${one.optionSymbol} ${one.side} with ${other.optionSymbol} ${other.side}`
}
