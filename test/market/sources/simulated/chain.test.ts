import { describe, expect, it } from 'vitest'
import type { OptionChain } from '../../../../src/market/domain/options/chain.ts'
import { optionTick } from '../../../../src/market/sources/simulated/chain/ticks.ts'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'
import { profileOf } from '../../../../src/market/sources/simulated/universe.ts'
import { blackPrice } from '../../../../src/pricing/european/black.ts'
import { americanPrice } from '../../../oracles/american-price.ts'

const RATE = 0.04
const MS_PER_YEAR = 365 * 86_400_000
const SYMBOLS = ['SPX', 'SPY', 'AAPL', 'F', 'KO', 'MCD', 'COIN']

function chainOf(symbol: string, { seed = 1, instant = '2026-11-20T17:11:07Z', date = '' } = {}): Promise<OptionChain> {
  const market = simulatedMarket({ seed, now: () => new Date(instant) })
  return market.viewAt(date === '' ? undefined : date).then((view) => view.chain(symbol))
}

interface Row {
  readonly index: number
  readonly symbol: string
  readonly strike: number
  readonly years: number
  readonly style: string
  readonly isCall: boolean
  readonly bid: number
  readonly ask: number
  readonly last: number
  readonly volume: number
  readonly openInterest: number
  readonly vendorIv: number
}

function rowsOf({ contracts, expirations, asOfMs }: OptionChain): Row[] {
  return contracts.optionSymbols.map((symbol, row) => {
    const { settlesAtMs, style } = expirations[contracts.expirationIndex[row]!]!
    return {
      index: row,
      symbol,
      strike: contracts.strike[row]!,
      years: (settlesAtMs - asOfMs) / MS_PER_YEAR,
      style,
      isCall: contracts.isCall[row] === 1,
      bid: contracts.bid[row]!,
      ask: contracts.ask[row]!,
      last: contracts.last[row]!,
      volume: contracts.volume[row]!,
      openInterest: contracts.openInterest[row]!,
      vendorIv: contracts.vendorIv[row]!,
    }
  })
}

function pairsOf(chain: OptionChain): { call: Row; put: Row }[] {
  const rows = rowsOf(chain)
  return rows.flatMap((call, row) => (call.isCall ? [{ call, put: rows[row + 1]! }] : []))
}

describe.each(SYMBOLS)('simulated quotes of %s', (symbol) => {
  const { ticks, dividendYield } = profileOf(symbol)

  it('keep to the tick rules, with a bid below the ask', async () => {
    for (const { symbol: option, bid, ask } of rowsOf(await chainOf(symbol))) {
      expect(bid, option).toBeLessThan(ask)
      for (const price of [bid, ask]) {
        const steps = price / optionTick(ticks, price)
        if (Math.abs(steps - Math.round(steps)) > 1e-6) expect.fail(`${option}: ${price} is off the tick`)
      }
    }
  })

  it('hold put-call parity within the spread', async () => {
    const chain = await chainOf(symbol)
    const spot = chain.underlyingPrice
    for (const { call, put } of pairsOf(chain)) {
      const discount = Math.exp(-RATE * call.years)
      const carried = spot * Math.exp(-dividendYield * call.years)
      // American calls and puts differ by an interval, since either may be exercised early.
      const [least, most] =
        call.style === 'european'
          ? [carried - call.strike * discount, carried - call.strike * discount]
          : [carried - call.strike, spot - call.strike * discount]
      const given = `${call.symbol} ${call.bid}/${call.ask} against ${put.bid}/${put.ask} at ${spot}`
      if (call.bid - put.ask > most + 1e-9) expect.fail(`${given}: the call is too dear`)
      if (call.ask - put.bid < least - 1e-9) expect.fail(`${given}: the put is too dear`)
    }
  })

  it('never offer an American contract below what exercise pays, nor bid over its bound', async () => {
    const chain = await chainOf(symbol)
    const spot = chain.underlyingPrice
    for (const row of rowsOf(chain)) {
      const intrinsic = row.isCall ? spot - row.strike : row.strike - spot
      if (row.style === 'american' && row.ask < intrinsic - 1e-9) expect.fail(`${row.symbol} offered at ${row.ask}`)
      expect(row.bid, row.symbol).toBeLessThanOrEqual(row.isCall ? spot : row.strike)
    }
  })

  it('hold the exact value at the volatility of the surface, out of the money', async () => {
    const chain = await chainOf(symbol)
    const spot = chain.underlyingPrice
    const every = symbol === 'SPX' ? 1 : 5
    const rows = rowsOf(chain).filter(
      (row) => row.index % every === 0 && row.bid > 0 && row.isCall === row.strike > spot,
    )
    for (const row of rows) {
      const european = row.style === 'european'
      const forward = spot * Math.exp((RATE - dividendYield) * row.years)
      const exact = european
        ? blackPrice(row.isCall, forward, row.strike, row.years, row.vendorIv, Math.exp(-RATE * row.years))
        : americanPrice(row.isCall, spot, row.strike, row.years, row.vendorIv, RATE, dividendYield)
      // The volatility has four decimals; the premium of early exercise is an approximation.
      const rounding = 3e-5 * spot * Math.sqrt(row.years)
      const tolerance = rounding + (european ? 0 : (row.ask - row.bid) * (row.years < 0.75 ? 0.25 : 1))
      if (exact < row.bid - tolerance || exact > row.ask + tolerance) {
        expect.fail(
          `${row.symbol}: ${exact} outside ${row.bid} to ${row.ask} with spot ${spot}, tolerance ${tolerance}`,
        )
      }
    }
    expect(rows.length).toBeGreaterThan(35)
  })

  it('have narrow spreads at the money and wings without a bid', async () => {
    const chain = await chainOf(symbol)
    const rows = rowsOf(chain)
    const near = rows.filter(
      (row) => row.years > 0.05 && row.years < 0.3 && Math.abs(row.strike / chain.underlyingPrice - 1) < 0.03,
    )

    const widths = near.map((row) => (row.ask - row.bid) / ((row.ask + row.bid) / 2)).sort((a, b) => a - b)

    expect(widths[Math.floor(widths.length / 2)]).toBeLessThan(0.15)
    expect(rows.filter((row) => row.bid === 0).length).toBeGreaterThan(0)
    expect(rows.filter((row) => row.bid === 0).every((row) => Number.isNaN(row.vendorIv))).toBe(true)
  })
})

describe('simulated open interest', () => {
  it('stands in walls at round strikes', async () => {
    const walls: [string, number, number][] = [
      ['SPY', 25, 5],
      ['AAPL', 10, 2.5],
      ['SPX', 100, 5],
    ]
    for (const [symbol, round, step] of walls) {
      for (const seed of [1, 2, 3]) {
        const chain = await chainOf(symbol, { seed })
        const near = rowsOf(chain).filter((row) => Math.abs(row.strike / chain.underlyingPrice - 1) < 0.08)
        const atRound = near.filter((row) => row.strike % round === 0)
        const between = near.filter((row) => row.strike % round !== 0 && row.strike % step === 0)
        const ratio = meanOf(atRound, 'openInterest') / meanOf(between, 'openInterest')
        // Of real large stocks it is 1.5 to 3.6.
        expect(ratio, `${symbol}, seed ${seed}`).toBeGreaterThan(1.4)
      }
    }
  })

  it('is where the volume is, as in real chains: half of it in contracts with thousands open, a tenth in those of hundreds', async () => {
    for (const seed of [1, 2, 3]) {
      const rows = rowsOf(await chainOf('AAPL', { seed })).toSorted((a, b) => a.openInterest - b.openInterest)
      // Each contract stands for its volume.
      const interests = rows.flatMap(({ volume, openInterest }) =>
        Array<number>(Math.round(volume / 50)).fill(openInterest),
      )
      const atShare = (share: number) => interests[Math.floor(share * interests.length)]
      expect(atShare(0.1), `seed ${seed}`).toBeGreaterThan(200)
      expect(atShare(0.1), `seed ${seed}`).toBeLessThan(2_000)
      expect(atShare(0.5), `seed ${seed}`).toBeGreaterThan(2_500)
      expect(atShare(0.5), `seed ${seed}`).toBeLessThan(15_000)
    }
  })

  it('is constant within a session and drifts from one to the next', async () => {
    const morning = await chainOf('AAPL', { instant: '2026-11-18T14:31:00Z' })
    const evening = await chainOf('AAPL', { instant: '2026-11-18T20:59:00Z' })
    const nextDay = await chainOf('AAPL', { instant: '2026-11-19T14:31:00Z' })
    const before = new Map(rowsOf(evening).map((row) => [row.symbol, row.openInterest]))

    const ratios = rowsOf(nextDay).flatMap((row) => {
      const known = before.get(row.symbol) ?? 0
      return known > 500 ? [row.openInterest / known] : []
    })

    expect(evening.contracts.openInterest).toEqual(morning.contracts.openInterest)
    expect(ratios.length).toBeGreaterThan(200)
    expect(new Set(ratios).size).toBeGreaterThan(100)
    ratios.sort((a, b) => a - b)
    expect(ratios[Math.floor(ratios.length / 2)]).toBeGreaterThan(0.8)
    expect(ratios[Math.floor(ratios.length / 2)]).toBeLessThan(1.25)
  })

  it('is of the size that the class usually has', async () => {
    const total = rowsOf(await chainOf('AAPL')).reduce((sum, row) => sum + row.openInterest, 0)

    expect(total).toBeGreaterThan(3e6)
    expect(total).toBeLessThan(1e7)
  })
})

describe('simulated option trades', () => {
  it('gather near the money and near expiration', async () => {
    const chain = await chainOf('SPY', { date: '2026-11-19' })
    const rows = rowsOf(chain)
    const total = rows.reduce((sum, row) => sum + row.volume, 0)
    const share = (fits: (row: Row) => boolean) => rows.filter(fits).reduce((sum, row) => sum + row.volume, 0) / total

    expect(share((row) => Math.abs(row.strike / chain.underlyingPrice - 1) < 0.05)).toBeGreaterThan(0.7)
    expect(share((row) => row.years < 10 / 365)).toBeGreaterThan(0.5)
    expect(share((row) => row.years > 0.5)).toBeGreaterThan(0.005)
    expect(total).toBeGreaterThan(2e6)
  })

  it('add up through the session, and a last price changes only with the volume', async () => {
    const clock = { ms: Date.parse('2026-11-20T14:30:00Z') }
    const market = simulatedMarket({ seed: 1, now: () => new Date(clock.ms) })
    let before = (await (await market.viewAt()).chain('JPM')).contracts
    let traded = 0
    for (; clock.ms < Date.parse('2026-11-20T20:59:59Z'); clock.ms += 900_000) {
      const now = (await (await market.viewAt()).chain('JPM')).contracts
      for (let row = 0; row < now.count; row++) {
        const [volume, earlier] = [now.volume[row]!, before.volume[row]!]
        if (volume < earlier) expect.fail(`${now.optionSymbols[row]} fell from ${earlier} to ${volume}`)
        if (volume === earlier && !Object.is(now.last[row], before.last[row])) {
          expect.fail(`${now.optionSymbols[row]}: last price changed without a trade`)
        }
        if (volume > earlier) traded++
      }
      before = now
    }
    expect(traded).toBeGreaterThan(1000)
  })

  it('leave stale last prices in quiet contracts and fresh ones in busy contracts', async () => {
    const rows = rowsOf(await chainOf('SPY')).filter((row) => row.bid > 0.5)
    const outside = (row: Row) => row.last < row.bid - 0.02 || row.last > row.ask + 0.02
    const busy = rows.filter((row) => row.volume > 3000)
    const quiet = rows.filter((row) => row.volume < 5)

    const staleBusy = busy.filter(outside).length / busy.length
    const staleQuiet = quiet.filter(outside).length / quiet.length

    expect(staleQuiet).toBeGreaterThan(0.5)
    expect(staleBusy).toBeLessThan(staleQuiet)
  })
})

describe('expired simulated contracts', () => {
  it('are gone from the moment of settlement', async () => {
    const moments: [string, string, number][] = [
      ['2026-11-20T20:59:59Z', 'SPY', 1],
      ['2026-11-20T21:00:00Z', 'SPY', 0],
      ['2026-11-20T14:29:59Z', 'SPX', 2],
      ['2026-11-20T14:30:00Z', 'SPX', 1],
      ['2026-11-22T14:30:00Z', 'SPX', 0],
    ]
    for (const [instant, symbol, count] of moments) {
      const { expirations, asOfMs } = await chainOf(symbol, { instant })
      expect(
        expirations.filter((each) => each.expirationDate === '2026-11-20'),
        `${symbol} ${instant}`,
      ).toHaveLength(count)
      expect(expirations.every((each) => each.settlesAtMs > asOfMs)).toBe(true)
    }
  })
})

function meanOf(rows: readonly Row[], name: 'openInterest' | 'volume'): number {
  return rows.reduce((sum, row) => sum + row[name], 0) / rows.length
}
