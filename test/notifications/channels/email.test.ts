import { describe, expect, it } from 'vitest'
import { emailChannel } from '../../../src/notifications/channels/email/index.ts'
import { selfSigned } from '../../support/http/certificates.ts'
import { HOSTILE, message, summary } from '../../support/notifications/messages.ts'
import { type SmtpPeer, smtpPeer } from '../../support/smtp/smtp-peer.ts'
import { type ChannelRig, channelConformance } from './channel-conformance.ts'

const FROM = 'Optionwire <alerts@options.example.com>'
const never = () => new AbortController().signal

interface MailRig extends ChannelRig {
  readonly peer: SmtpPeer
}

async function open(timeoutMs: number): Promise<MailRig> {
  const peer = await smtpPeer()
  const channel = emailChannel({ url: peer.url, from: FROM, timeoutMs })
  return {
    peer,
    channel,
    endpoint: { id: 'endpoint-1', address: 'ada@example.com', secrets: [] },
    bodies: () => peer.received.map(({ text }) => text),
    arrived: () => peer.reached(),
    hang: () => peer.fail('data', 'silence'),
    reset: () => peer.fail('rcpt', 'close'),
    flood: () => peer.fail('rcpt', { status: 451, text: 'é'.repeat(100_000) }),
    repeatSecrets: () => peer.fail('mail', { status: 451, text: 'I know you, ada, with smtp-pass' }),
    secrets: ['smtp-pass'],
    async [Symbol.asyncDispose]() {
      await channel.close()
      await peer[Symbol.asyncDispose]()
    },
  }
}

type Step = Parameters<SmtpPeer['fail']>[0]
type Row = readonly [string, (rig: MailRig) => void, object]
const row = (step: Step, status: number, expected: object): Row => {
  return [
    `${status} at ${step}`,
    ({ peer }) => peer.fail(step, { status, text: 'in words' }),
    { ok: false, httpStatus: status, ...expected },
  ]
}
const later = (step: Step, status: number) => row(step, status, { retry: true, code: `smtp_${status}` })

channelConformance({
  name: 'email',
  rig: open,
  table: [
    ['250', () => {}, { ok: true, httpStatus: 250 }],
    ...[421, 450, 451, 452].flatMap((status) => [later('mail', status), later('rcpt', status), later('data', status)]),
    later('connect', 421),
    ...[550, 551, 553].map((status) => row('rcpt', status, { retry: false, code: 'refused_recipient' })),
    row('rcpt', 552, { retry: false, code: 'smtp_552' }),
    row('data', 552, { retry: false, code: 'smtp_552' }),
    row('data', 554, { retry: false, code: 'smtp_554' }),
    row('data', 550, { retry: false, code: 'smtp_550' }),
    row('auth', 535, { retry: true, operator: true, code: 'smtp_sign_in' }),
    row('mail', 530, { retry: true, operator: true, code: 'smtp_sign_in' }),
    row('auth', 454, { retry: true, code: 'smtp_454' }),
  ],
})

describe('a mail', () => {
  const sendAll = async (rig: MailRig, said = message(), times = 1) => {
    const sending = { deliveryId: said.deliveryId, endpoint: rig.endpoint, body: rig.channel.freeze(said) }
    for (let n = 0; n < times; n++) expect(await rig.channel.send(sending, never())).toMatchObject({ ok: true })
    return rig.peer.received.map(({ text }) => unfolded(text))
  }

  it('carries what mail programs ask of a notification', async () => {
    await using rig = await open(10_000)

    const [text = ''] = await sendAll(rig)

    expect(rig.peer.received[0]).toMatchObject({ from: 'alerts@options.example.com', to: ['ada@example.com'] })
    expect(text).toMatch(/^From: Optionwire <alerts@options\.example\.com>\r$/m)
    expect(text).toMatch(/^Subject: NVDA 150C: \$1\.2M bought above ask\r$/m)
    expect(text).toMatch(/^Message-ID:\s+<0199f0c2-7a10-7c3b-9e55-8d2f4a6b1c3d@options\.example\.com>\r$/m)
    expect(text).toMatch(/^Date: Fri, 20 Nov 2026 15:00:05 \+0000\r$/m)
    expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(text).toMatch(
      /^List-Unsubscribe:\s+<https:\/\/options\.example\.com\/unsubscribe\?t=canary-unsubscribe>\r$/m,
    )
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(text).toMatch(/^Content-Type: multipart\/alternative/m)
  })

  it('has no unsubscribe link where there is none', async () => {
    await using rig = await open(10_000)

    const [text = ''] = await sendAll(rig, message({ unsubscribeUrl: null }))

    expect(text).not.toMatch(/unsubscribe|End these mails/i)
  })

  it('says the same as text and as HTML that holds on dark ground', async () => {
    await using rig = await open(10_000)

    const [text = ''] = await sendAll(rig)

    expect(text).toContain('Premium: $1,200,000.00')
    expect(text).toMatch(/<td class="quiet">Premium<\/td><td>\$1,200,000\.00<\/td>/)
    expect(text).toContain('Time: Nov 20, 10:00:05 EST')
    expect(text).toContain('content="light dark"')
    expect(text).not.toMatch(/<img|<script|background/i)
  })

  it('lets no text become a header or a mark', async () => {
    await using rig = await open(10_000)

    const [text = ''] = await sendAll(rig, HOSTILE)

    expect(text).not.toMatch(/^Bcc:/m)
    const html = text.slice(text.indexOf('<!doctype html>'))
    expect(html).not.toMatch(/<script>/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(rig.peer.received[0]?.to).toEqual(['ada@example.com'])
  })

  it('stays below the size at which vendors cut, with the longest summary', async () => {
    await using rig = await open(10_000)

    const [text = ''] = await sendAll(rig, summary(500, 4_500))

    expect(rig.peer.received[0]?.text.length).toBeLessThan(100_000)
    expect(text).toMatch(/and 4,\d{3} more/)
    expect(text).toContain('1 h 14 min before this message')
  })

  it('goes over a connection that is kept', async () => {
    await using rig = await open(10_000)

    await sendAll(rig, message(), 4)

    expect(rig.peer.connections()).toBe(1)
  })

  it.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    'ada@',
    '"a b"@example.com',
  ])('is sent to one plain address alone, not to %j', async (address) => {
    await using rig = await open(10_000)
    const sending = { deliveryId: 'd', endpoint: { ...rig.endpoint, address }, body: rig.channel.freeze(message()) }

    expect(await rig.channel.send(sending, never())).toMatchObject({ ok: false, retry: false, code: 'bad_address' })
    expect(rig.peer.connections()).toBe(0)
  })

  it('is refused when a stored header has a line break', async () => {
    await using rig = await open(10_000)
    const frozen = JSON.parse(rig.channel.freeze(message()))
    const body = JSON.stringify({ ...frozen, subject: 'Hello\r\nBcc: eve@example.com' })

    const result = await rig.channel.send({ deliveryId: 'd', endpoint: rig.endpoint, body }, never())

    expect(result).toMatchObject({ ok: false, retry: false, code: 'bad_header' })
    expect(rig.peer.connections()).toBe(0)
  })

  it('that ran out of time while it waited is not sent later', async () => {
    await using rig = await open(2_500)
    rig.peer.fail('data', 'silence')
    const sending = { deliveryId: 'd', endpoint: rig.endpoint, body: rig.channel.freeze(message()) }

    const results = await Promise.all(Array.from({ length: 8 }, () => rig.channel.send(sending, never())))
    rig.peer.fail('data', null)
    const last = await rig.channel.send(sending, never())

    expect(results.map((result) => result.ok || result.code)).toEqual(Array.from({ length: 8 }, () => 'timeout'))
    expect(last).toMatchObject({ ok: true })
    expect(rig.peer.received).toHaveLength(1)
  })

  it('is not handed to a server whose certificate nobody vouches for', async () => {
    await using peer = await smtpPeer({ secure: true, ...selfSigned(['127.0.0.1']) })
    const channel = emailChannel({ url: peer.url, from: FROM, timeoutMs: 5_000 })
    const endpoint = { id: 'e', address: 'ada@example.com', secrets: [] }

    const result = await channel.send({ deliveryId: 'd', endpoint, body: channel.freeze(message()) }, never())
    await channel.close()

    expect(result).toMatchObject({ ok: false, retry: true, operator: true, code: 'tls' })
    expect(peer.received).toEqual([])
  })

  it('to a server that is not there is tried again', async () => {
    const peer = await smtpPeer()
    await peer[Symbol.asyncDispose]()
    const channel = emailChannel({ url: peer.url, from: FROM, timeoutMs: 2_000 })
    const endpoint = { id: 'e', address: 'ada@example.com', secrets: [] }

    const result = await channel.send({ deliveryId: 'd', endpoint, body: channel.freeze(message()) }, never())
    await channel.close()

    expect(result).toMatchObject({ ok: false, retry: true, code: 'smtp_unreachable', httpStatus: null })
  })
})

/** Quoted-printable text and folded headers as they are read. */
function unfolded(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
