import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RestServer, restServer, sessionOn } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
})
afterAll(() => rest[Symbol.asyncDispose]())

it.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  'nonsense',
])('refuses a body of %s', async (type) => {
  const answer = await rest.server.inject({
    method: 'POST',
    url: '/api/v1/samples',
    headers: { ...sessionOn('vega'), 'content-type': type },
    payload: '{"name":"a"}',
  })

  expect({ statusCode: answer.statusCode, code: answer.json().code }).toEqual({
    statusCode: 415,
    code: 'unsupported_media',
  })
})

it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('takes %s', async (type) => {
  const answer = await rest.server.inject({
    method: 'POST',
    url: '/api/v1/samples',
    headers: { ...sessionOn('vega'), 'content-type': type },
    payload: '{"name":"a"}',
  })

  expect(answer.statusCode).toBe(201)
})
