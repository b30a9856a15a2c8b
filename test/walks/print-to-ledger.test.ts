import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { ideaAlerts } from '../../src/app/idea-alerts.ts'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { receiverOf } from '../../src/app/receiver.ts'
import { gatherAnalytics } from '../../src/trade-ideas/operations/gather-analytics.ts'
import { ideaFeedStep } from '../../src/trade-ideas/workers/idea-feed.ts'
import { scriptedBroker } from '../support/broker/scripted-broker.ts'
import { signatureFault } from '../support/http/standard-webhooks.ts'
import { scriptedDecider } from '../support/model/scripted-decider.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../support/notifications/notification-service.ts'
import { SECRET_SETTINGS } from '../support/service.ts'

const PATIENCE = { timeout: 90_000, interval: 50 }
/** A session in which somebody gathers puts of INTC, ten minutes before its close: no other idea is against theirs. */
const IN_SESSION = '2026-10-02T19:50:00.000Z'
const PATH = '/webhooks/optionomics-neutral'
const SECRET = { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }

interface Relayed {
  readonly body: string
  readonly headers: Record<string, string>
  readonly answer: { readonly status: string; readonly fingerprint: string }
}

/** Stands between alert and receiver, adds the secret, and loses the first answer on its way back. */
async function lossyRelay() {
  const relayed: Relayed[] = []
  let target = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = { 'content-type': 'application/json', ...SECRET }
    const upstream = await fetch(`${target}${PATH}/trade-ideas`, { method: 'POST', headers, body })
    const text = await upstream.text()
    relayed.push({ body, headers: request.headers as Record<string, string>, answer: JSON.parse(text) })
    if (relayed.length === 1) request.socket.destroy()
    else response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    relayed,
    leadTo: (url: string) => {
      target = url
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The prints are there, and the pipeline flow reads them. */
async function ideaOfPrints(service: NotificationService, account: NotifiedAccount) {
  const { parts } = service
  const context = contextOf(parts, { caller: OPERATOR })
  const look = ideaFeedStep({
    ...parts,
    gather: (symbol) => gatherAnalytics(context, symbol),
    onIdea: ideaAlerts(parts),
  })
  await look(new AbortController().signal)
  const { body: ideas } = await service.call(account, 'GET', 'trade_ideas?symbol=INTC')
  const idea = ideas.data.find(({ pipeline }: { pipeline: string }) => pipeline === 'flow')
  const contract = /INTC\d{6}P\d{8}/.exec(idea.thesis)?.[0] ?? ''
  const { body: flow } = await service.call(account, 'GET', 'flow?symbol=INTC&option_type=put&side=at_ask&limit=500')
  const bought = flow.data.filter(
    ({ option_symbol: each }: { option_symbol: string }) => each.replaceAll(' ', '') === contract,
  )
  expect(bought.length).toBeGreaterThan(3)
  return idea
}

/** The one entry, decided and gated, with the order that a dry run did not send. */
async function entriesOf(service: NotificationService) {
  return vi.waitFor(async () => {
    const answer = await fetch(`${service.url}${PATH}/ledger`, { headers: SECRET })
    const { data } = (await answer.json()) as { data: { status: string }[] }
    expect(data.map(({ status }) => status)).toEqual(['dry_run'])
    return data
  }, PATIENCE)
}

it('prints become an idea, a notification, a webhook that is sent twice, one entry of the ledger and no order', {
  timeout: 180_000,
}, async () => {
  await using relay = await lossyRelay()
  await using service = await notificationService({
    from: IN_SESSION,
    settings: {
      MARKET_SYMBOLS: 'INTC',
      WEBHOOK_ALLOWED_HOSTS: new URL(relay.url).host,
      ALLOW_SHORT_SELLING: 'true',
      DRY_RUN: 'true',
    },
  })
  relay.leadTo(service.url)
  const { parts } = service
  const broker = scriptedBroker()
  await using receiver = receiverOf(parts, { decider: scriptedDecider(), broker })
  await receiver.start()
  const account = await service.account()
  const name = 'script:sell_short Puts that somebody gathers'
  const { body: rule } = await service.call(account, 'POST', 'alerts', {
    name,
    source: 'trade_idea',
    criteria: { symbols: ['INTC'], direction: 'bearish' },
    channels: ['webhook'],
    webhook_url: `${relay.url}/hook`,
  })

  const idea = await ideaOfPrints(service, account)

  // The bell has it, and the webhook carries the payload of the specification, frozen.
  const { body: bell } = await service.call(account, 'GET', 'notifications')
  expect(bell.data).toMatchObject([{ type: 'custom_alert', symbol: 'INTC', details: { alert_name: name } }])
  await vi.waitFor(() => expect(relay.relayed).toHaveLength(2), PATIENCE)
  const [lost, arrived] = relay.relayed as [Relayed, Relayed]
  expect(JSON.parse(lost.body)).toEqual({
    alert_name: name,
    source: 'trade_idea',
    symbol: 'INTC',
    direction: 'bearish',
    strategy: idea.strategy,
    model: 'flow',
    entry_price: idea.entry_price,
    target_price: idea.target_price,
    stop_price: idea.stop_price,
    triggered_at: bell.data[0].details.triggered_at,
    matched_criteria: { symbols: ['INTC'], direction: 'bearish' },
  })

  // Its answer was lost: the same bytes under the same id come again, and are known.
  expect(arrived.body).toBe(lost.body)
  expect(arrived.headers['webhook-id']).toBe(lost.headers['webhook-id'])
  for (const { body, headers } of [lost, arrived]) {
    expect(signatureFault(rule.signing_secret, { headers, bytes: Buffer.from(body) }, parts.now())).toBeNull()
  }
  expect([lost.answer.status, arrived.answer.status]).toEqual(['queued', 'duplicate'])
  await vi.waitFor(async () => {
    const { data } = (await service.call(account, 'GET', 'deliveries')).body
    expect(data).toMatchObject([{ channel: 'webhook', status: 'sent', attempts: [{}, {}] }])
  }, PATIENCE)

  // One entry, decided and gated, with the order that a dry run did not send.
  const entries = await entriesOf(service)
  expect(entries).toMatchObject([
    {
      fingerprint: lost.answer.fingerprint,
      payload: { symbol: 'INTC', model: 'flow' },
      decision: { action: 'sell_short', symbol: 'INTC' },
      order_result: { dry_run: true },
      error: null,
    },
  ])
  expect(broker.submitted).toEqual([])
})
