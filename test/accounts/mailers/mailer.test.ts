import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { verificationMail } from '../../../src/accounts/domain/account-mails.ts'
import { logMailer } from '../../../src/accounts/mailers/log/index.ts'
import { smtpMailer } from '../../../src/accounts/mailers/smtp/index.ts'
import { smtpPeer } from '../../support/smtp/smtp-peer.ts'

const from = 'Optionwire <noreply@options.example>'
const mail = verificationMail({ to: 'ada@example.com', publicUrl: 'https://options.example', token: 'T'.repeat(43) })

describe('the SMTP mailer', () => {
  it('hands a mail to the server as it is', async () => {
    await using peer = await smtpPeer()

    await smtpMailer({ url: peer.url, from }).send({ ...mail, subject: 'Grüße' })

    expect(peer.received).toHaveLength(1)
    const [{ text, ...envelope } = { text: '' }] = peer.received
    expect(envelope).toEqual({ from: 'noreply@options.example', to: ['ada@example.com'] })
    expect(text).toMatch(/^From: Optionwire <noreply@options\.example>$/m)
    expect(text).toMatch(/^To: ada@example\.com$/m)
    expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(text).toMatch(/^Content-Type: text\/plain/m)
    expect(unfolded(text)).toContain(`https://options.example/verify_email#token=${'T'.repeat(43)}`)
  })

  it('sends several over its life, also at once', async () => {
    await using peer = await smtpPeer()
    const mailer = smtpMailer({ url: peer.url, from })

    await Promise.all([mailer.send(mail), mailer.send({ ...mail, to: 'bob@example.com' })])
    await mailer.send({ ...mail, to: 'eve@example.com' })

    expect(peer.received.flatMap(({ to }) => to).sort()).toEqual([
      'ada@example.com',
      'bob@example.com',
      'eve@example.com',
    ])
  })

  it('takes an address as one address, and lets no line break into the head', async () => {
    await using peer = await smtpPeer()
    const mailer = smtpMailer({ url: peer.url, from })

    await mailer.send({ ...mail, to: 'ada@example.com, eve@example.com' }).catch(() => {})
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.com' })

    expect(peer.received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
    expect(peer.received.at(-1)?.text).not.toMatch(/^Bcc:/m)
  })

  it('throws unavailable when the server refuses the recipient or the credentials, with the reason for the log', async () => {
    await using peer = await smtpPeer()
    peer.refuseRecipients()

    const refused = await smtpMailer({ url: peer.url, from })
      .send(mail)
      .catch((error) => error)
    const denied = await smtpMailer({ url: peer.url.replace('smtp-pass', 'canary-pass'), from })
      .send(mail)
      .catch((error) => error)

    expect(refused).toMatchObject({ code: 'unavailable', message: 'The mail server did not accept the mail.' })
    expect(String(refused.cause)).toContain('no such mailbox')
    expect(denied).toMatchObject({ code: 'unavailable' })
    expect(inspect(denied, { depth: 10 })).not.toContain('canary-pass')
    expect(peer.received).toEqual([])
  })

  it('throws unavailable when there is no server, and when it says nothing', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo

    const silent = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 50 }).send(mail)
    await expect(silent).rejects.toMatchObject({ code: 'unavailable' })
    mute.close()
    await once(mute, 'close')
    const gone = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from }).send(mail)

    await expect(gone).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('the log mailer', () => {
  it('writes a mail as one text', async () => {
    const written: string[] = []

    await logMailer((text) => written.push(text)).send({
      to: 'ada@example.com',
      subject: 'Hello',
      text: 'Open this.\n',
    })

    expect(written).toEqual(['To: ada@example.com\nSubject: Hello\n\nOpen this.\n'])
  })
})

/** Quoted-printable text without its soft line breaks. */
function unfolded(text: string): string {
  return text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
}
