import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type StubBroker, stubBroker } from '../support/broker/stub-broker.ts'
import { scriptedDecider } from '../support/model/scripted-decider.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { aPayload } from '../support/receiver/ideas.ts'
import { type ReceiverService, receiverService } from '../support/receiver/receiver-service.ts'
import { SECRET_SETTINGS } from '../support/service.ts'

const headers = { 'content-type': 'application/json', 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
const SETTLED_WITHIN_MS = 20_000

let broker: StubBroker

/** The receiver with the real brokerage adapter, against the stub over HTTP and its stream. */
function started(folder: string): Promise<ReceiverService> {
  return receiverService({
    asSet: true,
    decider: scriptedDecider(),
    folder,
    settings: {
      DRY_RUN: 'false',
      ORDER_STYLE: 'bracket',
      TRACK_ORDERS: 'true',
      MAX_NOTIONAL_USD: '100000',
      MARKET_ALWAYS_OPEN: 'true',
      ALPACA_API_KEY: 'PKTESTKEY',
      ALPACA_API_SECRET: 'stub-broker-secret',
      ALPACA_BASE_URL: broker.url,
      BROKER_TIMEOUT_MS: '3000',
    },
  })
}

describe('an idea with a bracket', () => {
  beforeEach(async () => {
    broker = await stubBroker()
  })
  afterEach(() => broker[Symbol.asyncDispose]())

  const path = '/webhooks/optionomics-neutral'
  async function send({ url }: ReceiverService): Promise<string> {
    const body = JSON.stringify(
      aPayload({ alert_name: 'script:large', symbol: 'SPY', target_price: 60_000, stop_price: 0.5 }),
    )
    const answer = await fetch(`${url}${path}/trade-ideas`, { method: 'POST', headers, body })
    return ((await answer.json()) as { fingerprint: string }).fingerprint
  }
  async function order({ url }: ReceiverService, fingerprint: string): Promise<Record<string, unknown> | null> {
    const answer = await fetch(`${url}${path}/ledger/${fingerprint}`, { headers })
    return ((await answer.json()) as { order_result: Record<string, unknown> | null }).order_result
  }
  const eventually = (service: ReceiverService, fingerprint: string, fields: object) =>
    expect.poll(() => order(service, fingerprint), { timeout: SETTLED_WITHIN_MS }).toMatchObject(fields)

  it('goes from the webhook to its exit and its profit, over a broken stream and a restart', async () => {
    using folder = tempFolder()
    const first = await started(folder.path)
    await expect.poll(() => broker.stream.listening, { timeout: SETTLED_WITHIN_MS }).toBe(1)
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

    await using second = await started(folder.path)
    await eventually(second, fingerprint, { open_qty: 0, realized_pnl_usd: qty * -9.5 })
    const result = await order(second, fingerprint)
    expect(result?.['settled_at']).toMatch(/Z$/)
    expect(result?.['exits']).toMatchObject([{ status: 'canceled' }, { status: 'filled', filled_avg_price: 490.5 }])
    expect(broker.orders).toHaveLength(1)
  })
})
