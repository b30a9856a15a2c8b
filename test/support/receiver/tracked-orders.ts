import { expect } from 'vitest'
import { type StubBroker, stubBroker } from '../broker/stub-broker.ts'
import { scriptedDecider } from '../model/scripted-decider.ts'
import { SECRET_SETTINGS } from '../service.ts'
import { aPayload } from './ideas.ts'
import { type ReceiverService, receiverService } from './receiver-service.ts'

const headers = { 'content-type': 'application/json', 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
const PATH = '/webhooks/optionomics-neutral'
const PATIENCE = { timeout: 20_000 }

/** The receiver with the real brokerage adapter, against the stub over HTTP and its stream. */
export interface TrackedOrders extends AsyncDisposable {
  readonly broker: StubBroker
  start(folder?: string): Promise<ReceiverService>
  /** An idea whose bracket goes out; its fingerprint. */
  send(service: ReceiverService): Promise<string>
  /** What the ledger has of its order. */
  order(service: ReceiverService, fingerprint: string): Promise<Record<string, unknown> | null>
  eventually(service: ReceiverService, fingerprint: string, fields: object): Promise<void>
}

export async function trackedOrders(): Promise<TrackedOrders> {
  const broker = await stubBroker()
  const settings = {
    DRY_RUN: 'false',
    ORDER_STYLE: 'bracket',
    TRACK_ORDERS: 'true',
    MAX_NOTIONAL_USD: '100000',
    MARKET_ALWAYS_OPEN: 'true',
    ALPACA_API_KEY: 'PKTESTKEY',
    ALPACA_API_SECRET: 'stub-broker-secret',
    ALPACA_BASE_URL: broker.url,
    BROKER_TIMEOUT_MS: '3000',
  }
  async function order({ url }: ReceiverService, fingerprint: string) {
    const answer = await fetch(`${url}${PATH}/ledger/${fingerprint}`, { headers })
    return ((await answer.json()) as { order_result: Record<string, unknown> | null }).order_result
  }
  return {
    broker,
    async start(folder) {
      const place = folder === undefined ? {} : { folder }
      const service = await receiverService({ asSet: true, decider: scriptedDecider(), settings, ...place })
      await expect.poll(() => broker.stream.listening, PATIENCE).toBe(1)
      return service
    },
    async send({ url }) {
      const idea = { alert_name: 'script:large', symbol: 'SPY', target_price: 60_000, stop_price: 0.5 }
      const sent = { method: 'POST', headers, body: JSON.stringify(aPayload(idea)) }
      const answer = await fetch(`${url}${PATH}/trade-ideas`, sent)
      return ((await answer.json()) as { fingerprint: string }).fingerprint
    },
    order,
    async eventually(service, fingerprint, fields) {
      await expect.poll(() => order(service, fingerprint), PATIENCE).toMatchObject(fields)
    },
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  }
}
