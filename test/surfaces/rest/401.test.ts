import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyOn, type RestServer, restServer } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
})
afterAll(() => rest[Symbol.asyncDispose]())

it('is one body for every cause', async () => {
  const causes: Record<string, string>[] = [{}, keyOn('wrong'), keyOn(''), { cookie: 'session=ended' }]

  const answers = await Promise.all(
    causes.map((headers) => rest.server.inject({ url: '/api/v1/samples/SPY', headers })),
  )

  expect(answers.map((it) => it.statusCode)).toEqual([401, 401, 401, 401])
  expect(new Set(answers.map((it) => it.body)).size).toBe(1)
  expect(answers[0]?.json()).toEqual({
    type: '/docs#error-unauthenticated',
    title: 'Not authenticated',
    status: 401,
    detail: 'Missing or invalid credentials. Sign in, or send a valid X-USER-EMAIL and X-USER-TOKEN.',
    code: 'unauthenticated',
  })
  expect(answers[0]?.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answers[0]?.headers['www-authenticate']).toBe('Bearer realm="Optionwire"')
})

it('comes before the input is looked at, and before a body is read', async () => {
  const query = await rest.server.inject('/api/v1/samples/TOOLONGASYMBOL?x=1')
  const body = await rest.server.inject({ method: 'POST', url: '/api/v1/samples', payload: 'x'.repeat(2_000_000) })

  expect([query.statusCode, body.statusCode]).toEqual([401, 401])
})

it('does not say where a stranger stands', async () => {
  const { headers } = await rest.server.inject('/api/v1/samples/SPY')

  expect(headers['x-ratelimit-limit']).toBeUndefined()
})
