import { describe, expect, it } from 'vitest'
import { optionRow } from '../../../../src/analytics/domain/chain/option-chain-rows.ts'
import { convexPrices } from '../../../../src/analytics/domain/smile/convex-prices.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const round = (price: number, tick: number) => Math.round(price / tick) * tick

/** Quotes of a listed market: no bid below one tick, and an ask of several. */
const listed =
  (tick: number, ask: number) =>
  (row: ContractRow): ContractRow => {
    const mid = 0.5 * (row.bid! + row.ask!)
    if (mid < 2 * tick) return { ...row, bid: 0, ask }
    return { ...row, bid: round(mid * 0.97, tick), ask: Math.max(round(mid * 1.03, tick), tick) }
  }

describe('strikes outside the usable quotes', () => {
  // NDXP 17000 call, five days, forward 14,671, quoted 0 at 0.50: it was given a volatility of 2.63 and a price of 985.
  it('are never priced above an ask without a bid', () => {
    const quotes = listed(0.05, 0.5)
    const chain = syntheticChain({
      root: 'NDXP',
      spot: 14_665,
      dates: ['2026-11-25'],
      strikes: Array.from({ length: 61 }, (_, index) => 12_000 + 100 * index),
      volatility: (strike) => 0.22 - 0.5 * Math.log(strike / 14_671),
      change: (row) => {
        // The put of that strike is stale: it has time value that no call quote shows.
        if (row.strike === 17_000 && row.optionType === 'put') return { ...row, bid: 3260, ask: 3330 }
        return quotes(row)
      },
    })
    const valued = valuedChain(chain)
    const call = chain.contracts.optionSymbols.indexOf('NDXP  261125C17000000')

    expect(chain.contracts.ask[call]).toBe(0.5)
    expect(valued.theoreticalPrice[call]).toBeLessThanOrEqual(0.5)
    expect(valued.volatility[call]).toBeLessThan(0.6)
    for (const [row, ask] of chain.contracts.ask.entries()) {
      if (!Number.isNaN(valued.theoreticalPrice[row]!)) expect(valued.theoreticalPrice[row]).toBeLessThanOrEqual(ask)
    }
  })

  // TSLA 100 put, quoted 0.45 at 0.61: it was priced at 56.50.
  it('are priced between a bid and an ask that are too far apart for a mid', () => {
    const quotes = listed(0.01, 0.05)
    const chain = syntheticChain({
      root: 'TSLA',
      spot: 250,
      dates: ['2027-03-19'],
      strikes: Array.from({ length: 31 }, (_, index) => 100 + 10 * index),
      volatility: (strike) => 0.55 - 0.25 * Math.log(strike / 250),
      change: (row) =>
        row.strike === 100 && row.optionType === 'put' ? { ...row, bid: 0.45, ask: 0.61 } : quotes(row),
    })
    const valued = valuedChain(chain)
    const put = chain.contracts.optionSymbols.indexOf('TSLA  270319P00100000')

    expect(valued.theoreticalPrice[put]).toBeGreaterThanOrEqual(0.45)
    expect(valued.theoreticalPrice[put]).toBeLessThanOrEqual(0.61)
    expect(optionRow(valued, put).iv_origin).toBe('extrapolated')
  })

  it('say whether their volatility is quoted, interpolated or extrapolated', () => {
    const unquoted = new Set([500, 505, 595])
    const volatility = () => 0.3
    const chain = syntheticChain({
      dates: ['2026-12-18'],
      volatility,
      change: (row) => (unquoted.has(row.strike) ? { ...row, bid: 0, ask: 0 } : row),
    })
    const valued = valuedChain(chain)
    const originOf = (strike: number) =>
      optionRow(valued, chain.contracts.optionSymbols.indexOf(`XSP   261218P00${strike}000`)).iv_origin

    expect([500, 505, 510, 595, 600].map(originOf)).toEqual([
      'extrapolated',
      'extrapolated',
      'quoted',
      'interpolated',
      'quoted',
    ])
  })
})

describe('convex prices', () => {
  const strike = Float64Array.of(90, 95, 100, 105, 110)
  const bounds = (low: readonly number[], high: readonly number[]) => ({
    strike,
    low: Float64Array.from(low),
    high: Float64Array.from(high),
  })

  it('stay as wanted where these are convex already', () => {
    const wanted = Float64Array.of(11, 7, 4, 2, 1)

    expect([...convexPrices(bounds([10, 6, 3, 1, 0], [12, 8, 5, 3, 2]), wanted, 100)]).toEqual([...wanted])
  })

  it('bend a bump down, but not below its own bid', () => {
    const [, , middle] = convexPrices(
      bounds([10, 6, 4.7, 1, 0], [12, 8, 5, 3, 2]),
      Float64Array.of(11, 7, 5, 2, 1),
      100,
    )

    expect(middle).toBeCloseTo(4.7, 9)
  })

  it('raise the neighbours where a bid needs it, within their asks', () => {
    const prices = convexPrices(bounds([10, 5, 4.8, 1, 0], [12, 8, 5, 3, 2]), Float64Array.of(11, 5, 4.9, 1, 0.5), 100)

    expect(prices[2]).toBeGreaterThanOrEqual(4.8)
    for (let index = 1; index < 4; index++) {
      expect(prices[index - 1]! - 2 * prices[index]! + prices[index + 1]!).toBeGreaterThan(-1e-9)
    }
  })

  // SPY of 2025-05-06, one day: three wrong quotes left no ask above 557, and atm_iv rose from 0.256 to 0.400.
  it.each([
    ['as steep as wanted where no ask is above', [12, 8, 5, 100, 100], [11, 7, 4, 2, 1], [11, 7.4, 4.9, 2.4, 1]],
    ['flatter where an ask below needs it', [12, 7.1, 5, 100, 100], [11, 7, 4, 2, 1], [11, 7.1, 4.9, 2.7, 1]],
    ['steeper where an ask above needs it', [12, 8, 5, 3.1, 3], [9, 6.4, 4, 3, 2.5], [9, 6.7, 4.9, 3.1, 2.5]],
  ])('around a strike that its bid raises are %s', (_, high, wanted, expected) => {
    const prices = convexPrices(bounds([0, 5, 4.9, 0, 0], high), Float64Array.from(wanted), 100)

    for (const [index, price] of expected.entries()) expect(prices[index]).toBeCloseTo(price, 9)
  })

  it('leave out the one bound that contradicts all others', () => {
    const prices = convexPrices(bounds([10, 6, 9, 1, 0], [12, 8, 9.5, 3, 2]), Float64Array.of(11, 7, 4, 2, 1), 100)

    expect(prices[2]).toBeLessThan(6)
    expect(prices[1]).toBeCloseTo(7, 9)
  })
})
