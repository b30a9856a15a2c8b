import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inMemoryBroker } from '../../../src/adapters/broker/in-memory/index.ts'
import { calm, describeBroker, intent } from './conformance.ts'

function account(holdingsUsd: Record<string, number> = {}) {
  let made = 0
  const symbols = ['AAPL', 'NOSHORT', 'NOPOWER', 'MSFT']
  return inMemoryBroker({ symbols, buyingPowerUsd: 1000, newId: () => `order-${++made}`, holdingsUsd })
}

describeBroker('the in-memory brokerage', async () => ({ broker: account(), [Symbol.asyncDispose]: async () => {} }))

describe('the in-memory brokerage', () => {
  it('sets money aside with the order and gives it back when the order is cancelled', async () => {
    const broker = account()

    await broker.submit({ ...intent, notional: '99.99' }, calm())
    const setAside = broker.buyingPowerUsd()
    const cancelled = broker.cancel(intent.clientOrderId)

    expect([setAside, cancelled, broker.buyingPowerUsd()]).toEqual([900.01, true, 1000])
    expect(await broker.find(intent.clientOrderId, calm())).toMatchObject({ order: { status: 'canceled' } })
  })

  it('keeps the client order id of a cancelled order in use', async () => {
    const broker = account()
    await broker.submit(intent, calm())
    broker.cancel(intent.clientOrderId)

    expect(await broker.submit(intent, calm())).toMatchObject({ outcome: 'id_in_use' })
  })

  it('sells what a filled order bought, and no more', async () => {
    const broker = account()
    await broker.submit(intent, calm())
    broker.fill(intent.clientOrderId)
    const sale = { ...intent, side: 'sell' as const }

    expect(await broker.submit({ ...sale, clientOrderId: 'a', notional: '100.01' }, calm())).toMatchObject({
      outcome: 'refused',
    })
    expect(await broker.submit({ ...sale, clientOrderId: 'b', notional: '100.00' }, calm())).toMatchObject({
      outcome: 'accepted',
    })
    expect(broker.fill('b')).toBe(true)
    expect(broker.buyingPowerUsd()).toBe(1000)
  })

  it('ends an order once', async () => {
    const broker = account()
    await broker.submit(intent, calm())

    expect([broker.fill(intent.clientOrderId), broker.fill(intent.clientOrderId)]).toEqual([true, false])
    expect([broker.cancel(intent.clientOrderId), broker.cancel('unknown')]).toEqual([false, false])
  })

  it.each(['100', '100.0', '100.001', '1e2', '-5.00', '0.99', 'NaN', ''])('refuses the amount %j', async (notional) => {
    expect(await account().submit({ ...intent, notional }, calm())).toMatchObject({ outcome: 'refused' })
  })

  it('never orders for more than there is, whatever comes', async () => {
    const order = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      cents: fc.integer({ min: 1, max: 60_000 }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      next: fc.constantFrom('fill', 'cancel', 'wait'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(order, { maxLength: 20 }), async (orders) => {
        const broker = account({ AAPL: 50 })
        for (const { id, cents, side, next } of orders) {
          await broker.submit({ ...intent, clientOrderId: id, notional: (cents / 100).toFixed(2), side }, calm())
          if (next === 'fill') broker.fill(id)
          if (next === 'cancel') broker.cancel(id)
          expect(broker.buyingPowerUsd()).toBeGreaterThanOrEqual(0)
        }
        const ids = broker.orders().map(({ clientOrderId }) => clientOrderId)
        expect(ids).toHaveLength(new Set(ids).size)
      }),
      { numRuns: 200 },
    )
  })
})
