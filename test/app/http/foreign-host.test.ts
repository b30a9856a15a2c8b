import { afterAll, beforeAll, expect, it } from 'vitest'
import { safeHost } from '../../../src/surfaces/auth/own-host.ts'
import { type TestApp, testApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    MARKET_SYMBOLS: 'SPY',
    PUBLIC_URL: 'https://options.example.com',
    ALLOWED_HOSTS: 'inner.example.com, other.example.com',
  })
})
afterAll(() => app[Symbol.asyncDispose]())

it.each([
  'evil.example',
  'evil.example:3000',
  'options.example.com.evil.example',
  'x@127.0.0.1',
  '127.0.0.1.evil.example',
])('refuses the pages and the API to a page of %s that resolves to this machine', async (host) => {
  for (const url of ['/docs', '/api/v1/openapi.json', '/api/v1/stocks', '/nothing']) {
    const answer = await app.get(url, { host })

    expect(answer.statusCode, url).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('ALLOWED_HOSTS') })
  }
})

it.each([
  'options.example.com',
  'OPTIONS.example.com:443',
  'inner.example.com:8080',
  'other.example.com',
  'localhost:3000',
  '127.0.0.1:3000',
  '192.168.1.5',
  '[::1]:3000',
  'optionwire:3000',
])('answers at %s', async (host) => {
  expect((await app.get('/docs', { host })).statusCode).toBe(200)
})

it.each(['/health', '/health/ready'])('answers %s at every host', async (url) => {
  expect((await app.get(url, { host: 'pod-7.cluster.internal' })).statusCode).toBe(200)
})

it('takes a request of HTTP/1.0, which names no host, for none of a browser', () => {
  expect(safeHost(() => 'https://options.example.com', [])(undefined)).toBe(true)
})
