import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyOn, type RestServer, restServer } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
})
afterAll(() => rest[Symbol.asyncDispose]())

it.each([
  ['DELETE', '/health', 'GET, HEAD'],
  ['PUT', '/api/v1/samples', 'GET, HEAD, POST'],
  ['POST', '/api/v1/samples/SPY', 'GET, HEAD'],
  ['OPTIONS', '/api/v1/samples', 'GET, HEAD, POST'],
  ['GET', '/api/v1/open', 'POST'],
  ['HEAD', '/api/v1/open', 'POST'],
  ['GET', '/api/v1/samples/x/notes/1', 'DELETE'],
  ['PATCH', '/docs?x=1', 'GET, HEAD'],
] as const)('refuses %s %s and says what is allowed', async (method, url, allow) => {
  const answer = await rest.server.inject({ method, url, headers: keyOn('vega') })

  expect({ statusCode: answer.statusCode, allow: answer.headers.allow }).toEqual({ statusCode: 405, allow })
  if (method !== 'HEAD') expect(answer.json().code).toBe('method_not_allowed')
})

it('names the methods in a sentence', async () => {
  const answer = await rest.server.inject({ method: 'PUT', url: '/api/v1/samples' })

  expect(answer.json().detail).toBe('PUT is not possible here. Use GET, HEAD or POST.')
})
