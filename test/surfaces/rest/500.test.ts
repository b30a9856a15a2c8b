import { expect, it } from 'vitest'
import { keyOn, restServer } from '../../support/http/rest-server.ts'
import { CANARY } from '../../support/sample-operations.ts'

it.each(['plain', 'text', 'bad_output', 'circular'])(
  'tells a request id of a fault (%s) and nothing more',
  async (kind) => {
    await using rest = await restServer()

    const answer = await rest.server.inject({ url: `/api/v1/faults/${kind}`, headers: keyOn('vega') })

    expect(answer.json()).toEqual({
      type: '/docs#error-internal',
      title: 'Internal error',
      status: 500,
      detail: 'Internal error. Report it with the request id if it happens again.',
      code: 'internal',
      request_id: 'request-1',
    })
    expect(JSON.stringify(answer.headers) + answer.body).not.toMatch(/CANARY|SELECT|\.ts|node_modules/)
  },
)

it('writes the cause to the log once, under the request id', async () => {
  await using rest = await restServer()

  await rest.server.inject({ url: '/api/v1/faults/plain', headers: keyOn('vega') })

  const lines = rest.logged.filter((line) => line.includes(CANARY))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    request_id: 'request-1',
    msg: 'request failed',
    err: { stack: expect.stringContaining('sample-operations') },
  })
})

it('goes on afterwards', async () => {
  await using rest = await restServer()
  await rest.server.inject({ url: '/api/v1/faults/plain', headers: keyOn('vega') })

  const next = await rest.server.inject({ url: '/api/v1/samples/SPY', headers: keyOn('vega') })

  expect(next.statusCode).toBe(200)
})
