import { describe, expect, it } from 'vitest'
import { contradictionWarnings } from '../../../../src/analytics/domain/chain/option-chain-rows.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const CALL_560 = 'SPY   261218C00560000'

/** An American chain; `quote` changes the December call of strike 560. */
function valuedWith(quote: (row: ContractRow) => Partial<ContractRow>) {
  const chain = syntheticChain({
    root: 'SPY',
    dates: ['2026-12-18', '2027-01-15'],
    strikes: [540, 550, 560, 570, 580, 590, 600, 610, 620, 630, 640],
    change: (row) =>
      row.expirationDate === '2026-12-18' && row.optionType === 'call' && row.strike === 560
        ? { ...row, ...quote(row) }
        : row,
  })
  const valued = valuedChain(chain)
  const rowOf = (symbol: string) => chain.contracts.optionSymbols.indexOf(symbol)
  return { valued, priceOf: (symbol: string) => valued.theoreticalPrice[rowOf(symbol)]!, row: rowOf(CALL_560) }
}

describe('theoretical prices', () => {
  it('follow a quote that no other quote allows, and are marked', () => {
    const { valued, priceOf, row } = valuedWith((own) => ({ bid: own.bid! + 20, ask: own.ask! + 20 }))

    expect(priceOf(CALL_560)).toBe(valued.chain.contracts.bid[row])
    expect(valued.contradicted[row]).toBe(1)
    expect(contradictionWarnings(valued, [row, row + 1])).toEqual([
      'Contracts whose quotes contradict the others, priced within their own bid and ask: 1.',
    ])
    expect(valued.contradicted.reduce((sum, own) => sum + own, 0)).toBe(1)
  })

  it('are not marked in a chain without contradictions', () => {
    const { valued, row } = valuedWith(() => ({}))

    expect(valued.contradicted.every((own) => own === 0)).toBe(true)
    expect(contradictionWarnings(valued, [row])).toEqual([])
  })

  it('of European contracts a year before expiration are those of the model, discounted', () => {
    const chain = syntheticChain({ dates: ['2027-12-17'], strikes: [450, 500, 550, 575, 600, 625, 650, 700, 750] })
    const { theoreticalPrice, contradicted } = valuedChain(chain)
    const { bid, ask, count } = chain.contracts

    expect(contradicted.every((own) => own === 0)).toBe(true)
    for (let row = 0; row < count; row++) {
      expect(Math.abs(theoreticalPrice[row]! - 0.5 * (bid[row]! + ask[row]!))).toBeLessThan(0.01)
    }
  })

  it('exist for a contract whose quote is too wide for a volatility', () => {
    const { priceOf } = valuedWith((own) => ({ bid: 0.5 * own.bid!, ask: 2 * own.ask! }))
    const before = priceOf('SPY   261218C00550000')
    const after = priceOf('SPY   261218C00570000')

    expect(priceOf(CALL_560)).toBeGreaterThan(after)
    expect(priceOf(CALL_560)).toBeLessThan(0.5 * (before + after) + 1e-9)
  })

  it('lie at the middle of the quotes of an expiration where all are too wide for a volatility', () => {
    const chain = syntheticChain({
      dates: ['2027-01-15'],
      strikes: [580, 590, 600, 610, 620],
      change: (row) => ({ ...row, bid: 0.5 * row.bid!, ask: 1.5 * row.ask! }),
    })
    const { theoreticalPrice, volatility } = valuedChain(chain)
    const { bid, ask, count } = chain.contracts

    expect([...volatility].every(Number.isNaN)).toBe(true)
    for (let row = 0; row < count; row++) {
      expect(theoreticalPrice[row]! / (0.5 * (bid[row]! + ask[row]!))).toBeCloseTo(1, 1)
    }
  })

  it('are no higher than those of a later expiration', () => {
    const { priceOf } = valuedWith((own) => ({ bid: own.bid!, ask: own.ask! + 30 }))

    expect(priceOf(CALL_560)).toBeLessThanOrEqual(priceOf('SPY   270115C00560000'))
  })

  const twoExpirations = (recipe: Parameters<typeof syntheticChain>[0]) => {
    const strikes = [560, 570, 580, 590, 600, 610, 620, 630, 640]
    const chain = syntheticChain({ root: 'SPY', dates: ['2026-12-18', '2027-01-15'], strikes, ...recipe })
    const valued = valuedChain(chain)
    const rows = (month: string) =>
      chain.contracts.optionSymbols.flatMap((symbol, row) => (symbol.startsWith(`SPY   ${month}`) ? [row] : []))
    return { valued, december: rows('2612'), january: rows('2701') }
  }

  it('of wide quotes stay below the asks of a later expiration', () => {
    const { valued, december, january } = twoExpirations({
      change: (row) =>
        row.expirationDate === '2026-12-18' ? { ...row, bid: 0.98 * row.bid!, ask: 1.6 * row.ask! + 1 } : row,
    })

    for (const [place, row] of december.entries()) {
      expect(valued.theoreticalPrice[row]).toBeLessThanOrEqual(valued.theoreticalPrice[january[place]!]! + 1e-9)
    }
    expect(valued.contradicted.reduce((sum, own) => sum + own, 0)).toBe(0)
  })

  it('of wide quotes that a volatility is taken from stay below those of a later expiration', () => {
    const { valued, december, january } = twoExpirations({
      strikes: [595, 596.25, 597.5, 598.75, 600, 601.25, 602.5, 603.75, 605],
      volatility: (_strike, years) => (years < 0.1 ? 0.24 : 0.16),
      change: (row) =>
        row.expirationDate === '2026-12-18' ? { ...row, bid: 0.88 * row.bid!, ask: 1.12 * row.ask! } : row,
    })
    const mid = (row: number) => 0.5 * (valued.chain.contracts.bid[row]! + valued.chain.contracts.ask[row]!)
    const above = december.filter((row, place) => mid(row) > mid(january[place]!) + 0.2)

    expect(above.length).toBeGreaterThan(5)
    for (const [place, row] of december.entries()) {
      expect(valued.theoreticalPrice[row]).toBeLessThanOrEqual(valued.theoreticalPrice[january[place]!]! + 1e-6)
    }
    expect(valued.contradicted.reduce((sum, own) => sum + own, 0)).toBe(0)
  })

  it('of European puts may fall with time, because the strike is paid later', () => {
    const chain = syntheticChain({
      dates: ['2026-12-18', '2027-12-17'],
      strikes: [500, 550, 575, 600, 625, 650, 700, 750, 800],
    })
    const { theoreticalPrice, contradicted } = valuedChain(chain)
    const priceOf = (symbol: string) => theoreticalPrice[chain.contracts.optionSymbols.indexOf(symbol)]!

    expect(priceOf('XSP   271217P00800000')).toBeLessThan(priceOf('XSP   261218P00800000') - 5)
    expect(contradicted.every((own) => own === 0)).toBe(true)
  })

  it('of every later expiration that is bid below an earlier one are marked, also after one that is bid lower still', () => {
    const { valued } = twoExpirations({
      dates: ['2026-12-18', '2027-01-15', '2027-03-19'],
      volatility: (_strike, years) => (years < 0.1 ? 0.4 : 0.15),
    })
    const marked = (symbol: string) => valued.contradicted[valued.chain.contracts.optionSymbols.indexOf(symbol)]

    expect(['SPY   270115C00600000', 'SPY   270319C00600000'].map(marked)).toEqual([1, 1])
  })

  it('of a later expiration that is bid below an earlier one are marked', () => {
    const { valued, december, january } = twoExpirations({
      volatility: (_strike, years) => (years < 0.1 ? 0.4 : 0.15),
    })

    const marked = january.filter((row) => valued.contradicted[row] === 1)
    expect(marked.length).toBeGreaterThan(january.length / 2)
    expect(december.filter((row) => valued.contradicted[row] === 1)).toEqual([])
    for (const row of january) {
      expect(valued.theoreticalPrice[row]).toBeLessThanOrEqual(valued.chain.contracts.ask[row]!)
    }
  })

  it('ignore a crossed quote, and count a missing bid as nothing', () => {
    const sound = valuedWith(() => ({}))
    for (const quote of [
      { bid: 60, ask: 55 },
      { bid: Number.NaN, ask: 70 },
    ]) {
      const { valued, priceOf } = valuedWith(() => quote)

      expect(Math.abs(priceOf(CALL_560) - sound.priceOf(CALL_560))).toBeLessThan(0.1)
      expect(valued.contradicted.every((own) => own === 0)).toBe(true)
    }
  })

  it('stay between nothing and the price of the share where a quote allows more', () => {
    const { valued, priceOf, row } = valuedWith(() => ({ bid: 0, ask: 5000 }))

    expect(priceOf(CALL_560)).toBeGreaterThan(valued.spot - 560)
    expect(priceOf(CALL_560)).toBeLessThan(valued.spot)
    expect(valued.contradicted[row]).toBe(0)
    expect(valued.theoreticalPrice.every((price) => price >= 0)).toBe(true)
  })

  it('are not moved by asks of many contracts just below their exercise value', () => {
    const sound = twoExpirations({})
    const { valued } = twoExpirations({
      change: (row) => {
        const isStale = row.optionType === 'call' && row.strike <= 580 && row.strike !== 570
        const exercised = 600 - row.strike
        return isStale ? { ...row, bid: exercised - 1, ask: exercised - 0.3 } : row
      },
    })
    const { strike, isCall } = valued.chain.contracts

    for (const [row, price] of valued.theoreticalPrice.entries()) {
      if (isCall[row] === 1 && strike[row]! <= 580 && strike[row] !== 570) continue
      expect(Math.abs(price - sound.valued.theoreticalPrice[row]!)).toBeLessThan(0.05)
    }
  })

  it('are not moved by an ask below the exercise value, except the one of its contract', () => {
    const sound = valuedWith(() => ({}))
    const { valued, row } = valuedWith(() => ({ bid: 30, ask: 31 }))

    expect(valued.theoreticalPrice[row]).toBe(31)
    for (const [place, price] of valued.theoreticalPrice.entries()) {
      if (place !== row) expect(Math.abs(price - sound.valued.theoreticalPrice[place]!)).toBeLessThan(0.02)
    }
  })
})
