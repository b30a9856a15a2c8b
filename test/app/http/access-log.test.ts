import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type TestApp, testApp } from '../../support/app.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { keyOn, restServer } from '../../support/http/rest-server.ts'

interface Line {
  readonly msg: string
  readonly [name: string]: unknown
}

describe('the access log of the whole service', () => {
  let app: TestApp
  let port: number
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.server.address() as AddressInfo).port
  })
  afterAll(() => app[Symbol.asyncDispose]())
  beforeEach(() => {
    app.logged.length = 0
  })

  const lines = () => app.logged.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  const raw = (text: string) => sendRaw(port, text)
  const get = (target: string, ...headers: string[]) =>
    [`GET ${target} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', ''].join('\r\n')

  it('names account, key, address, time and bytes', async () => {
    const { key, email } = await app.account('vega')
    app.logged.length = 0

    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/account`, { headers: key })
    const body = await answer.text()

    const account = (await app.parts.store.accounts.byEmail(email))?.account
    const keys = await app.parts.store.apiKeys.ofAccount(account?.id ?? '', { limit: 5 })
    expect(lines()).toEqual([
      expect.objectContaining({
        status: 200,
        account_id: account?.id,
        key_id: keys[0]?.id,
        address: '127.0.0.1',
        ms: expect.any(Number),
        bytes: Buffer.byteLength(body),
        request_id: answer.headers.get('x-request-id'),
      }),
    ])
    expect(account?.id).toBeDefined()
    expect(keys).toHaveLength(1)
  })

  it('names the account of a session, which has no key', async () => {
    const { session } = await app.account('gamma')
    app.logged.length = 0

    await app.get('/api/v1/account', session)

    expect(lines()).toEqual([expect.objectContaining({ account_id: expect.any(String), address: '192.0.2.1' })])
    expect(lines()[0]).not.toHaveProperty('key_id')
  })

  it.each<[string, () => Promise<unknown>, number]>([
    ['without credentials', () => raw(get('/api/v1/account')), 401],
    ['of an unknown path', () => raw(get('/nothing')), 404],
    ['with broken percent-encoding', () => raw(get('/api/v1/stocks/%E0%A4')), 400],
    ['with an over-long URL', () => raw(get(`/${'a'.repeat(9_000)}`)), 414],
    ['with an unknown expectation', () => raw(get('/health', 'Expect: magic')), 417],
    ['that is not HTTP', () => raw('nonsense\r\n\r\n'), 400],
    ['with too many headers', () => raw(get('/health', `X-A: ${'a'.repeat(17_000)}`)), 431],
    [
      'with a refused upgrade',
      () => raw(get('/ws/notifications', 'Upgrade: websocket').replace('close', 'Upgrade')),
      401,
    ],
    [
      'whose body breaks off',
      () =>
        raw(
          'POST /api/v1/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
        ),
      400,
    ],
  ])('has one line for a request %s', async (_, send, status) => {
    await send()

    await expect.poll(lines).toHaveLength(1)
    expect(lines()).toMatchObject([{ status, request_id: expect.any(String) }])
  })

  it('has the id that the answer to what is not HTTP names', async () => {
    const { text } = await raw('nonsense\r\n\r\n')

    await expect.poll(lines).toHaveLength(1)
    expect(lines()).toEqual([expect.objectContaining({ request_id: /^X-Request-Id: (\S+)\r$/m.exec(text)?.[1] })])
  })

  it('has one line for each of several requests on one connection', async () => {
    const one = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'
    await raw(one + one + get('/nothing'))

    expect(lines().map(({ status }) => status)).toEqual([200, 200, 404])
    expect(new Set(lines().map(({ request_id: id }) => id)).size).toBe(3)
  })

  it('has no line for a connection on which nothing was sent', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end()
    await once(socket.resume(), 'close')
    await raw(get('/health'))

    expect(lines()).toHaveLength(1)
  })

  it('has one line for a feed, when it ends', async () => {
    const { key } = await app.account('vega')
    app.logged.length = 0
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications`, { headers: key })
    await once(socket, 'open')
    const whileOpen = lines()
    socket.close()

    await expect.poll(lines).toHaveLength(1)
    expect(whileOpen).toEqual([])
    expect(lines()).toMatchObject([{ status: 101, url: '/ws/notifications', key_id: expect.any(String) }])
  })
})

describe('a caller who leaves', () => {
  it.each([1, 2])('leaves one line for each of %d requests', async (count) => {
    await using rest = await restServer()
    const reached = Promise.withResolvers<void>()
    let running = 0
    rest.server.post('/never', () => {
      if (++running === count) reached.resolve()
      return new Promise(() => {})
    })
    await rest.server.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((rest.server.server.address() as AddressInfo).port, '127.0.0.1')
    const body = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    socket.write(`POST /never HTTP/1.1\r\nHost: a\r\n${body}`.repeat(count))
    await reached.promise
    socket.destroy()

    const lines = () => rest.logged.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    await expect.poll(lines).toHaveLength(count)
    expect(lines()).toEqual(lines().map(() => expect.objectContaining({ url: '/never', status: null, aborted: true })))
  })
})

describe('X-Request-Id', () => {
  it('is answered and logged as it was given', async () => {
    await using rest = await restServer()

    const answer = await rest.server.inject({ url: '/health', headers: { 'x-request-id': 'trace-1:abc/7+=' } })

    expect(answer.headers['x-request-id']).toBe('trace-1:abc/7+=')
    expect(JSON.parse(rest.logged[0] ?? '')).toMatchObject({ request_id: 'trace-1:abc/7+=' })
  })

  it.each(['a b', '', 'x'.repeat(129), '"},{"', '\u001b[31m', 'é'])(
    'is replaced when it is not an id (%j)',
    async (id) => {
      await using rest = await restServer()

      const answer = await rest.server.inject({ url: '/health', headers: { 'x-request-id': id } })

      expect(answer.headers['x-request-id']).toBe('request-1')
    },
  )

  it.each([
    ['a fault', '/api/v1/faults/plain', 500],
    ['an unknown path', '/nothing', 404],
    ['broken percent-encoding', '/api/v1/samples/%E0%A4', 400],
    ['missing credentials', '/api/v1/samples', 401],
  ])('is answered with %s', async (_, url, status) => {
    await using rest = await restServer()
    const headers = { ...(status === 401 ? {} : keyOn('vega')), 'x-request-id': 'mine' }

    const answer = await rest.server.inject({ url, headers })

    expect({ status: answer.statusCode, id: answer.headers['x-request-id'] }).toEqual({ status, id: 'mine' })
  })

  it('does not let two requests of one id hide each other from the log', async () => {
    await using rest = await restServer()
    const ask = () => rest.server.inject({ url: '/health', headers: { 'x-request-id': 'same' } })

    await Promise.all([ask(), ask()])

    expect(rest.logged).toHaveLength(2)
  })
})
