import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { dnsResolver } from '../../../src/notifications/channels/resolver.ts'
import { UserUrlClient } from '../../../src/notifications/channels/user-url-client.ts'
import { webhookChannel } from '../../../src/notifications/channels/webhook/index.ts'
import type { SendResult } from '../../../src/notifications/ports/channel.ts'
import { testClock } from '../../support/clock.ts'
import { authority, type Certificate, selfSigned } from '../../support/http/certificates.ts'
import { dnsResponder } from '../../support/http/dns-responder.ts'
import { faultSink } from '../../support/http/fault-sink.ts'
import { expectWellFormed } from './channel-conformance.ts'

const ca = authority()
const PAST = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2021-01-01T00:00:00Z') }
const FUTURE = { from: new Date('2048-01-01T00:00:00Z'), to: new Date('2049-01-01T00:00:00Z') }

interface Attempt {
  readonly url: string
  readonly allowed: string
  readonly server?: string
  readonly timeoutMs?: number
}

/** One attempt of the webhook channel: what its owner is told. */
async function attempt({ url, allowed, server, timeoutMs = 5_000 }: Attempt): Promise<SendResult> {
  const { now } = testClock()
  const client = new UserUrlClient({
    resolve: dnsResolver(server === undefined ? undefined : [server]),
    now,
    timeoutMs,
    allowedHosts: new Set([allowed]),
    ownHosts: new Set(),
    trustedRoots: ca.cert,
  })
  const endpoint = {
    id: 'e',
    address: `${url}/hook?secret=canary-secret`,
    secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`],
  }
  const channel = webhookChannel({ client, now })
  const result = await channel.send({ deliveryId: 'd', endpoint, body: '{}' }, new AbortController().signal)
  await client.close()
  expectWellFormed(result, { secrets: ['canary-secret'], endpoint })
  return result
}

describe('a failure of the network is told apart, and tried again:', () => {
  it.each<[string, Certificate, string, string]>([
    ['signed by itself', selfSigned(['127.0.0.1']), 'tls_self_signed', 'signed itself'],
    [
      'of an unknown authority',
      authority('Unknown').issue(['127.0.0.1']),
      'tls_untrusted',
      'authority that is not trusted',
    ],
    ['that has expired', ca.issue(['127.0.0.1'], PAST), 'tls_expired', 'expired'],
    ['that is not valid yet', ca.issue(['127.0.0.1'], FUTURE), 'tls_not_yet_valid', 'not valid yet'],
    ['for another name', ca.issue(['other.example']), 'tls_name', 'another name'],
  ])('a certificate %s', async (_what, tls, code, words) => {
    await using sink = await faultSink({ tls })

    const result = await attempt({ url: sink.origin, allowed: sink.pair })

    expect(result).toMatchObject({
      ok: false,
      retry: true,
      code,
      httpStatus: null,
      reason: expect.stringContaining(words),
    })
  })

  it('a server without encryption where it is asked for', async () => {
    await using sink = await faultSink()

    const result = await attempt({ url: sink.origin.replace('http:', 'https:'), allowed: sink.pair })

    expect(result).toMatchObject({ ok: false, retry: true, code: 'tls' })
  })

  it('a server that knows only an encryption of the past', async () => {
    await using sink = await faultSink({
      tls: { ...ca.issue(['127.0.0.1']), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    })

    const result = await attempt({ url: sink.origin, allowed: sink.pair })

    expect(result).toMatchObject({ ok: false, retry: true, code: 'tls' })
    expect(sink.requests).toEqual([])
  })

  it('a server that is not there', async () => {
    const sink = await faultSink()
    await sink[Symbol.asyncDispose]()

    const result = await attempt({ url: sink.origin, allowed: sink.pair })

    expect(result).toMatchObject({ ok: false, retry: true, code: 'connection_refused' })
  })

  it('a server that takes the connection and never encrypts', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const pair = `127.0.0.1:${(mute.address() as AddressInfo).port}`

    const result = await attempt({ url: `https://${pair}`, allowed: pair, timeoutMs: 200 })
    mute.close()

    expect(result).toMatchObject({ ok: false, retry: true, code: 'timeout' })
  })

  it('a name that does not exist, and a name server that is broken', async () => {
    await using dns = await dnsResponder({ 'broken.example': 'broken' })
    const { server } = dns

    const missing = await attempt({ url: 'https://missing.example', allowed: 'x:1', server })
    const broken = await attempt({ url: 'https://broken.example', allowed: 'x:1', server })

    expect(missing).toMatchObject({
      ok: false,
      retry: true,
      code: 'dns',
      reason: 'The endpoint has a host name without an address.',
    })
    expect(broken).toMatchObject({
      ok: false,
      retry: true,
      code: 'dns',
      reason: expect.stringContaining('no name server'),
    })
  })

  it('an answer with headers without end', async () => {
    await using sink = await faultSink({ behaviour: { status: 200, headers: { 'x-long': 'x'.repeat(200_000) } } })

    expect(await attempt({ url: sink.origin, allowed: sink.pair })).toMatchObject({
      ok: false,
      retry: true,
      code: 'bad_answer',
    })
  })

  it('an answer that is shorter than it said', async () => {
    await using sink = await faultSink({ behaviour: 'reset_in_body' })

    const result = await attempt({ url: sink.origin, allowed: sink.pair })

    expect(result).toMatchObject({ ok: false, retry: true, code: 'connection_reset', httpStatus: 200 })
  })
})
