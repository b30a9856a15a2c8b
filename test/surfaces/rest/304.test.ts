import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyOn, type RestServer, restServer } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
  rest.data.rows = Array.from({ length: 100 }, () => ({ symbol: 'SPY', price: 1, note: '' }))
})
afterAll(() => rest[Symbol.asyncDispose]())

const list = (headers: Record<string, string> = {}) =>
  rest.server.inject({ url: '/api/v1/samples', headers: { ...keyOn('vega'), ...headers } })

it.each([
  ['the tag', (tag: string) => tag],
  ['the tag, weakened by a proxy', (tag: string) => `W/${tag}`],
  ['the tag among others', (tag: string) => `"other", ${tag}`],
  ['a star', () => '*'],
])('answers %s without a body, and still says where the caller stands', async (_, held) => {
  const first = await list()

  const again = await list({ 'if-none-match': held(String(first.headers.etag)) })

  expect({ statusCode: again.statusCode, body: again.body }).toEqual({ statusCode: 304, body: '' })
  expect(again.headers.etag).toBe(first.headers.etag)
  expect(again.headers['x-ratelimit-remaining']).toBeDefined()
  expect(again.headers['content-type']).toBeUndefined()
})

it('answers in full to another tag, and to the tag of another encoding', async () => {
  const packed = await list({ 'accept-encoding': 'br' })

  expect((await list({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  expect((await list({ 'if-none-match': String(packed.headers.etag) })).statusCode).toBe(200)
  expect((await list({ 'if-none-match': String(packed.headers.etag), 'accept-encoding': 'br' })).statusCode).toBe(304)
})

it('answers in full once the data have changed', async () => {
  const { etag } = (await list()).headers
  rest.data.version = {}
  rest.data.rows = [{ symbol: 'QQQ', price: 2, note: '' }]

  const answer = await list({ 'if-none-match': String(etag) })

  expect({ statusCode: answer.statusCode, symbol: answer.json().data[0].symbol }).toEqual({
    statusCode: 200,
    symbol: 'QQQ',
  })
})

it('keeps the tag when new data say the same', async () => {
  const { etag } = (await list()).headers
  rest.data.version = {}

  expect((await list({ 'if-none-match': String(etag) })).statusCode).toBe(304)
})

it('covers the document and its page too', async () => {
  for (const url of ['/api/v1/openapi.json', '/docs', '/docs/style.css']) {
    const { etag } = (await rest.server.inject(url)).headers
    const again = await rest.server.inject({ url, headers: { 'if-none-match': String(etag) } })

    expect({ url, statusCode: again.statusCode }).toEqual({ url, statusCode: 304 })
  }
})
