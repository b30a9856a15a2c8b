import { describe, expect, it, vi } from 'vitest'
import { type SinkCall, sink } from '../support/http/sink.ts'
import { signatureFault } from '../support/http/standard-webhooks.ts'
import { feedClient } from '../support/notifications/feed-client.ts'
import { notificationService } from '../support/notifications/notification-service.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
/** On the clock of a trading day, so that there are prints. */
const IN_SESSION = '2026-11-20T18:00:00.000Z'

describe('from an alert to a webhook', () => {
  it('a print rings the bell and goes to the webhook, again with equal bytes when its answer was lost', async () => {
    await using peer = await sink()
    // The first request arrives and its answer is lost.
    peer.script('/hook?key=canary-in-url', 'reset', 200)
    await using service = await notificationService({
      from: IN_SESSION,
      settings: { WEBHOOK_ALLOWED_HOSTS: new URL(peer.url).host },
    })
    const account = await service.account()
    await using bell = await feedClient(`${service.url}/ws/notifications`, account.key)
    await bell.until(1)

    const { body: rule } = await service.call(account, 'POST', 'alerts', {
      name: 'Any SPY print',
      source: 'option_flow',
      criteria: { symbols: ['SPY'] },
      channels: ['webhook'],
      webhook_url: `${peer.url}/hook?key=canary-in-url`,
    })
    const [, rung] = await bell.until(2)
    await vi.waitFor(() => expect(peer.calls.length).toBeGreaterThanOrEqual(2), PATIENCE)
    const [first, second] = peer.calls as [SinkCall, SinkCall]

    const heard = rung?.['notification']
    expect(rung).toMatchObject({ type: 'notification', unread_count: 1 })
    expect(heard).toMatchObject({ type: 'custom_alert', symbol: 'SPY', details: { alert_name: 'Any SPY print' } })
    // What only the pages need.
    const { deliveries: _, alert_id: _alert, archived_at: _archived, ...record } = heard
    expect(JSON.parse(first.body)).toEqual(record)
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    for (const { body, headers } of [first, second]) {
      const sent = { headers: headers as Record<string, string>, bytes: Buffer.from(body) }
      expect(signatureFault(rule.signing_secret, sent, service.parts.now())).toBeNull()
    }
    await vi.waitFor(async () => {
      const { data } = (await service.call(account, 'GET', 'deliveries')).body
      expect(data).toMatchObject([
        {
          channel: 'webhook',
          status: 'sent',
          attempts: expect.arrayContaining([expect.objectContaining({ outcome: 'failed' })]),
        },
      ])
    }, PATIENCE)
    expect(service.logged.join('')).not.toContain('canary-in-url')
  }, 120_000)
})
