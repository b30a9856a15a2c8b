import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RestServer, restServer, sessionOn } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
})
afterAll(() => rest[Symbol.asyncDispose]())

const post = (payload: string | Buffer) =>
  rest.server.inject({
    method: 'POST',
    url: '/api/v1/samples',
    headers: { ...sessionOn('vega'), 'content-type': 'application/json' },
    payload,
  })

const nested = (levels: number) => `{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

describe('a body that is not JSON', () => {
  it.each([
    ['{'],
    ['{"name":'],
    ["{'name':'a'}"],
    ['{"name":NaN}'],
    ['{"name":"a"}garbage'],
    [' '],
    ['\u0000'],
    [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%j', async (body) => {
    const answer = await post(body)

    expect({ statusCode: answer.statusCode, code: answer.json().code }).toEqual({ statusCode: 400, code: 'malformed' })
    expect(answer.json().detail).toBe('The body is not JSON. Send valid JSON in UTF-8.')
  })
})

describe('a deep body', () => {
  it.each([
    [16, 422],
    [17, 400],
    [10_000, 400],
    [30_000, 400],
  ])('of %d levels answers %d', async (levels, status) => {
    expect((await post(nested(levels))).statusCode).toBe(status)
  })
})

describe('a body that would change prototypes', () => {
  it.each([
    '{"__proto__":{"polluted":true}}',
    '{"name":"a","quiet_hours":{"__proto__":{"polluted":true}}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    String.raw`{"\u005f_proto__":{"polluted":true}}`,
  ])('%s', async (body) => {
    expect((await post(body)).statusCode).toBe(400)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

it('answers broken percent-encoding with a problem', async () => {
  const answer = await rest.server.inject('/api/v1/samples/%zz')

  expect({ statusCode: answer.statusCode, code: answer.json().code }).toEqual({ statusCode: 400, code: 'malformed' })
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
})
