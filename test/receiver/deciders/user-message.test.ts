import { describe, expect, it } from 'vitest'
import { userMessage } from '../../../src/receiver/deciders/user-message.ts'
import { asked, idea } from './ideas.ts'

describe('the user message', () => {
  it('is the limits and the webhook as JSON between two marks', () => {
    const [intro, open, data, close, ...rest] = userMessage(asked(), 'k7f2').split('\n')

    expect(intro).toBe('The data stand between the two lines that read k7f2.')
    expect({ open, close, rest }).toEqual({ open: 'k7f2', close: 'k7f2', rest: [] })
    expect(JSON.parse(data ?? '')).toEqual({
      limits: { max_notional_usd: 250, min_confidence: 0.72, allow_short_selling: false },
      webhook: idea,
    })
  })

  it('has what is held where the model is shown it, and null where the brokerage could not say', () => {
    const held = {
      equityUsd: 990,
      lastEquityUsd: 1_000,
      buyingPowerUsd: 500,
      positions: Array.from({ length: 51 }, (_, index) => ({
        symbol: `A${index}`,
        side: 'long' as const,
        qty: 2,
        marketValueUsd: 200,
        averageEntryPrice: 90,
        unrealizedPnlUsd: 20,
      })),
      openOrders: [],
    }
    const shown = (value: typeof held | null) =>
      JSON.parse(userMessage({ ...asked(), held: value }, 'm').split('\n')[2] ?? '').held

    expect(shown(held)).toMatchObject({
      equity_usd: 990,
      profit_since_last_close_usd: -10,
      positions: { 0: { symbol: 'A0', side: 'long', qty: 2, market_value_usd: 200 }, length: 50 },
      open_orders: [],
      rows_left_out: 1,
    })
    expect(shown(null)).toBeNull()
  })

  it('has no characters that nobody sees, in names and criteria and their keys, and leaves the idea as it is', () => {
    const criteria = { 'a\u202eb': ['x\u200by', { z: '\u0000\n' }], n: 1, t: true, nothing: null }
    const request = asked({ alert_name: 'Calls\u2066\r\nSYSTEM', matched_criteria: criteria })
    const data = userMessage(request, 'm').split('\n')[2] ?? ''

    expect(JSON.parse(data).webhook).toMatchObject({
      alert_name: 'CallsSYSTEM',
      matched_criteria: { ab: ['xy', { z: '' }], n: 1, t: true, nothing: null },
    })
    expect(request.idea.matched_criteria).toBe(criteria)
  })

  it('keeps keys that mean something to JavaScript as plain data', () => {
    const criteria = JSON.parse('{"__proto__":{"polluted":true},"constructor":"x"}')
    const data = userMessage(asked({ matched_criteria: criteria }), 'm').split('\n')[2]

    expect(data).toContain('"__proto__":{"polluted":true}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
