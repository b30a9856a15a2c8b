import { expect, it } from 'vitest'
import { tempFolder } from '../support/process/temp-folder.ts'
import { trackedOrders } from '../support/receiver/tracked-orders.ts'

it('an idea with a bracket goes from the webhook to its exit and its profit, over a broken stream and a restart', async () => {
  using folder = tempFolder()
  await using orders = await trackedOrders()
  const { broker, send, order, eventually } = orders
  const first = await orders.start(folder.path)
  const fingerprint = await send(first)
  await eventually(first, fingerprint, { style: 'bracket', status: 'pending_new' })
  const id = String((await order(first, fingerprint))?.['client_order_id'])
  const qty = Number(broker.orders[0]?.qty)

  broker.life.fill(id, { qty: 1, price: 500, partly: true })
  await eventually(first, fingerprint, { status: 'partially_filled', filled_qty: 1, open_qty: 1 })
  broker.stream.cut()
  broker.life.fill(id, { qty, price: 500 })
  await eventually(first, fingerprint, { status: 'filled', filled_qty: qty, realized_pnl_usd: null })
  await first[Symbol.asyncDispose]()
  broker.life.exit(id, 'stop', 490.5)

  await using second = await orders.start(folder.path)
  await eventually(second, fingerprint, { open_qty: 0, realized_pnl_usd: qty * -9.5 })
  const result = await order(second, fingerprint)
  expect(result?.['settled_at']).toMatch(/Z$/)
  expect(result?.['exits']).toMatchObject([{ status: 'canceled' }, { status: 'filled', filled_avg_price: 490.5 }])
  expect(broker.orders).toHaveLength(1)
})
