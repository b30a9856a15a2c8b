import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSearch, readSubmission } from '../../../src/receiver/brokers/alpaca/read-answer.ts'
import { sharedDataExists, sharedPath } from '../../support/market/shared-data.ts'

function recorded(...path: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(sharedPath('data', 'wire', 'alpaca', ...path), 'utf8'))
}

describe.skipIf(!sharedDataExists)('orders as they were recorded', () => {
  it.each(['Equity', 'IPO', 'Crypto'])('are read: the %s example of the vendor', (name) => {
    const examples = recorded('spec_examples', 'trading_post_v2_orders_200.json')['examples'] as Record<string, never>
    const order = examples[name] as unknown as Record<string, string | null>
    const text = JSON.stringify(order)

    expect(readSubmission({ status: 200, text }, String(order['client_order_id']))).toEqual({
      outcome: 'accepted',
      order: {
        orderId: order['id'],
        clientOrderId: order['client_order_id'],
        symbol: order['symbol'],
        status: order['status'],
        side: order['side'],
        notional: order['notional'],
        ...(order['qty'] !== null && { qty: order['qty'] }),
      },
    })
  })

  it('are found by their client order id', () => {
    const order = recorded('fixtures', 'test_order_routes__test_get_order_by_client_id.json')

    expect(readSearch({ status: 200, text: JSON.stringify(order) }, String(order['client_order_id']))).toMatchObject({
      outcome: 'found',
      order: { orderId: order['id'], status: order['status'] },
    })
  })

  it('are refused with the code and the words of the vendor', () => {
    const text = JSON.stringify(recorded('fixtures', 'go_alpaca_rest_test__TestDefaultDo_Error.json'))

    expect(readSubmission({ status: 422, text }, 'om-1')).toEqual({
      outcome: 'refused',
      text: 'The brokerage answered 422 1234567: custom error message',
    })
  })
})

describe('an answer that is no order', () => {
  it.each([
    ['nothing', null],
    ['an empty body', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['an order with an empty id', '{"id":"","client_order_id":"om-1","symbol":"A","status":"new","side":"buy"}'],
    ['half an order', '{"id":"1","client_order_id":"om-1"'],
  ])('is unclear with status 200: %s', (_what, text) => {
    expect(readSubmission({ status: 200, text }, 'om-1').outcome).toBe('unclear')
    expect(readSearch({ status: 200, text }, 'om-1').outcome).toBe('unclear')
  })

  it.each([100, 204, 301, 304, 408, 500, 502, 503, 504, 520])('is unclear with status %d', (status) => {
    expect(readSubmission({ status, text: '{"message":"x"}' }, 'om-1').outcome).toBe('unclear')
  })

  it.each([400, 401, 402, 403, 404, 405, 409, 410, 413, 422, 451])('is a refusal with status %d', (status) => {
    expect(readSubmission({ status, text: '{"message":"x"}' }, 'om-1').outcome).toBe('refused')
  })

  it.each(['{"message":"order not found"}', '{"code":40410000}'])('is absence with a 404 and %s', (text) => {
    expect(readSearch({ status: 404, text }, 'om-1')).toEqual({ outcome: 'absent' })
  })

  it.each(['', '{}', '[]', '<html>not found</html>', null])('is no proof of absence with a 404 and %j', (text) => {
    expect(readSearch({ status: 404, text }, 'om-1').outcome).toBe('unclear')
  })
})
