import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOn, type RestServer, restServer, sessionOn } from '../../support/http/rest-server.ts'

let rest: RestServer
beforeAll(async () => {
  rest = await restServer()
})
afterAll(() => rest[Symbol.asyncDispose]())

const get = (url: string, headers: Record<string, string> = keyOn('vega')) => rest.server.inject({ url, headers })

describe('input from a URL', () => {
  it.each([
    ['', { limit: 10 }],
    ['?limit=0', { limit: 0 }],
    ['?limit=1e1', { limit: 10 }],
    ['?strike_min=1.5', { strike_min: 1.5 }],
    ['?in_the_money=true', { in_the_money: true }],
    ['?in_the_money=false', { in_the_money: false }],
    ['?option_type=put', { option_type: 'put' }],
    ['?fields=bid', { fields: ['bid'] }],
    ['?fields=bid,ask', { fields: ['bid', 'ask'] }],
    ['?fields=bid,%20ask', { fields: ['bid', 'ask'] }],
    ['?fields=bid&fields=ask,mid', { fields: ['bid', 'ask', 'mid'] }],
    ['?fields=', { fields: [] }],
    ['?date=2024-02-29', { date: '2024-02-29' }],
  ])('reads %s as its schema says', async (query, expected) => {
    const answer = await get(`/api/v1/samples/brk.b${query}`)

    expect(answer.json()).toEqual({ input: { symbol: 'BRK.B', limit: 10, ...expected } })
  })

  it('answers a body, a status of its own, and none', async () => {
    const create = { method: 'POST', url: '/api/v1/samples', headers: keyOn('vega'), payload: { name: 'a' } } as const
    const created = await rest.server.inject(create)
    const deleted = await rest.server.inject({
      method: 'DELETE',
      url: '/api/v1/samples/x/notes/3',
      headers: sessionOn('delta'),
    })
    const open = await rest.server.inject({ method: 'POST', url: '/api/v1/open', payload: { email: 'a@example.com' } })

    expect({ statusCode: created.statusCode, json: created.json() }).toEqual({ statusCode: 201, json: { name: 'a' } })
    expect({ statusCode: deleted.statusCode, body: deleted.body }).toEqual({ statusCode: 204, body: '' })
    expect({ statusCode: open.statusCode, json: open.json() }).toEqual({ statusCode: 202, json: { accepted: true } })
    expect(created.headers['cache-control']).toBe('no-store')
  })

  it('takes an empty body that is said to be JSON for none', async () => {
    const deleted = await rest.server.inject({
      method: 'DELETE',
      url: '/api/v1/samples/x/notes/3',
      headers: { ...sessionOn('delta'), 'content-type': 'application/json' },
    })

    expect(deleted.statusCode).toBe(204)
  })
})

describe('health', () => {
  it('answers exactly what the receiver promises', async () => {
    const answer = await get('/health', {})

    expect(answer.body).toBe('{"status":"ok","dry_run":true,"alpaca_paper":true}')
  })

  it('is ready when all checks are', async () => {
    const checks = [{ name: 'store', run: async () => ({ ok: true, detail: 'Writable.' }) }]
    await using ready = await restServer({ checks })

    const answer = await ready.server.inject('/health/ready')

    expect({ statusCode: answer.statusCode, json: answer.json() }).toEqual({
      statusCode: 200,
      json: { status: 'ready', checks: [{ name: 'store', ok: true, detail: 'Writable.' }] },
    })
  })
})

describe('a prepared answer', () => {
  const large = async (headers: Record<string, string>) => {
    rest.data.rows = Array.from({ length: 200 }, (_, index) => ({ symbol: `S${index}`, price: index, note: '' }))
    return get('/api/v1/samples?limit=200', { ...keyOn('vega-prepared'), ...headers })
  }

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const)('is sent as %s to those who read it, with its length and a tag of its own', async (encoding, read) => {
    const plain = await large({})
    const packed = await large({ 'accept-encoding': encoding })

    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
    expect(packed.headers.vary).toBe('Accept-Encoding')
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    expect(read(packed.rawPayload).toString()).toBe(plain.body)
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  it('is written once for each version of the data', async () => {
    await large({})
    const before = rest.data.runs

    await Promise.all([large({}), large({}), large({ 'accept-encoding': 'br' })])
    const same = rest.data.runs
    rest.data.version = {}
    const answers = await Promise.all([large({}), large({})])

    expect(same).toBe(before)
    expect(rest.data.runs).toBe(before + 1)
    expect(answers[0]?.body).toBe(answers[1]?.body)
  })

  it('is another for another question', async () => {
    const two = await get('/api/v1/samples?limit=2')
    const three = await get('/api/v1/samples?limit=3')

    expect([two.json().data.length, three.json().data.length]).toEqual([2, 3])
  })

  it('is not kept when it could not be written', async () => {
    await using failing = await restServer()
    const broken: { symbol: string; price: number | null; note: string } = { symbol: 'A', price: Number.NaN, note: '' }
    failing.data.rows = [broken]
    const first = await failing.server.inject({ url: '/api/v1/samples', headers: keyOn('vega') })
    broken.price = 1

    const second = await failing.server.inject({ url: '/api/v1/samples', headers: keyOn('vega') })

    expect([first.statusCode, second.statusCode]).toEqual([500, 200])
  })
})

describe('CSV', () => {
  it('is a file for a spreadsheet, with formulas escaped', async () => {
    await using csv = await restServer()

    const answer = await csv.server.inject({ url: '/api/v1/samples?format=csv', headers: keyOn('vega') })

    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="sample_list.csv"')
    expect(answer.body).toBe("symbol,price,note\r\nSPY,512.5,'=1+1\r\n")
  })
})

describe('every answer', () => {
  it.each(['/health', '/docs', '/docs/style.css', '/api/v1/openapi.json', '/api/v1/samples/SPY', '/nothing', '/%zz'])(
    'holds the header lines against misuse by browsers: %s',
    async (url) => {
      const { headers } = await get(url)

      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/^default-src 'self';.*frame-ancestors 'none'/),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
      const names = Object.keys(headers)
      expect(names.filter((name) => /^access-control|^server$|powered-by|^strict-transport/.test(name))).toEqual([])
    },
  )

  it('asks browsers to stay on https where the service is reached by it', async () => {
    await using secure = await restServer({ publicUrl: 'https://example.com' })

    const { headers } = await secure.server.inject('/health')

    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('has no body for HEAD, but the length of that of GET', async () => {
    const full = await get('/api/v1/openapi.json')
    const head = await rest.server.inject({ method: 'HEAD', url: '/api/v1/openapi.json' })

    expect({ statusCode: head.statusCode, body: head.body }).toEqual({ statusCode: 200, body: '' })
    expect(head.headers['content-length']).toBe(full.headers['content-length'])
  })
})
