import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callbackSignature } from '../../../src/notifications/channels/sms/callback.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { newEndpoint } from '../../../src/notifications/operations/settings/endpoint-parts.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../../support/notifications/notification-service.ts'
import { TWILIO, type TwilioPeer, twilioPeer } from '../../support/sms/twilio-peer.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const PUBLIC = 'https://options.example.test'

describe('what the SMS vendor calls', () => {
  let vendor: TwilioPeer
  let service: NotificationService
  let count = 0
  beforeAll(async () => {
    vendor = await twilioPeer()
    service = await notificationService({
      settings: {
        PUBLIC_URL: PUBLIC,
        TWILIO_ACCOUNT_SID: TWILIO.accountSid,
        TWILIO_AUTH_TOKEN: TWILIO.authToken,
        TWILIO_FROM: TWILIO.from,
        TWILIO_BASE_URL: vendor.sink.origin,
      },
    })
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await vendor[Symbol.asyncDispose]()
  })

  async function withPhone(): Promise<{ account: NotifiedAccount; number: string }> {
    const account = await service.account()
    const number = `+1202555${String(3000 + ++count)}`
    const { store, notifier, newId, now } = service.parts
    const known = { id: newId(), accountId: account.id, channel: 'sms', label: number } as const
    await store.endpoints.put(newEndpoint(notifier.box, { ...known, address: number, verified: true, at: now() }))
    await service.call(account, 'PATCH', 'notification_settings', { channels: { sms: { enabled: true } } })
    return { account, number }
  }

  const raise = (account: NotifiedAccount) =>
    service.raise({ accountId: account.id, eventKey: `t:${++count}`, content: systemContent('News', 'Body.', false) })

  async function deliveryOf(account: NotifiedAccount) {
    return (await service.call(account, 'GET', 'deliveries')).body.data[0]
  }

  function callback(path: string, form: Record<string, string>, signature?: string): Promise<Response> {
    const signed = signature ?? callbackSignature(TWILIO.authToken, PUBLIC + path, form)
    return fetch(service.url + path, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'x-twilio-signature': signed },
    })
  }

  it('turns a message that did not arrive from sent to failed, and says so', async () => {
    const { account } = await withPhone()
    await raise(account)
    await vi.waitFor(async () => expect(await deliveryOf(account)).toMatchObject({ status: 'sent' }), PATIENCE)
    const reportTo = vendor.sent.at(-1)?.statusCallback?.slice(PUBLIC.length) ?? ''
    const form = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' }

    const under = await callback(reportTo, { ...form, MessageStatus: 'sent' })
    expect([under.status, (await deliveryOf(account)).status]).toEqual([204, 'sent'])
    expect((await callback(reportTo, form)).status).toBe(204)
    expect(await deliveryOf(account)).toMatchObject({ status: 'failed', reason: expect.stringContaining('30005') })
  })

  it('believes nothing that is not signed, or signed for another address', async () => {
    const { account, number } = await withPhone()
    await raise(account)
    await vi.waitFor(async () => expect(await deliveryOf(account)).toMatchObject({ status: 'sent' }), PATIENCE)
    const path = `/webhooks/twilio/status?delivery=${(await deliveryOf(account)).id}`
    const form = { MessageSid: 'SM1', MessageStatus: 'failed' }
    const elsewhere = callbackSignature(TWILIO.authToken, `${PUBLIC}/webhooks/twilio/status?delivery=other`, form)

    const answers = [
      await callback(path, form, 'wrong'),
      await callback(path, form, elsewhere),
      await callback('/webhooks/twilio/inbound', { From: number, Body: 'STOP' }, 'wrong'),
      await fetch(`${service.url}${path}`, { method: 'POST', body: new URLSearchParams(form) }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await deliveryOf(account)).toMatchObject({ status: 'sent' })
  })

  it('stops at STOP until START, and answers HELP', async () => {
    const { account, number } = await withPhone()
    const say = (Body: string) => callback('/webhooks/twilio/inbound', { From: number, Body })

    const stopped = await say(' stop ')
    expect({ status: stopped.status, text: await stopped.text() }).toEqual({
      status: 200,
      text: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
    })
    const sentBefore = vendor.sent.length
    await raise(account)
    expect(await deliveryOf(account)).toMatchObject({ status: 'failed', reason: expect.stringContaining('disabled') })
    expect(await (await say('HELP')).text()).toContain(`<Message>Optionwire alerts. Settings: ${PUBLIC}/notifications`)
    await say('START')
    await raise(account)
    await vi.waitFor(() => expect(vendor.sent.length).toBe(sentBefore + 1), PATIENCE)
  })

  it('is in the document where it is set up, and is no route where it is not', async () => {
    const paths = await pathsOf(service)
    await using plain = await notificationService()
    const plainPaths = await pathsOf(plain)

    expect(paths).toEqual(
      expect.arrayContaining(['/webhooks/twilio/status', '/webhooks/twilio/inbound', '/unsubscribe/{token}']),
    )
    expect(plainPaths.filter((path) => path.includes('twilio'))).toEqual([])
    expect((await fetch(`${plain.url}/webhooks/twilio/status`, { method: 'POST' })).status).toBe(404)
  })
})

async function pathsOf({ url }: NotificationService): Promise<string[]> {
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as { paths: object }
  return Object.keys(document.paths)
}
