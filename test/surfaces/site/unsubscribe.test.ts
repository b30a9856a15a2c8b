import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { raisingRule } from '../../../src/alerts/operations/triggers.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../../support/notifications/notification-service.ts'
import { type SmtpPeer, smtpPeer } from '../../support/smtp/smtp-peer.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

describe('a link that ends mails', () => {
  let mails: SmtpPeer
  let service: NotificationService
  beforeAll(async () => {
    mails = await smtpPeer()
    service = await notificationService({ settings: { SMTP_URL: mails.url } })
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await mails[Symbol.asyncDispose]()
  })

  const settingsOf = async (account: NotifiedAccount) =>
    (await service.call(account, 'GET', 'notification_settings')).body.channels

  /** The link of the mail that is sent for a trigger. */
  async function linkOf(account: NotifiedAccount, alertId?: string): Promise<string> {
    const before = mails.received.length
    const rule = alertId === undefined ? undefined : await service.parts.store.alerts.byId(account.id, alertId)
    const content = {
      ...systemContent('News', 'Body.', false),
      symbol: 'SPY',
      ...(rule && { type: 'custom_alert' as const }),
    }
    await service.raise({
      accountId: account.id,
      eventKey: `t:${before}`,
      content,
      ...(rule && { rule: raisingRule(rule) }),
    })
    await vi.waitFor(() => expect(mails.received.length).toBe(before + 1), PATIENCE)
    const head = mails.received.at(-1)?.text.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    return /List-Unsubscribe: <\s*([^>\s]+)\s*>/.exec(head)?.[1] ?? ''
  }

  async function withMail(): Promise<NotifiedAccount> {
    const account = await service.account()
    await service.call(account, 'PATCH', 'notification_settings', { channels: { email: { enabled: true } } })
    return account
  }

  const post = (link: string) =>
    fetch(link, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  it('asks when it is opened, and ends the mails of the account when it is posted, any number of times', async () => {
    const account = await withMail()
    const link = await linkOf(account)

    const asked = await fetch(link)
    expect({ status: asked.status, text: await asked.text() }).toEqual({
      status: 200,
      text: expect.stringContaining('<form method="post">'),
    })
    expect(await settingsOf(account)).toMatchObject({ email: { enabled: true } })
    const ended = await post(link)
    expect({ status: ended.status, text: await ended.text() }).toEqual({
      status: 200,
      text: expect.stringContaining('You are unsubscribed'),
    })
    expect((await post(link)).status).toBe(200)
    expect(await settingsOf(account)).toMatchObject({ email: { enabled: false } })
  })

  it('is posted by mail programs in either form', async () => {
    const account = await withMail()
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')

    expect((await fetch(await linkOf(account), { method: 'POST', body })).status).toBe(200)
    expect(await settingsOf(account)).toMatchObject({ email: { enabled: false } })
  })

  it('ends those of its rule alone where a rule asked for the mail', async () => {
    const account = await withMail()
    const rule = { name: 'Big <calls>', source: 'option_flow', criteria: { premium_min: 1 }, cooldown_minutes: 0 }
    const { body } = await service.call(account, 'POST', 'alerts', { ...rule, channels: ['email', 'slack'] })
    const link = await linkOf(account, body.id)

    expect(await (await fetch(link)).text()).toContain('“Big &lt;calls&gt;”')
    expect((await post(link)).status).toBe(200)
    expect((await service.call(account, 'GET', `alerts/${body.id}`)).body).toMatchObject({ channels: ['slack'] })
    expect(await settingsOf(account)).toMatchObject({ email: { enabled: true } })
  })

  it('changes nothing when one character of it is another, or when it names somebody else', async () => {
    const account = await withMail()
    const other = await withMail()
    const link = await linkOf(account)
    const token = link.split('/').at(-1) ?? ''
    const forged = [
      link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A'),
      link.replace(token, token.replace(account.id, other.id)),
      link.replace('.all.', '.none.'),
      link.slice(0, -3),
    ]

    for (const each of forged) {
      const answers = [await fetch(each), await post(each)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
    }
    for (const each of [account, other]) expect(await settingsOf(each)).toMatchObject({ email: { enabled: true } })
  })

  it('is not in mails on the account itself, and stays out of the log', async () => {
    const account = await withMail()
    const link = await linkOf(account)
    await post(link)
    await service.call(account, 'PATCH', 'notification_settings', { channels: { email: { enabled: true } } })
    const before = mails.received.length
    const content = { ...systemContent('Password', 'Body.', false), type: 'account' as const }
    await service.raise({ accountId: account.id, eventKey: 'account:x', content })
    await vi.waitFor(() => expect(mails.received.length).toBe(before + 1), PATIENCE)

    expect(mails.received.at(-1)?.text).not.toContain('nsubscribe')
    expect(service.logged.join('')).not.toContain(link.split('/').at(-1))
  })
})
