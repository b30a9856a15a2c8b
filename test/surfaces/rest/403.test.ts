import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANS } from '../../../src/accounts/domain/plan.ts'
import { keyOn, type RestServer, restServer, sessionOn } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
})
afterAll(() => rest[Symbol.asyncDispose]())

describe('the plan', () => {
  it.each(PLANS)('%s opens the REST API to a key only when it is Vega', async (plan) => {
    const answer = await rest.server.inject({ url: '/api/v1/samples/SPY', headers: keyOn(plan) })

    expect(answer.statusCode).toBe(plan === 'vega' ? 200 : 403)
    if (plan !== 'vega') expect(answer.json()).toMatchObject({ code: 'forbidden', required_plan: 'vega' })
  })

  it.each(PLANS)('%s opens a feature in the browser from its own plan up', async (plan) => {
    const answer = await rest.server.inject({
      method: 'POST',
      url: '/api/v1/samples',
      headers: sessionOn(plan),
      payload: { name: 'a' },
    })

    expect(answer.statusCode).toBe(plan === 'delta' ? 403 : 201)
    if (plan === 'delta') expect(answer.json()).toMatchObject({ required_plan: 'gamma' })
  })
})

it('refuses a key what only a session may do, whatever its plan', async () => {
  const url = '/api/v1/samples/x/notes/1'

  const answer = await rest.server.inject({ method: 'DELETE', url, headers: keyOn('vega') })

  expect({ statusCode: answer.statusCode, code: answer.json().code }).toEqual({ statusCode: 403, code: 'forbidden' })
})

it('leaves a suspended account what belongs to the account, in the browser alone', async () => {
  const remove = { method: 'DELETE', url: '/api/v1/samples/x/notes/1' } as const
  const byKey = await rest.server.inject({ url: '/api/v1/samples/SPY', headers: keyOn('vega-suspended') })
  const feature = await rest.server.inject({ url: '/api/v1/samples/SPY', headers: sessionOn('vega-suspended') })
  const account = await rest.server.inject({ ...remove, headers: sessionOn('vega-suspended') })

  expect([byKey.statusCode, feature.statusCode, account.statusCode]).toEqual([403, 403, 204])
  expect(byKey.json().detail).toContain('suspended')
})

it('says where the account stands, and does not count', async () => {
  const headers = keyOn('delta-counted')
  await rest.server.inject({ url: '/api/v1/samples/SPY', headers })

  const answer = await rest.server.inject({ url: '/api/v1/samples/SPY', headers })

  expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '100' })
})

it('comes before the input is looked at', async () => {
  const answer = await rest.server.inject({ url: '/api/v1/samples/TOOLONGASYMBOL?x=1', headers: keyOn('gamma') })

  expect(answer.statusCode).toBe(403)
})
