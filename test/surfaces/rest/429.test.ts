import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyOn, type RestServer, restServer, sessionOn } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeEach(async () => {
  rest = await restServer()
})
afterEach(() => rest[Symbol.asyncDispose]())

const ask = (headers: Record<string, string> = keyOn('vega'), url = '/api/v1/samples/SPY') =>
  rest.server.inject({ url, headers })
const many = (count: number, headers?: Record<string, string>) =>
  Promise.all(Array.from({ length: count }, () => ask(headers)))

describe('the limit of an API key', () => {
  it('lets exactly 100 of 150 at once through, again and again', async () => {
    for (let round = 0; round < 5; round++) {
      const statuses = (await many(150)).map((it) => it.statusCode)

      expect(statuses.filter((it) => it === 200)).toHaveLength(100)
      expect(statuses.filter((it) => it === 429)).toHaveLength(50)
      rest.advance(60_000)
    }
  })

  it('tells on every answer where the caller stands', async () => {
    const first = await ask()
    rest.advance(15_000)
    const second = await ask(keyOn('vega'), '/api/v1/samples/SPY?limit=-1')
    await many(98)
    const refused = await ask()

    const reset = String((1_790_000_000_000 + 1_000_000 + 60_000) / 1000)
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '99',
      'x-ratelimit-reset': reset,
    })
    expect(second.headers).toMatchObject({ 'x-ratelimit-remaining': '98', 'x-ratelimit-reset': reset })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': reset,
      'retry-after': '45',
    })
    expect(refused.json()).toMatchObject({
      code: 'rate_limited',
      detail: 'At most 100 requests per minute. Try again in 45 seconds.',
    })
  })

  it('slides: what left the window makes room, and no more', async () => {
    await many(60)
    rest.advance(30_000)
    await many(40)

    const full = await ask()
    rest.advance(30_000)
    const later = (await many(61)).map((it) => it.statusCode)

    expect(full.statusCode).toBe(429)
    expect(later.filter((it) => it === 200)).toHaveLength(60)
  })

  it('belongs to the account, not to the address or the key', async () => {
    await many(100)

    expect((await ask()).statusCode).toBe(429)
    expect((await ask(keyOn('vega-2'))).statusCode).toBe(200)
    expect((await ask(sessionOn('vega'))).statusCode).toBe(200)
  })

  it('is not used up by what is refused for it', async () => {
    await many(300)
    rest.advance(60_000)

    expect((await ask()).headers['x-ratelimit-remaining']).toBe('99')
  })
})

it('gives a browser 600 a minute of its own', async () => {
  const statuses = (await many(610, sessionOn('vega'))).map((it) => it.statusCode)

  expect(statuses.filter((it) => it === 200)).toHaveLength(600)
})

describe('the limit of an address', () => {
  const open = (address: string, headers: Record<string, string> = {}) =>
    rest.server.inject({
      method: 'POST',
      url: '/api/v1/open',
      payload: { email: 'a@example.com' },
      remoteAddress: address,
      headers,
    })

  it('is 60 a minute', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 65; index++) statuses.push((await open('192.0.2.1')).statusCode)

    expect(statuses.filter((it) => it === 202)).toHaveLength(60)
    expect((await open('192.0.2.2')).statusCode).toBe(202)
  })

  it('is not escaped with a header that anyone can send', async () => {
    for (let index = 0; index < 60; index++) await open('192.0.2.1', { 'x-forwarded-for': `203.0.113.${index}` })

    expect((await open('192.0.2.1', { 'x-forwarded-for': '203.0.113.99' })).statusCode).toBe(429)
  })

  it('is not escaped within one IPv6 network', async () => {
    for (let index = 0; index < 60; index++) await open(`2001:db8::${index}`)

    expect((await open('2001:db8::ffff')).statusCode).toBe(429)
    expect((await open('2001:db8:0:1::1')).statusCode).toBe(202)
  })

  it('believes the nearest entry of X-Forwarded-For behind a trusted proxy', async () => {
    await using behind = await restServer({ trustProxy: true })
    const through = (forwarded: string) =>
      behind.server.inject({
        method: 'POST',
        url: '/api/v1/open',
        payload: { email: 'a@example.com' },
        headers: { 'x-forwarded-for': forwarded },
      })
    for (let index = 0; index < 60; index++) await through(`198.51.100.${index}, 203.0.113.1`)

    expect((await through('198.51.100.250, 203.0.113.1')).statusCode).toBe(429)
    expect((await through('198.51.100.250, 203.0.113.2')).statusCode).toBe(202)
  })
})

it('does not count the document, its page and the health', async () => {
  const urls = ['/health', '/docs', '/api/v1/openapi.json']

  for (const url of urls) {
    const answers = await Promise.all(Array.from({ length: 120 }, () => rest.server.inject(url)))

    expect(new Set(answers.map((it) => it.statusCode))).toEqual(new Set([200]))
    expect(answers[0]?.headers['x-ratelimit-limit']).toBeUndefined()
  }
})
