import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyOn, type RestServer, restServer } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
})
afterAll(() => rest[Symbol.asyncDispose]())

it.each([
  '/',
  '/nothing',
  '/api/v1',
  '/api/v1/nothing',
  '/api/v1/samples/',
  '/api/v1/samples/SPY/',
  '/api/v1/samples//',
  '/health/',
  '//etc/passwd',
  '/Health',
  '/api/v1/SAMPLES',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e/package.json',
  '/docs/..\\package.json',
  '/docs/%00',
  '/.env',
  '/favicon.ico',
])('answers %s with a problem', async (url) => {
  const answer = await rest.server.inject({ url, headers: keyOn('vega') })

  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answer.json()).toMatchObject({ code: 'not_found', status: 404, type: '/docs#error-not_found' })
})

it('passes on what an operation says to try', async () => {
  const answer = await rest.server.inject({ url: '/api/v1/samples/none', headers: keyOn('vega') })

  expect({ statusCode: answer.statusCode, detail: answer.json().detail }).toEqual({
    statusCode: 404,
    detail: 'There is no symbol NONE. See GET /api/v1/stocks.',
  })
})
