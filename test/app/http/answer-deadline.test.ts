import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Context } from '../../../src/catalogue/context.ts'
import { operationsOver } from '../../../src/catalogue/operation.ts'
import { keyOn, type RestServer, type RestServerOptions, restServer } from '../../support/http/rest-server.ts'

const defineOperation = operationsOver<Context>()
const base = {
  description: 'Waits until the test lets it go on, in order to be later than its deadline for an answer.',
  capability: 'analytics',
  callers: ['api_key'],
  surfaces: ['rest'],
  input: z.object({ note: z.string().optional().describe('Anything.') }),
  output: z.object({ ok: z.boolean().describe('Always true.') }),
  example: {},
} as const

/** A read and a write that go on when the test says so. */
function slowOperations() {
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<{ ok: boolean }>()
  const run = () => {
    reached.resolve()
    return goOn.promise
  }
  const read = { ...base, name: 'slow_read', title: 'Read slowly', run } as const
  const write = { ...base, name: 'slow_write', title: 'Write slowly', run } as const
  return {
    reached: reached.promise,
    goOn,
    operations: [
      defineOperation({ ...read, route: { method: 'GET', path: '/slow' } }),
      defineOperation({ ...write, route: { method: 'POST', path: '/slow' } }),
      defineOperation({
        ...read,
        name: 'slow_cached',
        route: { method: 'GET', path: '/cached' },
        dataVersion: async () => [base],
      }),
    ],
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function listening(options: RestServerOptions): Promise<{ rest: RestServer; origin: string }> {
  const rest = await restServer(options)
  return { rest, origin: await rest.server.listen({ port: 0, host: '127.0.0.1' }) }
}

function pass(rest: RestServer, ms: number): void {
  rest.advance(ms)
  vi.advanceTimersByTime(1_000)
}

const request = (method: string) => ({
  method,
  headers: { ...keyOn('vega'), ...(method === 'POST' && { 'content-type': 'application/json' }) },
  ...(method === 'POST' && { body: '{}' }),
})

describe('a request without an answer after 25 seconds', () => {
  it.each([
    ['GET', '/slow', 'Repeat the request in 30 seconds'],
    ['GET', '/cached', 'Repeat the request in 30 seconds'],
    ['POST', '/slow', 'Check whether it was done before you repeat it'],
  ])('answers 503 with Retry-After and a sentence, and one line of the log (%s %s)', async (method, path, advice) => {
    const { reached, goOn, operations } = slowOperations()
    const { rest, origin } = await listening({ operations })
    await using _ = rest
    const asked = fetch(`${origin}/api/v1${path}`, request(method))
    await reached

    pass(rest, 24_900)
    pass(rest, 200)
    const answer = await asked
    const body = await answer.json()
    goOn.resolve({ ok: true })
    await setImmediate()

    expect({ status: answer.status, retryAfter: answer.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '30',
    })
    expect(body).toMatchObject({ code: 'unavailable', detail: expect.stringContaining(advice) })
    const lines = rest.logged.map((line) => JSON.parse(line))
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ status: 503, method }])
    expect(lines.map(({ msg }) => msg).sort()).toEqual([
      expect.stringContaining('Server listening'),
      'request',
      'request refused: unavailable',
    ])
  })

  it('is logged if its work fails later, and not answered twice', async () => {
    const { reached, goOn, operations } = slowOperations()
    const { rest, origin } = await listening({ operations })
    await using _ = rest
    const asked = fetch(`${origin}/api/v1/slow`, request('GET'))
    await reached
    pass(rest, 26_000)
    await asked

    goOn.reject(new Error('the source broke'))
    await setImmediate()

    const faults = rest.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    expect(faults).toMatchObject([{ msg: 'request failed after its deadline', err: { message: 'the source broke' } }])
  })

  it('is shorter than the time after which its connection is cut', async () => {
    const { rest } = await listening({})
    await using _ = rest

    expect(rest.server.server.timeout).toBeGreaterThan(26_000)
  })
})

it('leaves an answer alone that is in time, and the next request of its connection', async () => {
  const { reached, goOn, operations } = slowOperations()
  const { rest, origin } = await listening({ operations })
  await using _ = rest
  const asked = fetch(`${origin}/api/v1/slow`, request('GET'))
  await reached

  pass(rest, 24_900)
  goOn.resolve({ ok: true })
  const first = await asked
  pass(rest, 60_000)
  const second = await fetch(`${origin}/api/v1/slow`, request('GET'))

  expect([first.status, second.status]).toEqual([200, 200])
})
