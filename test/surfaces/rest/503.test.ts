import { expect, it } from 'vitest'
import { keyOn, restServer } from '../../support/http/rest-server.ts'
import { CANARY } from '../../support/sample-operations.ts'

it.each([
  ['unavailable', '30'],
  ['store', '5'],
])('says when to try again (%s)', async (kind, seconds) => {
  await using rest = await restServer()

  const answer = await rest.server.inject({ url: `/api/v1/faults/${kind}`, headers: keyOn('vega') })

  expect({ statusCode: answer.statusCode, retryAfter: answer.headers['retry-after'] }).toEqual({
    statusCode: 503,
    retryAfter: seconds,
  })
  expect(answer.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('Try again') })
  expect(answer.body).not.toContain(CANARY)
  expect(rest.logged.filter((line) => line.includes(CANARY))).toHaveLength(1)
})

it('names the parts that are not ready, and not why', async () => {
  const checks = [
    { name: 'store', run: async () => ({ ok: false, detail: 'The disk is full.' }) },
    { name: 'source', run: async () => Promise.reject(new Error(`${CANARY} /srv/data`)) },
    { name: 'workers', run: async () => ({ ok: true, detail: 'Running.' }) },
  ]
  await using rest = await restServer({ checks })

  const answer = await rest.server.inject('/health/ready')

  expect({ statusCode: answer.statusCode, retryAfter: answer.headers['retry-after'] }).toEqual({
    statusCode: 503,
    retryAfter: '5',
  })
  expect(answer.json()).toMatchObject({
    code: 'unavailable',
    detail: 'Not ready: store, source. Try again in a few seconds.',
    checks: [
      { name: 'store', ok: false, detail: 'The disk is full.' },
      { name: 'source', ok: false, detail: 'The check failed or did not end in time.' },
      { name: 'workers', ok: true, detail: 'Running.' },
    ],
  })
  expect(answer.body).not.toContain(CANARY)
})

it('keeps /health exact while parts are down', async () => {
  const checks = [{ name: 'store', run: async () => ({ ok: false, detail: 'The disk is full.' }) }]
  await using rest = await restServer({ checks })

  expect((await rest.server.inject('/health')).statusCode).toBe(200)
})
