import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFirstEnvironment } from '../../../src/app/demo/first-run.ts'
import { processEnvironment } from '../../../src/app/settings/config.ts'
import { scriptedBroker } from '../../support/broker/scripted-broker.ts'
import { scriptedDecider } from '../../support/model/scripted-decider.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { aPayload } from '../../support/receiver/ideas.ts'
import { type ReceiverService, receiverService } from '../../support/receiver/receiver-service.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const PATH = '/webhooks/optionomics-neutral/trade-ideas'
const BOUNDS =
  /^(?:MAX_ORDERS_PER_DAY|MAX_NOTIONAL_PER_DAY_USD|MAX_DECISIONS_PER_HOUR|MAX_IDEA_AGE_MINUTES|MAX_ENTRY_DEVIATION_PCT|REQUIRE_KNOWN_SYMBOL)$/

/** The bounds as the first run writes them, with orders switched on. */
function shippedSettings(): Record<string, string> {
  using folder = tempFolder()
  const file = folder.file('env')
  writeFirstEnvironment({ example: join(import.meta.dirname, '../../../.env.example'), file }, (size) =>
    Buffer.alloc(size, 7),
  )
  const written = Object.entries(processEnvironment(file)).filter(
    (entry): entry is [string, string] => BOUNDS.test(entry[0]) && entry[1] !== undefined,
  )
  expect(readFileSync(file, 'utf8')).toContain('MAX_ORDERS_PER_DAY=10')
  return { DRY_RUN: 'false', ...Object.fromEntries(written) }
}

function post({ url }: ReceiverService, payload: unknown, secret = SECRET_SETTINGS.WEBHOOK_SECRET) {
  return fetch(`${url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bot-secret': secret },
    body: JSON.stringify(payload),
  })
}

async function priceOf({ parts }: ReceiverService, symbol: string): Promise<number> {
  return (await (await parts.market.viewAt()).quote(symbol)).price
}

async function allEnded({ parts }: ReceiverService): Promise<boolean> {
  return (await parts.store.ledger.waiting()).count === 0
}

describe('who has the webhook secret', () => {
  it('gets no order for ideas that no market would make, though the model buys all of them', async () => {
    const broker = scriptedBroker()
    // All of them are decided: only the bounds of the idea itself are under test.
    const settings = { ...shippedSettings(), MAX_DECISIONS_PER_HOUR: '1000', MAX_ORDERS_PER_DAY: '1000' }
    await using service = await receiverService({ settings, broker, decider: scriptedDecider() })
    const price = await priceOf(service, 'SPY')
    const fresh = { symbol: 'SPY', triggered_at: service.parts.now().toISOString() }
    const sound = { ...fresh, entry_price: price, target_price: price * 1.05, stop_price: price * 0.97 }
    const hostile = [
      { ...sound, triggered_at: '0001-01-01T00:00:00Z' },
      { ...sound, entry_price: -3, target_price: -1, stop_price: -5 },
      { ...sound, target_price: 1e300 },
      { ...sound, entry_price: price * 3, target_price: price * 4, stop_price: price * 2 },
      { ...sound, symbol: 'ZZZZ' },
    ]
    for (const [index, idea] of hostile.entries()) {
      expect((await post(service, aPayload({ ...idea, strategy: `hostile ${index}` }))).status).toBe(200)
    }
    await expect.poll(() => allEnded(service), { timeout: 20_000 }).toBe(true)
    const entries = await service.parts.store.ledger.list({ limit: 20 })

    expect(entries.map(({ entry }) => entry.status)).toEqual(hostile.map(() => 'skipped'))
    expect(broker.submitted).toEqual([])
  })

  it('gets ten orders of 1,000 USD together at most, whatever is sent in an hour', async () => {
    const broker = scriptedBroker()
    await using service = await receiverService({ settings: shippedSettings(), broker, decider: scriptedDecider() })
    const price = await priceOf(service, 'SPY')
    const sent = Array.from({ length: 60 }, (_, index) =>
      post(
        service,
        aPayload({
          symbol: 'SPY',
          triggered_at: service.parts.now().toISOString(),
          strategy: `sound ${index}`,
          entry_price: price,
          target_price: price * 1.05,
          stop_price: price * 0.97,
        }),
      ),
    )
    await Promise.all(sent)
    await expect.poll(() => allEnded(service), { timeout: 30_000 }).toBe(true)

    expect(broker.submitted.length).toBeGreaterThan(0)
    expect(broker.submitted.length).toBeLessThanOrEqual(10)
    expect(broker.orders.reduce((sum, { notional }) => sum + Number(notional), 0)).toBeLessThanOrEqual(1_000)
  })

  it('has so many ideas taken in a minute, and is told when the next one is', async () => {
    await using service = await receiverService({ settings: { MAX_IDEAS_PER_MINUTE: '5' }, works: false })
    const statuses: number[] = []
    let last: Response | undefined
    for (let index = 0; index < 7; index++) {
      last = await post(service, aPayload({ strategy: `idea ${index}` }))
      statuses.push(last.status)
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last?.json()).toMatchObject({ detail: expect.stringContaining('MAX_IDEAS_PER_MINUTE') })
    expect((await service.parts.store.ledger.waiting()).count).toBe(5)
  })
})

describe('who guesses the webhook secret', () => {
  it('waits after so many wrong ones, while the sender with the secret is served', async () => {
    await using service = await receiverService({ works: false })
    const statuses = new Set<number>()
    for (let index = 0; index < 40; index++) {
      statuses.add((await post(service, aPayload(), `wrong-secret-${index}`)).status)
    }

    expect([...statuses]).toEqual([401, 429])
    expect((await post(service, aPayload())).status).toBe(200)
  })
})

describe('a service that sends orders', () => {
  it('names each bound that is not set in its readiness', async () => {
    await using bare = await receiverService({ settings: { DRY_RUN: 'false', MAX_ORDERS_PER_DAY: '3' } })
    await using bounded = await receiverService({ settings: shippedSettings() })
    const ready = async ({ url }: ReceiverService) => (await fetch(`${url}/health/ready`)).text()

    expect(await ready(bare)).toContain(
      'Orders are sent without MAX_NOTIONAL_PER_DAY_USD, MAX_DECISIONS_PER_HOUR, MAX_IDEA_AGE_MINUTES, MAX_ENTRY_DEVIATION_PCT, REQUIRE_KNOWN_SYMBOL',
    )
    expect(await ready(bounded)).not.toContain('Orders are sent without')
  })
})
