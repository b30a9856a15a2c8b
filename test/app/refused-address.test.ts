import { describe, expect, it, vi } from 'vitest'
import { systemContent } from '../../src/notifications/domain/contents.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../support/notifications/notification-service.ts'
import { smtpPeer } from '../support/smtp/smtp-peer.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

async function raised(service: NotificationService, account: NotifiedAccount, eventKey: string) {
  const content = systemContent(eventKey, 'Body.', false)
  const [result] = await service.raise({ accountId: account.id, eventKey, content })
  const id = result?.raised ? result.notification.id : ''
  return vi.waitFor(async () => {
    const [row] = await service.parts.store.deliveries.ofNotifications([id])
    expect(row?.status).not.toBe('pending')
    return row
  }, PATIENCE)
}

async function shownEmail(service: NotificationService, account: NotifiedAccount) {
  return (await service.call(account, 'GET', 'notification_settings')).body.channels.email
}

describe('an e-mail address that is refused', () => {
  it('gets no mail after the second in a row, until its owner has verified it again by a link', async () => {
    await using mails = await smtpPeer()
    await using service = await notificationService({ settings: { SMTP_URL: mails.url } })
    const account = await service.account()
    await service.call(account, 'PATCH', 'notification_settings', { channels: { email: { enabled: true } } })
    const email = () => shownEmail(service, account)
    mails.fail('rcpt', { status: 550 })

    expect(await raised(service, account, 'one')).toMatchObject({ status: 'failed', reason: { code: 'refused' } })
    expect(await email()).toMatchObject({ verified: true })
    expect(await service.call(account, 'POST', 'notification_settings/email')).toMatchObject({ status: 422 })
    expect(await raised(service, account, 'two')).toMatchObject({ status: 'failed', reason: { code: 'refused' } })
    expect(await raised(service, account, 'three')).toMatchObject({ attempts: 0, reason: { code: 'not_verified' } })
    expect(await email()).toMatchObject({ enabled: true, verified: false })
    const { data } = (await service.call(account, 'GET', 'notifications?type=account')).body
    expect(data[0]).toMatchObject({ priority: 'high', title: 'E-mail address must be verified again', deliveries: [] })
    expect(data[0].body).toContain('The mail server rejected the address (SMTP 550).')

    mails.fail('rcpt', null)
    expect(await service.call(account, 'POST', 'notification_settings/email')).toMatchObject({ status: 202 })
    await vi.waitFor(() => expect(mails.received).toHaveLength(1), PATIENCE)
    const token = /#token=(?:3D)?([A-Za-z0-9_-]{43})/.exec(mails.received[0]?.text.replace(/=\r\n/g, '') ?? '')?.[1]
    const opened = await fetch(`${service.url}/api/v1/accounts/verify_email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect(opened.status).toBe(200)
    expect(await email()).toMatchObject({ verified: true })
    expect(await raised(service, account, 'four')).toMatchObject({ status: 'sent' })
  }, 60_000)

  it('is not taken for unknown by one refusal, nor by two with a mail that arrived between them', async () => {
    await using mails = await smtpPeer()
    await using service = await notificationService({ settings: { SMTP_URL: mails.url } })
    const account = await service.account()
    await service.call(account, 'PATCH', 'notification_settings', { channels: { email: { enabled: true } } })

    for (const [eventKey, status] of [
      ['refused', 553],
      ['taken', null],
      ['refused again', 551],
    ] as const) {
      mails.fail('rcpt', status && { status })
      await raised(service, account, eventKey)
    }

    expect(await shownEmail(service, account)).toMatchObject({ verified: true })
  }, 60_000)
})
