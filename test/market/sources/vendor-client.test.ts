import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withUrgency } from '../../../src/market/sources/urgency.ts'
import { takenBy } from '../../../src/market/sources/vendor-answer.ts'
import { type VendorClient, type VendorClientOptions, vendorClient } from '../../../src/market/sources/vendor-client.ts'
import type { VendorFailure } from '../../../src/market/sources/vendor-failure.ts'
import { vendorClock } from '../../support/alpaca/vendor-clock.ts'
import { testClock } from '../../support/clock.ts'
import {
  type Answering,
  cutOff,
  type FaultServer,
  faultServer,
  half,
  html,
  json,
  reset,
  silence,
  stall,
  status,
} from '../../support/http/fault-server.ts'

const KEY = 'CANARY-key-4711'
const clock = testClock()
let server: FaultServer
let clients: VendorClient[]
let pauses: number[]

beforeEach(async () => {
  server = await faultServer()
  clients = []
})

afterEach(async () => {
  for (const client of clients) await client.close()
  await server[Symbol.asyncDispose]()
})

function client(options: Partial<VendorClientOptions> = {}): VendorClient {
  const time = vendorClock(clock)
  pauses = time.pauses
  const made = vendorClient({
    vendor: 'Vendor',
    baseUrl: server.url,
    secretHeaders: { 'x-key': KEY },
    timeoutMs: 400,
    maxBytes: 10_000,
    clock: time,
    ...options,
  })
  clients.push(made)
  return made
}

async function failureOf(asked: Promise<unknown>): Promise<VendorFailure> {
  return await asked.then(
    () => expect.fail('there was an answer'),
    (reason: VendorFailure) => reason,
  )
}

describe('the fault table', () => {
  const faults: readonly [string, Answering, string, number][] = [
    ['says nothing', silence, 'stalled', 3],
    ['stalls in the middle', stall, 'stalled', 3],
    ['cuts the connection', reset, 'reset', 3],
    ['ends before its length', cutOff, 'reset', 3],
    ['ends in the middle of the JSON', half, 'truncated', 3],
    ['answers HTML', html, 'not_json', 1],
    ['answers more than the limit', json('x'.repeat(20_000)), 'too_large', 1],
    ['answers 400', status(400), 'bad_request', 1],
    ['answers 401', status(401), 'unauthorized', 1],
    ['answers 403', status(403), 'forbidden', 1],
    ['answers 404', status(404), 'not_found', 1],
    ['answers 429', status(429), 'throttled', 3],
    ['answers 500', status(500), 'broken', 3],
    ['answers 503', status(503), 'broken', 3],
    ['redirects', status(302, { location: 'http://127.0.0.1:1/' }), 'bad_request', 1],
  ]

  it.each(faults)('a vendor that %s', async (_what, answer, fault, tries) => {
    server.script(answer)

    const failure = await failureOf(client().ask({ path: '/a' }))

    expect(failure).toMatchObject({ name: 'VendorFailure', fault })
    expect(failure.message).toMatch(/^[A-Z].*\.$/)
    expect(server.requests).toHaveLength(tries)
    expect(inspect(failure, { depth: 9 })).not.toContain(KEY)
    expect(inspect(failure, { depth: 9 })).not.toContain('127.0.0.1')
  })

  it.each(faults.filter(([, , , tries]) => tries > 1))('one that %s once is asked again', async (_what, answer) => {
    server.script(answer, json({ data: 1 }))

    expect(await client().ask({ path: '/a' })).toMatchObject({ type: 'fresh', body: { data: 1 } })
    expect(server.requests).toHaveLength(2)
  })

  it('a key that a library would repeat does not reach the cause', async () => {
    const asking = client({ baseUrl: 'http://127.0.0.1:1', secretHeaders: { 'x-key': '127.0.0.1:1' }, attempts: 1 })
    const failure = await failureOf(asking.ask({ path: '/a' }))
    expect(failure.fault).toBe('reset')
    expect(String(failure.cause)).toMatch(/ECONNREFUSED \[redacted\]/)
  })

  it('a field that changed is named, and its value is not', () => {
    const schema = z.object({ data: z.array(z.object({ bid: z.number() })) })

    const fault = () => takenBy(schema, { data: [{ bid: 1 }, { bid: `${KEY}` }] }, 'Vendor')

    expect(fault).toThrow('the field data.1.bid is not as expected')
    expect(fault).not.toThrow(KEY)
  })

  it('a gzip bomb ends at the limit, a damaged one as cut off', async () => {
    const packed = (bytes: Buffer): Answering => {
      return (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' })
        response.end(bytes)
      }
    }
    server.script(packed(gzipSync(JSON.stringify('x'.repeat(1_000_000)))))
    expect(await failureOf(client().ask({ path: '/a' }))).toMatchObject({ fault: 'too_large' })
    server.script(packed(gzipSync('{"data":[1,2,3]}').subarray(0, 20)))
    expect(await failureOf(client().ask({ path: '/a' }))).toMatchObject({ fault: 'truncated' })
    server.script(packed(gzipSync('{"data":[1,2,3]}')))
    expect(await client().ask({ path: '/a' })).toMatchObject({ body: { data: [1, 2, 3] } })
  })
})

describe('asking again', () => {
  it('doubles its pauses, with chance in half of each', async () => {
    server.script(status(500))
    await failureOf(client({ attempts: 4 }).ask({ path: '/a' }))
    expect(pauses).toEqual([375, 750, 1500])
  })

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    server.script(status(429, { 'retry-after': '3' }), json({}))
    await client().ask({ path: '/a' })
    expect(pauses).toEqual([3000])
    clock.set('2026-11-20T15:00:00.000Z')
    const at = new Date(clock.now().getTime() + 2000).toUTCString()
    server.script(status(503, { 'retry-after': at }), json({}))
    await client().ask({ path: '/a' })
    expect(pauses).toEqual([2000])
  })

  it('gives up where the vendor wants a long pause, and passes the wish on', async () => {
    server.script(status(429, { 'retry-after': '600' }))
    expect(await failureOf(client().ask({ path: '/a' }))).toMatchObject({ fault: 'throttled', retryAfterMs: 600_000 })
    expect({ requests: server.requests.length, pauses }).toEqual({ requests: 1, pauses: [] })
  })

  it('asks nothing at all while the vendor wants a pause', async () => {
    server.script(status(429, { 'retry-after': '600' }), json({}))
    const asking = client()
    await failureOf(asking.ask({ path: '/a' }))
    clock.advance(590_000)
    expect(await failureOf(asking.ask({ path: '/b' }))).toMatchObject({ fault: 'throttled', retryAfterMs: 10_000 })
    expect(server.requests).toHaveLength(1)
    clock.advance(6_000)
    expect(await asking.ask({ path: '/b' })).toMatchObject({ type: 'fresh' })
    expect(pauses).toEqual([4_000])
  })

  it('reads the limit header of a vendor that sends no Retry-After', async () => {
    const resetAt = String(Math.ceil(clock.now().getTime() / 1000) + 90)
    server.script(status(429, { 'x-ratelimit-reset': resetAt }))
    const { retryAfterMs = 0 } = await failureOf(client().ask({ path: '/a' }))
    expect(Math.abs(retryAfterMs - 90_000)).toBeLessThanOrEqual(1000)
  })

  it('ends with the reason of a signal', async () => {
    server.script(silence)
    const controller = new AbortController()
    const asked = client({ timeoutMs: 60_000 }).ask({ path: '/a', signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })
})

describe('the question', () => {
  it('carries the keys as headers and not in the target, and leaves out what is undefined', async () => {
    server.script(json({}))
    await client({ baseUrl: `${server.url}/api/global/` }).ask({
      path: '/x/_SPX.json',
      query: { a: 'b c', n: 1, u: undefined },
    })
    expect(server.requests[0]).toMatchObject({ target: '/api/global/x/_SPX.json?a=b+c&n=1', headers: { 'x-key': KEY } })
  })

  it('is conditional where validators are known', async () => {
    server.script(json({ data: 1 }, { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 15:00:00 GMT' }), status(304))
    const asking = client()
    const fresh = await asking.ask({ path: '/a' })
    const validators = fresh.type === 'fresh' ? fresh.validators : undefined
    expect(await asking.ask({ path: '/a', validators })).toEqual({ type: 'unchanged' })
    expect(server.requests[1]?.headers['if-none-match']).toBe('"v1"')
  })

  it('keeps to the pace of the vendor', async () => {
    server.script(json({}))
    const asking = client({ requestsPerMinute: 3 })
    for (let count = 0; count < 7; count++) await asking.ask({ path: '/a' })
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(120_000)
  })

  it('sends what a person asks before what the service looks at of itself, which leaves room', async () => {
    server.script(json({}))
    const asking = client({ requestsPerMinute: 10, parallel: 1 })
    const start = clock.now().getTime()
    const waited: Record<string, number> = {}
    const ask = async (name: string) => {
      await asking.ask({ path: `/${name}` })
      waited[name] = clock.now().getTime() - start
    }
    const background = withUrgency('background', () => Promise.all(Array.from({ length: 8 }, (_, i) => ask(`b${i}`))))
    await Promise.all([ask('p1'), ask('p2')])
    await background

    expect([waited['p1'], waited['p2']]).toEqual([0, 0])
    expect(server.requests.slice(0, 3).map(({ target }) => target)).toEqual(['/b0', '/p1', '/p2'])
    // Six of ten a minute, and nothing more until the first ones are a minute old.
    expect(Object.values(waited).filter((ms) => ms < 59_000).length).toBeLessThanOrEqual(6)
    expect(Object.keys(waited)).toHaveLength(10)
  })

  it('waits for the reset that the vendor tells, instead of running into a refusal', async () => {
    const reset = String(Math.ceil(clock.now().getTime() / 1000) + 30)
    const spent = { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
    server.script(json({}, spent), json({}))
    const asking = client()
    await asking.ask({ path: '/a' })
    const before = clock.now().getTime()
    await asking.ask({ path: '/b' })

    expect(clock.now().getTime() - before).toBeGreaterThan(28_000)
    expect(server.requests).toHaveLength(2)
  })

  it('asks again on the connections that it has', async () => {
    const asking = client({ parallel: 2 })
    for (let i = 0; i < 8; i++) await asking.ask({ path: '/a' })
    await Promise.all(Array.from({ length: 6 }, () => asking.ask({ path: '/a' })))
    expect(server.requests).toHaveLength(14)
    expect(server.connections()).toBeLessThanOrEqual(2)
  })

  it('runs no more at once than it may', async () => {
    let running = 0
    let most = 0
    server.script((_request, response) => {
      most = Math.max(most, ++running)
      setTimeout(() => {
        running--
        response.end('{}')
      }, 20)
    })
    const asking = client({ parallel: 2 })
    await Promise.all(Array.from({ length: 6 }, () => asking.ask({ path: '/a' })))
    expect({ most, requests: server.requests.length }).toEqual({ most: 2, requests: 6 })
  })
})
