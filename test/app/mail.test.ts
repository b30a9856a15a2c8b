import { describe, expect, it } from 'vitest'
import { mailDelayMs } from '../../src/accounts/domain/mail-delay.ts'
import { mailThread } from '../../src/app/mail/mail-thread.ts'
import { accountWarnings } from '../../src/app/settings/account-warnings.ts'
import { readConfig } from '../../src/app/settings/config.ts'
import { testApp } from '../support/app.ts'
import { SECRET_SETTINGS } from '../support/service.ts'
import { smtpPeer } from '../support/smtp/smtp-peer.ts'

const LINK = /#token=[\w-]{43}/
const JSON_TYPE = { 'content-type': 'application/json' }

/** Signs up, then asks for a new password for an account that exists. */
async function sendsBothMails(settings: Record<string, string>) {
  await using app = await testApp(settings)
  const { email } = await app.account('delta')
  const requests = [
    { url: '/api/v1/accounts', payload: { email: 'new@example.com', password: 'several words' } },
    { url: '/api/v1/password_reset', payload: { email } },
  ]
  const statuses: number[] = []
  for (const request of requests) {
    statuses.push((await app.request({ ...request, method: 'POST', headers: JSON_TYPE })).statusCode)
  }
  await app.parts.background.idle()
  return { statuses, log: app.logged.join('') }
}

describe('the link of a mail', () => {
  it('never reaches the log when there is no mail server, which is reported with what to set', async () => {
    const { statuses, log } = await sendsBothMails({})

    expect(statuses).toEqual([202, 202])
    expect(log).not.toMatch(/token=|verify_email#|password_reset#/)
    expect(log.match(/"level":50[^\n]*SMTP_URL is not set[^\n]*MAIL_TO_LOG=true/g)).toHaveLength(2)
  })

  it('is in the log with MAIL_TO_LOG=true and no mail server', async () => {
    const { log } = await sendsBothMails({ MAIL_TO_LOG: 'true' })

    expect(log).toMatch(new RegExp(`verify_email${LINK.source}`))
    expect(log).toMatch(new RegExp(`password_reset${LINK.source}`))
  })

  it('goes to the mail server alone where there is one, whatever MAIL_TO_LOG is', async () => {
    await using peer = await smtpPeer()

    const { log } = await sendsBothMails({ MAIL_TO_LOG: 'true', SMTP_URL: peer.url })

    expect(log).not.toMatch(/token=/)
    expect(peer.received.flatMap(({ to }) => to)).toHaveLength(2)
  })
})

describe('the work that a request for a mail leaves to do', () => {
  it('begins after a random delay of one to five seconds, or when the service stops', async () => {
    await using app = await testApp()
    const added: unknown[] = []
    const { email } = await app.account('delta')
    const count = async () => {
      const account = await app.parts.store.accounts.byEmail(email)
      return app.parts.store.mailTokens.countSince(account?.account.id ?? '', 'reset_password', new Date(0))
    }

    await app.request({ method: 'POST', url: '/api/v1/password_reset', payload: { email }, headers: JSON_TYPE })
    await new Promise((resolve) => setImmediate(resolve))
    added.push(await count())
    await app.parts.background.idle()
    added.push(await count())

    expect(added).toEqual([0, 1])
    expect(mailDelayMs((size) => Buffer.alloc(size))).toBe(1_000)
    expect(mailDelayMs((size) => Buffer.alloc(size, 0xff))).toBe(5_000)
    expect(mailDelayMs((size) => Buffer.alloc(size, 0x80))).toBeCloseTo(3_008, -1)
  })
})

describe('the thread that sends mails', () => {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'A link.' }

  it('reports why a mail was not sent, and pretends without a connection', async () => {
    await using peer = await smtpPeer()
    await using thread = mailThread({ url: peer.url, from: 'noreply@options.example' })

    await thread.pretend(mail)
    const connections = peer.connections()
    await thread.send(mail)
    peer.refuseRecipients()
    const refused = await thread.send(mail).catch((error) => error)

    expect(connections).toBe(0)
    expect(peer.received.flatMap(({ to }) => to)).toEqual(['ada@example.com'])
    expect(refused).toMatchObject({ code: 'unavailable', message: 'The mail server did not accept the mail.' })
    expect(refused.cause.message).toContain('no such mailbox')
  })

  it('reports the mails that it could not finish, and starts again', async () => {
    await using peer = await smtpPeer()
    await using thread = mailThread({ url: peer.url, from: 'noreply@options.example' })
    peer.fail('rcpt', 'silence')
    const unfinished = thread.send(mail).catch((error) => error)
    await peer.reached()

    await thread[Symbol.asyncDispose]()
    peer.fail('rcpt', null)
    await thread.send(mail)

    expect(await unfinished).toMatchObject({ code: 'unavailable', message: expect.stringContaining('thread ended') })
    expect(peer.received).toHaveLength(1)
  })
})

describe('the start', () => {
  const warnings = (settings: Record<string, string>) =>
    accountWarnings(readConfig({ ...SECRET_SETTINGS, ...settings })).join('\n')

  it('warns of mails in the log, and of no mail at all', () => {
    expect(warnings({ MAIL_TO_LOG: 'true' })).toMatch(/^MAIL_TO_LOG is true: whoever reads the log/)
    expect(warnings({})).toMatch(/^SMTP_URL is not set: no mail is sent/)
    expect(warnings({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_TO_LOG: 'true' })).toBe('')
  })
})
