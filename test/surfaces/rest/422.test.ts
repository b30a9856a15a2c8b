import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RestServer, restServer, sessionOn } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
})
afterAll(() => rest[Symbol.asyncDispose]())

const headers = sessionOn('vega')
const get = async (url: string) => (await rest.server.inject({ url: `/api/v1${url}`, headers })).json()
const post = async (payload: unknown, query = '') => {
  const request = { method: 'POST', url: `/api/v1/samples${query}`, payload: JSON.stringify(payload) } as const
  return (await rest.server.inject({ ...request, headers: { ...headers, 'content-type': 'application/json' } })).json()
}

describe('a bad parameter', () => {
  it.each([
    ['/samples/SPY?limit=-1', 'limit', 'must be at least 0'],
    ['/samples/SPY?limit=101', 'limit', 'must be at most 100'],
    ['/samples/SPY?limit=1.5', 'limit', 'must be a whole number'],
    ['/samples/SPY?limit=ten', 'limit', 'must be a number'],
    ['/samples/SPY?limit=', 'limit', 'must be a number'],
    ['/samples/SPY?limit=0x10', 'limit', 'must be a number'],
    ['/samples/SPY?limit=Infinity', 'limit', 'must be a number'],
    ['/samples/SPY?limit=1e400', 'limit', 'must be a number'],
    ['/samples/SPY?limit=1&limit=2', 'limit', 'must appear once, not as a list'],
    ['/samples/SPY?date=2026-02-30', 'date', 'must be a calendar date such as 2026-11-20'],
    ['/samples/SPY?date=2025-02-29', 'date', 'must be a calendar date such as 2026-11-20'],
    ['/samples/SPY?option_type=CALL', 'option_type', 'must be one of call, put'],
    ['/samples/SPY?in_the_money=yes', 'in_the_money', 'must be true or false'],
    ['/samples/SPY?fields=bid,last', 'fields.1', 'must be one of bid, ask, mid'],
    ['/samples/SPY?fields=bid,ask,mid,bid', 'fields', 'must have at most 3 items'],
    ['/samples/SPY?dte_mx=3', 'dte_mx', 'is not a parameter here'],
    ['/samples/SPY?format=csv', 'format', 'is not a parameter here'],
    ['/samples/SPY?symbol=QQQ', 'symbol', 'belongs in the path'],
    ['/samples/SPY?__proto__=1', '__proto__', 'is not a parameter here'],
    ['/samples/SPY?limit[]=1', 'limit[]', 'is not a parameter here: the nearest is limit'],
    ['/samples?format=xml', 'format', 'must be one of json, csv'],
    ['/samples/ABCDEFGHIJK', 'symbol', 'must be one letter, then up to 9 letters, digits or dots, for example SPY'],
    [
      `/samples/${'A'.repeat(3000)}`,
      'symbol',
      'must be one letter, then up to 9 letters, digits or dots, for example SPY',
    ],
    ['/samples/%C5%BFPY', 'symbol', 'must be one letter, then up to 9 letters, digits or dots, for example SPY'],
    ['/samples/%27%20OR%201=1', 'symbol', 'must be one letter, then up to 9 letters, digits or dots, for example SPY'],
  ])('%.60s is named with what it must be', async (url, path, message) => {
    const problem = await get(url)

    expect(problem).toMatchObject({ status: 422, code: 'invalid', detail: 'Correct the fields named in errors.' })
    expect(problem.errors).toEqual([{ path, message }])
  })

  it('is named together with all others', async () => {
    const { errors } = await get('/samples/1?limit=-1&date=x&typo=1')

    expect(errors.map(({ path }: { path: string }) => path).sort()).toEqual(['date', 'limit', 'symbol', 'typo'])
  })

  it('is named at once with a bad format', async () => {
    const { errors } = await get('/samples?format=xml&limit=0')

    expect(errors.map(({ path }: { path: string }) => path).sort()).toEqual(['format', 'limit'])
  })

  it('never comes back in the answer', async () => {
    const canary = 'CANARY-41'

    const texts = [
      await get(`/samples/${canary}?limit=${canary}&date=${canary}&option_type=${canary}&in_the_money=${canary}`),
      await post({ name: [canary], expires: canary, quiet_hours: { start: canary, end: 1 } }),
    ]

    expect(JSON.stringify(texts)).not.toContain(canary)
    expect(JSON.stringify(texts)).not.toMatch(/received|got|expected|Invalid input:/)
  })

  it('is one of at most fifty that are named', async () => {
    const { errors } = await get(`/samples/SPY?${Array.from({ length: 500 }, (_, index) => `x${index}=1`).join('&')}`)

    expect(errors).toHaveLength(50)
  })
})

describe('a bad body', () => {
  it.each([
    [{}, [{ path: 'name', message: 'is required' }]],
    [{ name: null }, [{ path: 'name', message: 'must be text' }]],
    [{ name: '' }, [{ path: 'name', message: 'must have at least 1 character' }]],
    [{ name: 'x'.repeat(41) }, [{ path: 'name', message: 'must have at most 40 characters' }]],
    [{ name: 'a', plan: 'vega' }, [{ path: 'plan', message: 'is not a parameter here' }]],
    [{ name: 'a', account_id: 'x' }, [{ path: 'account_id', message: 'is not a parameter here' }]],
    [{ name: 'a', quiet_hours: [] }, [{ path: 'quiet_hours', message: 'must be an object' }]],
    [
      { name: 'a', quiet_hours: { start: '25:00' } },
      [
        { path: 'quiet_hours.start', message: 'must be a time of day such as 09:30' },
        { path: 'quiet_hours.end', message: 'is required' },
      ],
    ],
    [{ name: 'a', expires: 5 }, [{ path: 'expires', message: 'must be one of 30d, 60d, or text' }]],
  ])('%j is named with what it must be', async (body, errors) => {
    const problem = await post(body)

    expect({ status: problem.status, errors: problem.errors }).toEqual({ status: 422, errors })
  })

  it.each([[[]], ['text'], [1], [true]])('%j is no object', async (body) => {
    const problem = await post(body)

    expect(problem).toMatchObject({ status: 422, errors: [{ path: '', message: 'must be a JSON object' }] })
  })

  it('with a NUL in a text is refused, whatever the store could hold', async () => {
    const problem = await post({ name: 'a\0b' })

    expect(problem.errors).toEqual([{ path: 'name', message: 'must not contain the character NUL' }])
  })

  it('does not take its fields from the query', async () => {
    const problem = await post({ name: 'a' }, '?name=b')

    expect(problem.errors).toEqual([{ path: 'name', message: 'belongs in the body, not in the query' }])
  })
})
