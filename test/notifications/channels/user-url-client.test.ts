import { createServer, type Server, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { nextTurn } from '../../../src/lib/node/next-turn.ts'
import { dnsResolver, type Resolve } from '../../../src/notifications/channels/resolver.ts'
import { BLOCKED, readUserUrl } from '../../../src/notifications/channels/user-url.ts'
import { UserUrlClient, type UserUrlClientOptions } from '../../../src/notifications/channels/user-url-client.ts'
import { testClock } from '../../support/clock.ts'
import { authority, selfSigned } from '../../support/http/certificates.ts'
import { dnsResponder } from '../../support/http/dns-responder.ts'
import { faultSink } from '../../support/http/fault-sink.ts'
import { ACCEPTED, ADDRESSES, REFUSED } from './user-urls.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const never = () => new AbortController().signal
const table: Resolve = async (host) => ADDRESSES[host] ?? []
const made: UserUrlClient[] = []
const post = { headers: { 'content-type': 'application/json' }, body: '{}' }

function clientWith(options: Partial<UserUrlClientOptions> = {}): UserUrlClient {
  const client = new UserUrlClient({
    resolve: table,
    now: testClock().now,
    timeoutMs: 10_000,
    allowedHosts: new Set(),
    ownHosts: new Set(['options.example.com']),
    ...options,
  })
  made.push(client)
  return client
}

afterEach(async () => {
  for (const client of made.splice(0)) await client.close()
})

describe('a URL that a user gave', () => {
  it('is judged by at least a hundred examples', () => {
    expect(new Set(REFUSED).size + new Set(ACCEPTED).size).toBeGreaterThanOrEqual(100)
  })

  it.each(ACCEPTED)('may be saved: %s', async (url) => {
    expect(await clientWith().refusalOf(url, never())).toBeNull()
  })

  it.each(REFUSED)('may not be saved: %s', async (url) => {
    expect(await clientWith().refusalOf(url, never())).toMatch(/^[A-Z].*\.$/)
  })

  it('is refused in the same words wherever it would have led', async () => {
    const urls = [
      'https://127.0.0.1/',
      'https://169.254.169.254/',
      'https://[::1]/',
      'https://localhost/',
      'https://private.example/',
    ]

    const words = await Promise.all(urls.map((url) => clientWith().refusalOf(url, never())))

    expect(new Set(words)).toEqual(new Set([BLOCKED]))
  })

  it('is never repeated in a refusal', async () => {
    for (const url of REFUSED.filter((text) => text.length > 12)) {
      expect(await clientWith().refusalOf(url, never())).not.toContain(url)
    }
  })
})

describe('hosts that the operator allowed', () => {
  const rules = {
    allowedHosts: new Set(['127.0.0.1:3000', 'sink.internal:8080', '[::1]:9000']),
    ownHosts: new Set<string>(),
  }

  it.each(['http://127.0.0.1:3000/x', 'http://127.1:3000/x', 'https://sink.internal:8080/x', 'http://[::1]:9000/'])(
    'may be called: %s',
    (url) => {
      expect(readUserUrl(url, rules)).toMatchObject({ allowed: true })
    },
  )

  it.each([
    'http://127.0.0.1:3001/x',
    'http://127.0.0.2:3000/x',
    'https://127.0.0.1/x',
    'http://other.internal:8080/x',
    'http://user:pass@127.0.0.1:3000/x',
    'http://127.0.0.1:3000/#x',
    'ftp://127.0.0.1:3000/',
  ])('are exactly those: %s is refused', (url) => {
    expect(readUserUrl(url, rules)).toHaveProperty('refused')
  })
})

describe('the canaries', () => {
  let contacts = 0
  const servers: Server[] = []
  const listen = (host: string, port: number) =>
    new Promise<void>((resolve) => {
      const server = createServer((socket) => {
        contacts++
        socket.destroy()
      })
      // Another program has the port, or there is no IPv6: the watch on sockets below sees as much.
      server.on('error', ({ message }) => {
        console.warn(`A canary could not be set up: ${message}`)
        resolve()
      })
      server.listen(port, host, () => {
        servers.push(server)
        resolve()
      })
    })

  beforeAll(async () => {
    await listen('127.0.0.1', 8443)
    await listen('::1', 8443)
  })
  afterAll(() => {
    for (const server of servers) server.close()
  })

  it('see no connection and no socket is even opened, whatever is asked for', async () => {
    using connect = vi.spyOn(Socket.prototype, 'connect')
    const client = clientWith()
    const toCanary = REFUSED.map((url) => url.replace(/^(https:\/\/[^/@#]*?)(\/|$)/, '$1:8443$2'))

    const results = await Promise.all([...REFUSED, ...toCanary].map((url) => client.post({ url, ...post }, never())))

    const kinds = new Set(results.map(({ kind }) => kind))
    // A name that a changed URL no longer has an answer for is a failure to resolve; nothing else may come out.
    expect(kinds).toEqual(new Set(['blocked', ...(kinds.has('broken') ? ['broken'] : [])]))
    expect(connect).not.toHaveBeenCalled()
    expect(contacts).toBe(0)
  })

  it('see no connection when a hundred names are bent to them after they were saved', async () => {
    await using dns = await dnsResponder()
    const client = clientWith({ resolve: dnsResolver([dns.server]) })
    const good = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']
    const bad = [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      [...good, '127.0.0.1'],
      { alias: 'db.internal', addresses: ['10.0.0.7'] },
    ]

    for (let n = 0; n < 100; n++) {
      const name = `rebind-${n}.example`
      dns.set(name, good)
      expect(await client.refusalOf(`https://${name}:8443/hook`, never())).toBeNull()
      dns.set(name, bad[n % bad.length] ?? [])
      const result = await client.post({ url: `https://${name}:8443/hook`, ...post }, never())
      expect(result).toEqual({ kind: 'blocked', reason: BLOCKED })
    }

    expect(dns.questions).toHaveLength(400)
    expect(contacts).toBe(0)
  })

  it('see no connection through the alias of a name, which is judged by where it ends', async () => {
    await using dns = await dnsResponder({
      'inner.example': { alias: 'db.internal', addresses: ['10.0.0.7'] },
      'outer.example': { alias: 'cdn.example', addresses: ['93.184.216.34'] },
    })
    const client = clientWith({ resolve: dnsResolver([dns.server]) })

    expect(await client.refusalOf('https://inner.example/', never())).toBe(BLOCKED)
    expect(await client.refusalOf('https://outer.example/', never())).toBeNull()
  })
})

describe('the connection', () => {
  it('goes to the address that was checked, and the name is asked for once', async () => {
    const ca = authority()
    await using sink = await faultSink({ tls: ca.issue(['hook.internal']) })
    await using dns = await dnsResponder({ 'hook.internal': ['127.0.0.1'] })
    const clock = testClock()
    const client = clientWith({
      resolve: dnsResolver([dns.server]),
      allowedHosts: new Set([`hook.internal:${sink.port}`]),
      trustedRoots: ca.cert,
      now: clock.now,
    })
    const url = `https://hook.internal:${sink.port}/hook?x=1`

    const first = await client.post({ url, ...post }, never())
    await nextTurn()
    dns.set('hook.internal', ['192.0.2.1'])
    const second = await client.post({ url, ...post }, never())

    expect([first, second]).toMatchObject([
      { kind: 'answer', status: 204 },
      { kind: 'answer', status: 204 },
    ])
    expect(dns.questions).toEqual(['hook.internal A', 'hook.internal AAAA'])
    expect(sink.connections()).toBe(1)
    expect(sink.requests[0]).toMatchObject({ path: '/hook?x=1', headers: { host: `hook.internal:${sink.port}` } })
  })

  it('is checked again after a minute, and given up where the name leads elsewhere', async () => {
    await using sink = await faultSink()
    await using dns = await dnsResponder({ 'hook.internal': ['127.0.0.1'] })
    const clock = testClock()
    const client = clientWith({
      resolve: dnsResolver([dns.server]),
      allowedHosts: new Set([`hook.internal:${sink.port}`]),
      now: clock.now,
    })
    const url = `http://hook.internal:${sink.port}/`

    await client.post({ url, ...post }, never())
    await nextTurn()
    clock.advance(61_000)
    await client.post({ url, ...post }, never())
    const kept = sink.connections()
    clock.advance(61_000)
    dns.set('hook.internal', ['127.0.0.2'])
    const moved = await client.post({ url, ...post }, never())

    expect(kept).toBe(1)
    expect(dns.questions.filter((question) => question.endsWith(' A'))).toHaveLength(3)
    expect(moved).toMatchObject({ kind: 'broken' })
    expect(sink.requests).toHaveLength(2)
  })

  it('is looked for anew when nobody answered where the name led', async () => {
    await using sink = await faultSink()
    await using dns = await dnsResponder({ 'hook.internal': ['127.0.0.2'] })
    const client = clientWith({
      resolve: dnsResolver([dns.server]),
      allowedHosts: new Set([`hook.internal:${sink.port}`]),
    })
    const url = `http://hook.internal:${sink.port}/`

    const before = await client.post({ url, ...post }, never())
    dns.set('hook.internal', ['127.0.0.1'])
    const after = await client.post({ url, ...post }, never())

    expect(before).toMatchObject({ kind: 'broken', started: false, cause: { code: 'ECONNREFUSED' } })
    expect(after).toMatchObject({ kind: 'answer', status: 204 })
  })

  it('tries all the addresses of a name, in one attempt', async () => {
    await using sink = await faultSink()
    const client = clientWith({
      resolve: async () => ['127.0.0.2', '127.0.0.1', '127.0.0.3'],
      allowedHosts: new Set([`hook.internal:${sink.port}`]),
    })

    const result = await client.post({ url: `http://hook.internal:${sink.port}/`, ...post }, never())

    expect(result).toMatchObject({ kind: 'answer', status: 204 })
  })

  it('is one for many who ask at once', async () => {
    await using sink = await faultSink()
    await using dns = await dnsResponder({ 'hook.internal': ['127.0.0.1'] })
    const client = clientWith({
      resolve: dnsResolver([dns.server]),
      allowedHosts: new Set([`hook.internal:${sink.port}`]),
    })
    const url = `http://hook.internal:${sink.port}/`

    const results = await Promise.all(Array.from({ length: 20 }, () => client.post({ url, ...post }, never())))

    expect(results.map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'answer'))
    expect(sink.requests).toHaveLength(20)
  })

  it.skipIf(!hasIpv6)('reaches an IPv6 literal that is allowed, in any spelling, also encrypted', async () => {
    const ca = authority()
    await using sink = await faultSink({ host: '::1', tls: ca.issue(['::1']) })
    const client = clientWith({ allowedHosts: new Set([sink.pair]), trustedRoots: ca.cert })

    const result = await client.post({ url: `https://[0:0::0:1]:${sink.port}/hook`, ...post }, never())

    expect(result).toMatchObject({ kind: 'answer', status: 204 })
  })

  it('carries our own headers and no others', async () => {
    await using sink = await faultSink()
    const client = clientWith({ allowedHosts: new Set([sink.pair]) })

    await client.post({ url: `${sink.origin}/hook`, ...post }, never())

    expect(Object.keys(sink.requests[0]?.headers ?? {}).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
    ])
  })

  it('is not moved by a redirect', async () => {
    await using inner = await faultSink()
    await using sink = await faultSink({ behaviour: { status: 302, headers: { location: `${inner.origin}/secret` } } })
    const client = clientWith({ allowedHosts: new Set([sink.pair, inner.pair]) })

    const result = await client.post({ url: `${sink.origin}/hook`, ...post }, never())

    expect(result).toMatchObject({ kind: 'answer', status: 302 })
    expect(inner.connections()).toBe(0)
  })

  it('is opened anew, once, when a kept one was closed just then', async () => {
    await using sink = await faultSink()
    const client = clientWith({ allowedHosts: new Set([sink.pair]) })
    const url = `${sink.origin}/hook`
    await client.post({ url, ...post }, never())
    await nextTurn()
    sink.behave('reset', { status: 200 })

    const result = await client.post({ url, ...post }, never())

    expect(result).toMatchObject({ kind: 'answer', status: 200 })
    expect(sink.requests).toHaveLength(3)
  })

  it('is not opened anew when the first one fails', async () => {
    await using sink = await faultSink({ behaviour: 'reset' })
    const client = clientWith({ allowedHosts: new Set([sink.pair]) })

    const result = await client.post({ url: `${sink.origin}/hook`, ...post }, never())

    expect(result).toMatchObject({ kind: 'broken', started: true, status: null })
    expect(sink.requests).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('that drips for ever ends with the time for the attempt', async () => {
    await using sink = await faultSink({ behaviour: 'drip' })
    const client = clientWith({ allowedHosts: new Set([sink.pair]), timeoutMs: 800 })
    const before = performance.now()

    const result = await client.post({ url: `${sink.origin}/hook`, ...post }, never())

    expect(result).toMatchObject({ kind: 'broken', status: 200, cause: { name: 'OutOfTime' } })
    expect(performance.now() - before).toBeLessThan(6_000)
    await sink.abandoned()
  })

  it('of 10 GB is read to 64 KiB, then the connection is destroyed', async () => {
    await using sink = await faultSink({ behaviour: 'huge' })
    const client = clientWith({ allowedHosts: new Set([sink.pair]) })

    const result = await client.post({ url: `${sink.origin}/hook`, ...post }, never())

    expect(result).toMatchObject({ kind: 'answer', status: 200, whole: false })
    expect(result.kind === 'answer' && result.text.length).toBe(16 * 1_024)
    await sink.abandoned()
    // What the peer could write besides lies in buffers of the two kernels.
    expect(sink.written()).toBeLessThan(16 * 1_024 ** 2)
  })

  it('that is packed is not unpacked', async () => {
    await using sink = await faultSink({
      behaviour: { status: 200, headers: { 'content-encoding': 'gzip' }, body: 'not gzip' },
    })
    const client = clientWith({ allowedHosts: new Set([sink.pair]) })

    expect(await client.post({ url: `${sink.origin}/`, ...post }, never())).toMatchObject({ text: 'not gzip' })
  })
})

describe('encryption', () => {
  const ca = authority()
  const expired = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2021-01-01T00:00:00Z') }
  const cases = {
    'signed by itself': [selfSigned(['127.0.0.1']), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    'by an unknown authority': [authority('Unknown').issue(['127.0.0.1']), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    expired: [ca.issue(['127.0.0.1'], expired), 'CERT_HAS_EXPIRED'],
    'for another name': [ca.issue(['other.example']), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  } as const

  it.each(Object.entries(cases))('refuses a certificate %s', async (_name, [tls, code]) => {
    await using sink = await faultSink({ tls })
    const client = clientWith({ allowedHosts: new Set([sink.pair]), trustedRoots: ca.cert })

    const result = await client.post({ url: `${sink.origin}/hook`, ...post }, never())

    expect(result).toMatchObject({ kind: 'broken', cause: { code } })
    expect(sink.requests).toEqual([])
  })

  it('refuses a certificate although the environment says that none is to be checked', async () => {
    await using sink = await faultSink({ tls: selfSigned(['127.0.0.1']) })
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const client = clientWith({ allowedHosts: new Set([sink.pair]) })

    const result = await client.post({ url: `${sink.origin}/hook`, ...post }, never())

    expect(result).toMatchObject({ kind: 'broken', cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
  })

  it('takes a certificate for an address', async () => {
    await using sink = await faultSink({ tls: ca.issue(['127.0.0.1']) })
    const client = clientWith({ allowedHosts: new Set([sink.pair]), trustedRoots: ca.cert })

    expect(await client.post({ url: `${sink.origin}/`, ...post }, never())).toMatchObject({ status: 204 })
  })
})

describe('time', () => {
  it('that a name server takes is part of the attempt', async () => {
    await using dns = await dnsResponder({ 'slow.example': 'silence' })
    const client = clientWith({ resolve: dnsResolver([dns.server]), timeoutMs: 150 })
    const before = performance.now()

    const result = await client.post({ url: 'https://slow.example/hook', ...post }, never())

    expect(result).toMatchObject({ kind: 'broken', started: false, cause: { name: 'OutOfTime' } })
    expect(performance.now() - before).toBeLessThan(6_000)
  })

  it('is cut short when the service stops', async () => {
    await using sink = await faultSink({ behaviour: 'hang' })
    const client = clientWith({ allowedHosts: new Set([sink.pair]) })
    const stopping = new AbortController()
    void sink.arrived(1).then(() => stopping.abort())

    const result = await client.post({ url: `${sink.origin}/hook`, ...post }, stopping.signal)

    expect(result).toMatchObject({ kind: 'broken', started: true, cause: { name: 'Stopped' } })
    await sink.abandoned()
  })

  it('of a name that does not exist is told apart from a silent name server', async () => {
    await using dns = await dnsResponder({ 'broken.example': 'broken' })
    const client = clientWith({ resolve: dnsResolver([dns.server]) })

    const missing = await client.post({ url: 'https://missing.example/', ...post }, never())
    const broken = await client.post({ url: 'https://broken.example/', ...post }, never())

    expect(missing).toMatchObject({ kind: 'broken', cause: { name: 'NoSuchHost' } })
    expect(broken).toMatchObject({ kind: 'broken', cause: { code: 'ESERVFAIL' } })
  })
})
