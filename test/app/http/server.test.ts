import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../support/http/raw-http.ts'
import { keyOn, type RestServer, restServer } from '../../support/http/rest-server.ts'

let rest: RestServer
let port: number
beforeAll(async () => {
  rest = await restServer()
  await rest.server.listen({ port: 0, host: '127.0.0.1' })
  port = (rest.server.server.address() as AddressInfo).port
})
afterAll(() => rest[Symbol.asyncDispose]())

/** What a front proxy and this server could read as different requests. Each must be refused, none answered twice. */
const SMUGGLING: Record<string, [request: string, status: number | 'closed']> = {
  'Content-Length with Transfer-Encoding': [
    'POST /api/v1/open HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  'two Content-Length': ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello', 400],
  'a list of Content-Length': ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello', 400],
  'a signed Content-Length': ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello', 400],
  'two Transfer-Encoding': [
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n',
    400,
  ],
  'Transfer-Encoding that only looks chunked': [
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  'white space before a colon': ['POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n', 400],
  'a bare line feed in the headers': ['GET /health HTTP/1.1\nHost: a\n\n', 400],
  'a folded header': ['GET /health HTTP/1.1\r\nHost: a\r\nX-A: 1\r\n 2\r\n\r\n', 400],
  'NUL in a header': ['GET /health HTTP/1.1\r\nHost: a\r\nX-A: 1\u00002\r\n\r\n', 400],
  'a bare carriage return in a header': ['GET /health HTTP/1.1\r\nHost: a\r\nX-A: 1\rX-B: 2\r\n\r\n', 400],
  'a chunk size that is no number': [
    'POST /api/v1/open HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
    400,
  ],
  'headers over the limit': [`GET /health HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  'two Host lines': ['GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  'an empty Host line': ['GET /health HTTP/1.1\r\nHost:\r\n\r\n', 400],
  'a blank Host line': ['GET /health HTTP/1.1\r\nHost:   \r\n\r\n', 400],
  'two Host lines in HTTP/1.0': ['GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  'HTTP/2.0 in the form of HTTP/1': ['GET /health HTTP/2.0\r\nHost: a\r\n\r\n', 400],
  'HTTP/0.9': ['GET /health HTTP/0.9\r\nHost: a\r\n\r\n', 400],
  'HTTP/1.7': ['GET /health HTTP/1.7\r\nHost: a\r\n\r\n', 400],
  'no Host line': ['GET /health HTTP/1.1\r\nX-A: 1\r\n\r\n', 400],
  'a fragment in the target': ['GET /health#?secret=x HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a whole URL as the target': ['GET http://evil.test/health HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a target that is a host': ['CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n', 'closed'],
}

describe('request smuggling', () => {
  it('has all 24 cases', () => {
    expect(Object.keys(SMUGGLING)).toHaveLength(24)
  })

  it.each(Object.entries(SMUGGLING))('refuses %s', async (_, [request, status]) => {
    const { statuses, text } = await sendRaw(port, request)

    expect(statuses).toEqual(status === 'closed' ? [] : [status])
    if (status !== 'closed') expect(text.toLowerCase()).toContain('content-type: application/problem+json')
  })

  it('does not read the body of a refused request as the next one', async () => {
    const hidden = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'

    const { statuses } = await sendRaw(
      port,
      `POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    )

    expect(statuses).toEqual([404])
  })
})

describe('the bounds of a request', () => {
  const withTarget = (length: number) =>
    sendRaw(port, `GET /${'a'.repeat(length - 1)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)

  it.each([
    [8191, 404],
    [8192, 404],
    [8193, 414],
  ])('a target of %d characters answers %d', async (length, status) => {
    const { statuses, text } = await withTarget(length)

    expect(statuses).toEqual([status])
    expect(text).toContain('application/problem+json')
  })

  it('answers an expectation that it does not know with a problem', async () => {
    const { statuses, text } = await sendRaw(port, 'GET /health HTTP/1.1\r\nHost: a\r\nExpect: magic\r\n\r\n')

    expect(statuses).toEqual([417])
    expect(text).toContain('"code":"expectation_failed"')
  })

  it('has time-outs that are not those of Node', () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxConnections } = rest.server.server

    expect({ requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxConnections }).toEqual({
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 72_000,
      timeout: 30_000,
      maxConnections: 4096,
    })
  })

  it('answers HTTP/1.0 without a Host line', async () => {
    expect((await sendRaw(port, 'GET /health HTTP/1.0\r\n\r\n')).statuses).toEqual([200])
  })
})

describe('the request log', () => {
  const linesOf = async (url: string, headers: Record<string, string> = {}) => {
    rest.logged.length = 0
    await rest.server.inject({ url, headers })
    return rest.logged
  }

  it('has one line for each request, with what is needed to count them', async () => {
    const lines = await linesOf('/api/v1/samples/SPY?limit=3', keyOn('vega'))

    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'request',
      method: 'GET',
      url: '/api/v1/samples/SPY?limit=3',
      status: 200,
      request_id: expect.any(String),
      ms: expect.any(Number),
    })
  })

  it.each([
    ['/webhooks/trade-ideas/x?secret=CANARY', {}],
    ['/webhooks/trade-ideas/x?a=1&%53ecret=CANARY', {}],
    ['//webhooks/trade-ideas/x?misspelt=CANARY', {}],
    ['/%77ebhooks/trade-ideas/x?misspelt=CANARY', {}],
    ['/api/v1/samples/SPY?token=CANARY', keyOn('vega')],
    ['/api/v1/samples/SPY', keyOn('CANARY')],
    ['/api/v1/samples/SPY', { cookie: 'session=CANARY' }],
    ['/health', { authorization: 'Bearer CANARY', 'user-agent': 'CANARY' }],
  ])('holds no secret of %s', async (url, headers) => {
    expect((await linesOf(url, headers)).join('')).not.toContain('CANARY')
  })

  it('holds no secret that a path carries', async () => {
    await using other = await restServer()
    other.server.get('/leave/:token', () => ({}))
    const ways = ['/leave/CANARY?x=1', '//leave/CANARY', '/./leave/CANARY', '/l%65ave/CANARY', '/%2Fleave/CANARY']

    for (const url of ways) await other.server.inject(url)

    expect(JSON.parse(other.logged[0] ?? '')).toMatchObject({ url: '/leave/[redacted]', status: 200 })
    expect(other.logged).toHaveLength(ways.length)
    expect(other.logged.join('')).not.toContain('CANARY')
  })

  it('cannot be forged with control characters', async () => {
    rest.logged.length = 0
    await sendRaw(port, 'GET /a%0d%0a{"level":50}\u001b[31m HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await sendRaw(port, 'GET /a%0d%0a%1b[31m HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')

    const text = rest.logged.join('')
    expect(rest.logged.every((line) => line.endsWith('\n') && !line.slice(0, -1).includes('\n'))).toBe(true)
    expect([...text].filter((character) => character < ' ' && character !== '\n')).toEqual([])
    expect(text).toContain('/a%0d%0a%1b[31m')
  })
})
