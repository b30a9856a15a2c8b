import { describe, expect, it } from 'vitest'
import { ALERT_BASES, ALERT_TYPES, alertBase, alertTypesOf } from '../../../../src/flow/domain/score/alert-rules.ts'
import { blackPrice } from '../../../../src/pricing/european/black.ts'
import { CALL, contextOf, factsOf, OPEN_MS, type Print, PUT, rowsOf } from '../../../support/market/flow-tape.ts'

const facts = {
  optionType: 'call',
  aggressor: 0,
  size: 1,
  premium: 100,
  openInterest: Number.NaN,
  dte: 30,
  volatilityRatio: Number.NaN,
  buys: 0,
  boughtSize: 0,
  similar: 1,
} as const

/** The largest numbers that miss a rule, next to the smallest that meet it. */
describe('the alert rules', () => {
  it.each([
    ['aggressive_call_buying', { aggressor: 1, size: 50, premium: 25_000 }],
    ['aggressive_put_buying', { aggressor: 1, size: 50, premium: 25_000, optionType: 'put' }],
    ['aggressive_call_selling', { aggressor: -1, size: 50, premium: 25_000 }],
    ['aggressive_put_selling', { aggressor: -1, size: 50, premium: 25_000, optionType: 'put' }],
    ['whale_trade', { premium: 500_000 }],
    ['whale_trade', { size: 1_000 }],
    ['volume_spike', { size: 10, openInterest: 100 }],
    ['iv_spike', { volatilityRatio: 1.2 }],
    ['short_term_options_activity', { dte: 7, size: 100, premium: 50_000 }],
    ['consistent_call_buying', { aggressor: 1, buys: 3, boughtSize: 200 }],
    ['consistent_put_buying', { aggressor: 1, buys: 3, boughtSize: 200, optionType: 'put' }],
    ['repeated_activity', { similar: 3 }],
  ] as const)('find %s in %o', (type, met) => {
    expect(alertTypesOf({ ...facts, ...met })).toEqual([type])
  })

  it.each([
    { aggressor: 1, size: 49, premium: 25_000 },
    { aggressor: 1, size: 50, premium: 24_999.99 },
    { aggressor: 0, size: 50, premium: 25_000 },
    { premium: 499_999.99, size: 999 },
    { size: 9, openInterest: 100 },
    { size: 9, openInterest: 0 },
    { size: 9, openInterest: Number.NaN },
    { volatilityRatio: 1.199 },
    { dte: 8, size: 100, premium: 50_000 },
    { dte: 7, size: 99, premium: 50_000 },
    { dte: 7, size: 100, premium: 49_999 },
    { aggressor: 1, buys: 2, boughtSize: 500 },
    { aggressor: 1, buys: 3, boughtSize: 199 },
    { aggressor: -1, buys: 3, boughtSize: 200 },
    { similar: 2 },
    { premium: Number.NaN, size: 60, aggressor: 1, dte: 1 },
  ] as const)('find nothing in %o', (missed) => {
    expect(alertTypesOf({ ...facts, ...missed })).toEqual([])
  })

  it('give several in the order of their names, and the highest base', () => {
    const types = alertTypesOf({ ...facts, aggressor: 1, size: 1_000, premium: 600_000, dte: 0, openInterest: 100 })

    expect(types).toEqual(['aggressive_call_buying', 'whale_trade', 'volume_spike', 'short_term_options_activity'])
    expect(types).toEqual(ALERT_TYPES.filter((type) => types.includes(type)))
    expect(alertBase(types)).toBe(95)
    expect(alertBase([])).toBe(0)
  })

  it('have the bases of the specification', () => {
    expect(ALERT_BASES).toEqual({
      aggressive_call_buying: 85,
      aggressive_put_buying: 85,
      aggressive_call_selling: 80,
      aggressive_put_selling: 80,
      whale_trade: 95,
      volume_spike: 70,
      iv_spike: 75,
      short_term_options_activity: 70,
      consistent_call_buying: 75,
      consistent_put_buying: 75,
      repeated_activity: 65,
    })
  })
})

const MINUTE = 60_000
const deep = { facts: factsOf({ openInterest: 1_000_000 }) }

function lastTypes(prints: readonly Print[]) {
  return rowsOf(prints, deep).at(-1)?.alertTypes
}

describe('patterns in time', () => {
  const buy = (minute: number, size: number, more: Partial<Print> = {}) => ({ ms: minute * MINUTE, size, ...more })

  it('are three buys of 200 contracts within half an hour', () => {
    expect(lastTypes([buy(0, 10), buy(15, 60), buy(30, 130)])).toEqual(['consistent_call_buying'])
    expect(lastTypes([buy(0, 10), buy(15, 60), buy(30, 129)])).toEqual([])
    expect(lastTypes([buy(0, 10), buy(15, 60), buy(30.01, 130)])).toEqual([])
    expect(lastTypes([buy(15, 60), buy(30, 140)])).toEqual([])
  })

  it.each([
    ['a sale', { price: 1.0 }],
    ['at the middle', { price: 1.05 }],
    ['a leg of a package', { condition: 'f' }],
    ['of another contract', { contract: PUT }],
  ])('do not count what was %s as a buy', (_, more) => {
    expect(lastTypes([buy(0, 10), buy(15, 60, more), buy(30, 130)])).toEqual([])
  })

  it('count a sweep as one buy of its whole size', () => {
    const sweep = [buy(0, 70), { ms: 10, size: 70, exchange: 'P' }, { ms: 20, size: 60, exchange: 'A' }]

    expect(lastTypes(sweep)).toEqual([])
    expect(lastTypes([...sweep, buy(1, 1), buy(2, 3)])).toEqual(['consistent_call_buying'])
  })

  it('do not count a cancelled buy', () => {
    const cancel = buy(16, 60, { condition: 'A' })

    expect(lastTypes([buy(0, 100), buy(15, 60), buy(30, 130)])).toEqual(['consistent_call_buying'])
    expect(lastTypes([buy(0, 100), buy(15, 60), cancel, buy(30, 130)])).toEqual([])
  })

  it('are three similar prints within five minutes', () => {
    expect(lastTypes([buy(0, 10), buy(2, 12), buy(5, 10)])).toEqual(['repeated_activity'])
    expect(lastTypes([buy(0, 10), buy(2, 13), buy(5, 10)])).toEqual([])
    expect(lastTypes([buy(0, 10), buy(2, 12), buy(5.01, 10)])).toEqual([])
    expect(lastTypes([buy(0, 10), buy(2, 12, { price: 1.2 }), buy(5, 10)])).toEqual([])
  })

  it.each(['B', 'D', 'F', 'H'])('are found beyond a late report (%s) of an hour before', (condition) => {
    const late = buy(0, 1, { condition })

    expect(lastTypes([buy(60, 10), buy(75, 60), late, buy(90, 130)])).toEqual(['consistent_call_buying'])
    expect(lastTypes([buy(60, 10), buy(62, 12), late, buy(65, 10)])).toEqual(['repeated_activity'])
  })

  it('are still found after many more prints than are remembered', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => buy(index / 100, 2))

    expect(lastTypes(many)).toEqual(['consistent_call_buying', 'repeated_activity'])
  })
})

describe('a rise of implied volatility', () => {
  /** Bought in the middle, so that only volatility speaks. */
  function priced(minute: number, volatility: number, spread = 0.02): Print {
    const ms = minute * MINUTE
    const settlesAtMs = contextOf().facts.find(CALL)?.carry?.settlesAtMs ?? Number.NaN
    const years = (settlesAtMs - OPEN_MS - ms) / (525_600 * MINUTE)
    const price = blackPrice(true, 498 * Math.exp(0.03 * years), 500, years, volatility, Math.exp(-0.04 * years))
    return { ms, price, bid: price - spread, ask: price + spread, size: 1 + minute * 100 }
  }

  it('by a fifth within an hour is a spike', () => {
    expect(lastTypes([priced(0, 0.2), priced(1, 0.25), priced(59, 0.241)])).toContain('iv_spike')
    expect(lastTypes([priced(0, 0.2), priced(59, 0.239)])).not.toContain('iv_spike')
    expect(lastTypes([priced(0, 0.2), priced(61, 0.25)])).not.toContain('iv_spike')
  })

  it('is measured at the middle of the quote, not between bid and ask', () => {
    const wide = 0.65
    const atBid = { ...priced(0, 0.2, wide), price: (priced(0, 0.2).price ?? 0) - wide }
    const atAsk = { ...priced(1, 0.2, wide), price: (priced(1, 0.2).price ?? 0) + wide }
    const [low, high] = rowsOf([atBid, atAsk], deep)

    expect((high?.impliedVolatility ?? 0) / (low?.impliedVolatility ?? 1)).toBeGreaterThan(1.2)
    expect(high?.alertTypes).not.toContain('iv_spike')
  })

  it('is not believed of a quote that is too wide to tell', () => {
    expect(lastTypes([priced(0, 0.2, 0.5), priced(1, 0.3, 0.5)])).toContain('iv_spike')
    expect(lastTypes([priced(0, 0.2, 3), priced(1, 0.3, 3)])).not.toContain('iv_spike')
  })
})
