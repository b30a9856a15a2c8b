import { describe, expect, it, vi } from 'vitest'
import { ALL_ACCOUNTS } from '../../src/alerts/domain/shard.ts'
import { thisProcess } from '../../src/app/this-process.ts'
import { accountContent, systemContent } from '../../src/notifications/domain/contents.ts'
import { type Sink, sink } from '../support/http/sink.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../support/notifications/notification-service.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { vapidKeys } from '../support/push/vapid-keys.ts'
import { smtpPeer } from '../support/smtp/smtp-peer.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

const allowing = (peer: Sink) => ({ WEBHOOK_ALLOWED_HOSTS: new URL(peer.url).host })

async function withWebhook(service: NotificationService, peer: Sink, path = '/hook'): Promise<NotifiedAccount> {
  const account = await service.account()
  const webhook = { enabled: true, url: peer.url + path }
  const { status } = await service.call(account, 'PATCH', 'notification_settings', { channels: { webhook } })
  expect(status).toBe(200)
  peer.forget()
  return account
}

function news({ id: accountId }: NotifiedAccount, eventKey: string) {
  return { accountId, eventKey, content: systemContent(eventKey, 'Body.', false) }
}

async function deliveries(service: NotificationService, account: NotifiedAccount) {
  return (await service.call(account, 'GET', 'deliveries')).body.data
}

describe('the work on notifications in the running service', () => {
  it('tells browsers with which key they subscribe, where it sends to browsers at all', async () => {
    const { publicKey, privateKey, subject } = vapidKeys()
    const settings = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject }
    const keyOf = async (given: Record<string, string>) => {
      await using service = await notificationService({ works: false, settings: given })
      const { body } = await service.call(await service.account(), 'GET', 'notification_settings')
      expect(JSON.stringify(body)).not.toContain(privateKey)
      return body.channels.push.vapid_public_key
    }

    expect(await keyOf(settings)).toBe(publicKey)
    expect(await keyOf({})).toBeNull()
  })

  it('sends a signed webhook and a mail as soon as something is raised', async () => {
    await using peer = await sink()
    await using mails = await smtpPeer()
    await using service = await notificationService({ settings: { ...allowing(peer), SMTP_URL: mails.url } })
    const account = await withWebhook(service, peer)
    await service.call(account, 'PATCH', 'notification_settings', { channels: { email: { enabled: true } } })
    await service.raise(news(account, 'first'))

    await vi.waitFor(
      () => expect({ calls: peer.calls.length, received: mails.received.length }).toEqual({ calls: 1, received: 1 }),
      PATIENCE,
    )
    expect(peer.calls[0]?.headers).toMatchObject({ 'webhook-id': expect.stringMatching(/^msg_/) })
    expect(JSON.parse(peer.calls[0]?.body ?? '')).toMatchObject({ title: 'first', type: 'system_update' })
    expect(mails.received[0]).toMatchObject({ to: [account.email] })
    await vi.waitFor(async () => {
      const rows: { status: string }[] = await deliveries(service, account)
      expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent'])
    }, PATIENCE)
  })

  it('sends through the real channel when a channel is tested, and judges URLs by the real rules', async () => {
    await using peer = await sink()
    await using service = await notificationService({ settings: allowing(peer) })
    const account = await withWebhook(service, peer)

    const tested = await service.call(account, 'POST', 'notification_settings/channels/webhook/test')
    const refused = await Promise.all(
      ['http://127.0.0.1:9/', 'https://10.0.0.1/', 'http://example.com/', 'https://[::ffff:127.0.0.1]/'].map((url) =>
        service.call(account, 'PATCH', 'notification_settings', { channels: { webhook: { enabled: true, url } } }),
      ),
    )
    const mail = await service.call(account, 'POST', 'notification_settings/channels/email/test')

    expect(tested.body).toEqual({ status: 'sent', detail: 'Sent, answered with status 200.' })
    expect(peer.calls).toHaveLength(1)
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect(mail).toMatchObject({ status: 422, body: { detail: 'E-mail is not configured on this server.' } })
  })

  it('ends within its grace at a stop, keeps what was cut for the next process, and leaves no lease', async () => {
    await using peer = await sink()
    using folder = tempFolder()
    const settings = allowing(peer)
    let account: NotifiedAccount
    {
      await using first = await notificationService({ settings, folder: folder.path })
      account = await withWebhook(first, peer)
      peer.script('/hook', 'hold', 200)
      await first.raise(news(account, 'cut'))
      await vi.waitFor(() => expect(peer.held()).toBe(1), PATIENCE)
    }
    await using second = await notificationService({ settings, folder: folder.path, works: false })

    const [row] = await deliveries(second, account)
    expect(row).toMatchObject({ channel: 'webhook', status: 'pending', attempts: [{ outcome: 'failed' }] })
    expect(await second.parts.store.outbox.instances()).toEqual([])
    const due = await second.parts.store.outbox.due(new Date(Date.now() + 3_600_000), 'normal', 10)
    expect(due.map(({ body, leaseOwner }) => [body, leaseOwner])).toEqual([[peer.calls[0]?.body, null]])
  })

  it('leaves the market to the process that has its lease, and begins when it gets that', async () => {
    const turn = { term: null as number | null }
    const asked = new Set<string>()
    const leases = {
      isShared: false,
      termOf(name: string) {
        asked.add(name)
        return turn.term
      },
      mayGoOn: () => false,
    }
    const settings = { MARKET_ALWAYS_OPEN: 'true' }
    await using service = await notificationService({ leases, settings })
    const account = await service.account()
    await service.call(account, 'PUT', 'watchlist', { symbols: ['SPY'] })
    const { store } = service.parts
    await vi.waitFor(() => expect([...asked].sort()).toEqual(['alerts/0', 'keeping']), PATIENCE)
    const before = await store.flowPositions.of(ALL_ACCOUNTS)
    turn.term = 1

    await vi.waitFor(async () => expect(await store.flowPositions.of(ALL_ACCOUNTS)).not.toEqual(before), PATIENCE)
    expect(before).toEqual([])
  })

  it('takes over at once what a process of this machine left that is gone', async () => {
    await using peer = await sink()
    using folder = tempFolder()
    const settings = allowing(peer)
    {
      await using before = await notificationService({ settings, folder: folder.path, works: false })
      const account = await withWebhook(before, peer)
      await before.raise(news(account, 'left'))
      const { store, now } = before.parts
      const { host } = thisProcess()
      await store.outbox.beat({
        id: 'gone',
        host,
        pid: 2 ** 22 + 1,
        processStartedAt: '1',
        heartbeatAt: now().toISOString(),
        sends: true,
      })
      const rows = await store.outbox.due(now(), 'normal', 1)
      const until = new Date(now().getTime() + 600_000)
      await store.outbox.lease(rows, 'gone.1', { now: now(), until })
    }
    await using after = await notificationService({ settings, folder: folder.path })

    await vi.waitFor(() => expect(peer.calls).toHaveLength(1), PATIENCE)
    expect(after.logged.join('')).toContain('took over from a process that is gone')
  })

  it('wakes for a retry when it is due and not before', async () => {
    await using peer = await sink()
    await using service = await notificationService({ settings: allowing(peer) })
    const account = await withWebhook(service, peer)
    peer.script('/hook', { status: 503, headers: { 'retry-after': '1' } }, 200)
    await service.raise(news(account, 'again'))

    await vi.waitFor(() => expect(peer.calls).toHaveLength(2), { timeout: 60_000, interval: 20 })
    const [first, second] = peer.calls
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  })

  it('tells readiness which part fails', async () => {
    await using service = await notificationService()
    const ready = await (await fetch(`${service.url}/health/ready`)).json()

    expect(ready).toMatchObject({
      status: 'ready',
      checks: expect.arrayContaining([
        { name: 'notifications', ok: true, detail: 'Notifications work, with 3 channels and the bell.' },
      ]),
    })
  })

  it('says of an account that it was told in the bell alone where it chose no channel', async () => {
    await using service = await notificationService()
    const account = await service.account()
    const content = accountContent('Something', 'Body.', {})
    await service.raise({ accountId: account.id, eventKey: 'a:1', content })

    expect((await service.call(account, 'GET', 'notifications')).body).toMatchObject({ unread_count: 1, total: 1 })
  })
})
