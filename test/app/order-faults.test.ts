import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HeldFault } from '../support/broker/stub-broker.ts'
import type { ReceiverService } from '../support/receiver/receiver-service.ts'
import { type TrackedOrders, trackedOrders } from '../support/receiver/tracked-orders.ts'

const PATIENCE = { timeout: 20_000 }
const FAULTS: readonly HeldFault[] = ['401', '403', '422', '429', '500', 'reset', 'hang', 'html_200', 'nonsense']

describe('an order that is followed over HTTP and the stream', () => {
  let orders: TrackedOrders
  let service: ReceiverService
  let fingerprint: string
  /** Its client order id, and its shares. */
  let id: string
  let qty: number
  beforeEach(async () => {
    orders = await trackedOrders()
    service = await orders.start()
    fingerprint = await orders.send(service)
    await has({ status: 'pending_new' })
    id = String((await result())?.['client_order_id'])
    qty = Number(orders.broker.orders[0]?.qty)
  })
  afterEach(async () => {
    await service[Symbol.asyncDispose]()
    await orders[Symbol.asyncDispose]()
  })

  const result = () => orders.order(service, fingerprint)
  const has = (fields: object) => orders.eventually(service, fingerprint, fields)
  const entry = () => ({ ...orders.broker.orders[0] })

  it.each(FAULTS)('keeps what it has where a look meets "%s", and has the truth after the next one', async (fault) => {
    const { broker } = orders
    const failed = () => service.logged.filter((line) => line.includes('an order could not be looked at')).length
    broker.life.fill(id, { qty: 1, price: 500, partly: true })
    await has({ status: 'partially_filled', filled_qty: 1 })
    const before = await result()

    broker.failHeld('/v2/orders/', fault)
    broker.life.fill(id, { qty, price: 500 })
    await expect.poll(failed, PATIENCE).toBeGreaterThan(0)
    expect(await result()).toEqual(before)
    broker.failHeld('/v2/orders/', null)
    broker.stream.publish('fill', entry())

    await has({ status: 'filled', filled_qty: qty, filled_avg_price: 500, open_qty: qty })
    expect(broker.orders).toHaveLength(1)
    expect(service.logged.join('')).not.toMatch(/PKTESTKEY|stub-broker-secret/)
  })

  it('ends the same where updates come twice, in another order, or not at all', async () => {
    const { broker } = orders
    const fresh = entry()
    broker.stream.loses = true
    broker.life.fill(id, { qty: 1, price: 499, partly: true })
    const partly = entry()
    broker.life.fill(id, { qty, price: 500 })
    broker.stream.loses = false
    // The update of the end first, and then, three times each, those of what was before.
    broker.stream.publish('fill', entry())
    for (const [event, order] of [
      ['partial_fill', partly],
      ['new', fresh],
      ['fill', entry()],
    ] as const)
      for (let times = 0; times < 3; times++) broker.stream.publish(event, order)
    await has({ status: 'filled', filled_qty: qty, filled_avg_price: 500, realized_pnl_usd: null, settled_at: null })

    broker.stream.loses = true
    broker.life.exit(id, 'limit', 510)
    broker.stream.loses = false
    // Nobody said so: the next connection begins with a look.
    broker.stream.cut()
    await has({ open_qty: 0, realized_pnl_usd: 10 * qty })
    const end = await result()
    expect(end).toHaveProperty('settled_at', expect.stringMatching(/Z$/))

    await expect.poll(() => broker.stream.listening, PATIENCE).toBe(1)
    const looks = broker.requests.length
    broker.stream.publish('partial_fill', partly)
    broker.stream.publish('canceled', fresh)
    const other = await orders.send(service)
    expect(other).toBe(fingerprint)
    expect(await result()).toEqual(end)
    expect(broker.requests).toHaveLength(looks)
  })

  it('waits while the market is closed or the symbol is halted, and is filled afterwards', async () => {
    const { broker } = orders
    for (const status of ['accepted', 'suspended', 'held', 'done_for_day'] as const) {
      broker.life.become(id, status)
      await has({ status, filled_qty: 0, open_qty: 0, settled_at: null })
    }

    broker.life.fill(id, { qty, price: 500 })
    await has({ status: 'filled', open_qty: qty, settled_at: null })
  })

  it('ends with what was filled where the rest was canceled, and says that these shares have no exit', async () => {
    const { broker } = orders
    broker.life.fill(id, { qty: 1, price: 500, partly: true })
    await has({ status: 'partially_filled' })

    broker.life.end(id, 'canceled')

    await has({ status: 'canceled', filled_qty: 1, open_qty: 1, realized_pnl_usd: null })
    expect(await result()).toHaveProperty('settled_at', expect.stringMatching(/Z$/))
    expect(service.logged.join('')).toContain('an order ended with shares that have no exit')
  })
})
