import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exitPlan, type OrderForm, priceText, toTick } from '../../../src/receiver/domain/exits.ts'

const nowMs = Date.parse('2026-11-20T15:00:00Z')
const bracket = { style: 'bracket', timeInForce: 'day', singleExit: 'stop' } as const
const buy = { action: 'buy', notional_usd: 250 } as const
const short = { action: 'sell_short', notional_usd: 250 } as const
const idea = { target_price: 110, stop_price: 95 }
const bearish = { target_price: 90, stop_price: 105 }
const at = (price: number | null, ageMinutes = 0) => ({ price, asOfMs: nowMs - ageMinutes * 60_000 })
const plan = (
  entry: Parameters<typeof exitPlan>[0] = buy,
  levels: Parameters<typeof exitPlan>[1] = idea,
  last = at(100),
  form: OrderForm & { style: 'bracket' | 'oto' } = bracket,
) => exitPlan(entry, levels, last, { form, nowMs })
const reason = (...args: Parameters<typeof plan>) => {
  const result = plan(...args)
  return 'reason' in result ? result.reason : null
}

describe('the plan of an order with exits', () => {
  it('buys the whole shares that the amount pays for, with both exits of a bracket', () => {
    expect(plan()).toEqual({ style: 'bracket', qty: 2, timeInForce: 'day', takeProfit: 110, stopLoss: 95 })
    expect(plan({ ...buy, notional_usd: 300 })).toMatchObject({ qty: 3 })
    expect(plan({ ...buy, notional_usd: 299.99 })).toMatchObject({ qty: 2 })
  })

  it('has the exits of a short sale the other way round', () => {
    expect(plan(short, bearish)).toMatchObject({ qty: 2, takeProfit: 90, stopLoss: 105 })
    expect(reason(short, idea)).toContain('reached the target')
  })

  it('has the one exit of oto that the setting names, and does not look at the other', () => {
    const oto = { style: 'oto', timeInForce: 'gtc', singleExit: 'stop' } as const
    const one = { style: 'oto', qty: 2, timeInForce: 'gtc' }

    expect(plan(buy, { ...idea, target_price: 1 }, at(100), oto)).toEqual({ ...one, takeProfit: null, stopLoss: 95 })
    expect(plan(buy, { ...idea, stop_price: 0 }, at(100), { ...oto, singleExit: 'target' })).toEqual({
      ...one,
      takeProfit: 110,
      stopLoss: null,
    })
  })

  it.each<[string, Parameters<typeof plan>, string]>([
    ['the price of a share is above the amount', [buy, idea, at(250.01)], 'zero shares'],
    ['the last price is unknown', [buy, idea, at(null)], 'last price'],
    ['the last price is 0', [buy, idea, at(0)], 'last price'],
    ['the instant of the price is unknown', [buy, idea, { price: 100, asOfMs: null as never }], 'last price'],
    ['the last price is older than 20 minutes', [buy, idea, at(100, 20.001)], 'stale'],
    ['the price is less than a cent below the target', [buy, idea, at(109.991)], 'reached the target'],
    ['the price is less than a cent above the stop', [buy, idea, at(95.009)], 'reached the stop'],
    ['the stop is 0', [buy, { ...idea, stop_price: 0 }], 'not above 0'],
    ['the stop is 0 on the tick', [buy, { ...idea, stop_price: 0.00004 }], 'not above 0'],
    ['an exit is missing', [buy, { ...idea, target_price: null }], 'missing'],
  ])('is none where %s', (_case, args, words) => {
    expect(reason(...args)).toContain(words)
  })

  it('is one where the price is a cent away from an exit, or 20 minutes old', () => {
    expect([reason(buy, idea, at(109.99)), reason(buy, idea, at(95.01)), reason(buy, idea, at(100, 20))]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('never costs more than the amount at the last price, and has its exits on their sides', () => {
    const price = fc.double({ min: 0.01, max: 5_000, noNaN: true })
    fc.assert(
      fc.property(price, price, price, fc.double({ min: 0.01, max: 1e6, noNaN: true }), (last, target, stop, usd) => {
        const result = plan({ ...buy, notional_usd: usd }, { target_price: target, stop_price: stop }, at(last))
        if ('reason' in result) return
        expect(result.qty * last).toBeLessThanOrEqual(usd)
        expect(Number.isInteger(result.qty)).toBe(true)
        expect(result.takeProfit).toBeGreaterThan(last)
        expect(result.stopLoss).toBeLessThan(last)
      }),
    )
  })
})

describe('a price on the tick', () => {
  it.each([
    [110, 110, '110.00'],
    [110.126, 110.13, '110.13'],
    [2.675, 2.67, '2.67'],
    [1, 1, '1.00'],
    [0.99996, 1, '1.00'],
    [0.12346, 0.1235, '0.1235'],
    [0.5, 0.5, '0.5000'],
  ])('of %d is %d, sent as %s', (price, tick, text) => {
    expect([toTick(price), priceText(toTick(price))]).toEqual([tick, text])
  })
})
