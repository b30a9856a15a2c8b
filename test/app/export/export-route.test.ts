import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATA_SETS } from '../../../src/app/export/data-sets.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { anIdeaRecord } from '../../support/receiver/idea-records.ts'
import { anIdea } from '../../support/receiver/ideas.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'AAPL,BRK.B' })
  owner = await app.account('vega')
  await app.parts.store.tradeIdeas.add(anIdeaRecord({ id: 'one' }))
  const ledger = { fingerprint: 'f'.repeat(64), idea: anIdea(), payloadSha256: 'a' }
  await app.parts.store.ledger.accept(ledger, app.clock.now())
})
afterAll(() => app[Symbol.asyncDispose]())

async function keyWith(scopes: readonly string[]): Promise<string> {
  const payload = { name: 'sheet', expiry: '30d', scopes }
  const made = await app.request({ method: 'POST', url: '/api/v1/api_keys', headers: owner.session, payload })
  const { token } = made.json()
  app.guard(token)
  return token
}

describe('an export over HTTP', () => {
  it.each([
    ['chains', 'symbols=AAPL&from=2026-11-19&to=2026-11-19'],
    ['bars', 'symbols=AAPL,BRK.B&from=2026-11-10'],
    ['metrics', 'symbols=BRK.B&from=2026-11-10'],
    ['flow', 'symbols=BRK.B'],
    ['ideas', 'from=2026-11-01'],
  ] as const)('has the columns of %s and rows below them', async (name, query) => {
    const answer = await app.get(`/api/v1/export/${name}?${query}`, owner.key)

    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="${name}-.*\\.csv"$`))
    expect(answer.headers['cache-control']).toBe('no-store')
    const [header, ...rows] = answer.body.trimEnd().split('\r\n')
    expect(header).toBe(Object.keys(DATA_SETS[name].columns).join(','))
    expect(rows.length).toBeGreaterThan(0)
  })

  it('is written in the format that is requested', async () => {
    const lines = await app.get('/api/v1/export/bars?symbols=AAPL&from=2026-11-10&format=ndjson', owner.session)
    const parquet = await app.get('/api/v1/export/bars?symbols=AAPL&from=2026-11-10&format=parquet', owner.session)

    expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(JSON.parse(lines.body.split('\n')[0] ?? '')).toMatchObject({ symbol: 'AAPL', date: '2026-11-10' })
    expect(parquet.headers['content-type']).toBe('application/vnd.apache.parquet')
    expect(parquet.rawPayload.subarray(0, 4).toString()).toBe('PAR1')
    expect(parquet.rawPayload.subarray(-4).toString()).toBe('PAR1')
  })

  it.each([
    ['chains', '', 'symbols'],
    ['chains', 'symbols=AAPL&from=2026-10-01', 'from'],
    ['bars', 'symbols=AAPL&from=2001-01-01', 'from'],
    ['bars', `symbols=${Array.from({ length: 21 }, (_, n) => `A${n}`).join()}`, 'symbols'],
    ['bars', 'symbols=AAPL&from=2026-11-21', 'from'],
    ['bars', 'symbols=AAPL&to=0000-01-01', 'to'],
    ['bars', 'symbols=AAPL&from=9999-12-31', 'from'],
    ['ledger', '', 'dataset'],
  ])('refuses %s?%s', async (name, query, path) => {
    const answer = await app.get(`/api/v1/export/${name}?${query}`, owner.key)

    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([expect.objectContaining({ path })])
  })

  it.each(['chains', 'bars', 'metrics', 'flow'])(
    'does not know a symbol of %s that the market does not have',
    async (name) => {
      const quote = await app.get('/api/v1/stocks/AAPM/quote', owner.key)
      const answer = await app.get(`/api/v1/export/${name}?symbols=AAPL,AAPM`, owner.key)

      expect(answer.statusCode, answer.body).toBe(404)
      expect(answer.json().detail).toBe(quote.json().detail)
      expect(answer.json().detail).toContain('Did you mean AAPL?')
    },
  )

  it('reads other spellings of a symbol', async () => {
    const answer = await app.get('/api/v1/export/bars?symbols=brk-b,$AAPL,aapl&from=2026-11-19', owner.key)

    const rows = answer.body.trimEnd().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',', 2).join(' '))).toEqual([
      'BRK.B 2026-11-19',
      'BRK.B 2026-11-20',
      'AAPL 2026-11-19',
      'AAPL 2026-11-20',
    ])
  })

  it('gives the ledger to the holder of the webhook secret alone', async () => {
    const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const url = `${base}/webhooks/${app.parts.config.receiver.provider}/export/ledger`

    expect((await fetch(url, { headers: owner.key })).status).toBe(401)
    const answer = await fetch(url, { headers: { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET } })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('f'.repeat(64))
  })

  it('frees its place when it is complete', async () => {
    for (const _ of [1, 2, 3, 4]) {
      expect((await app.get('/api/v1/export/bars?symbols=AAPL', owner.key)).statusCode).toBe(200)
    }
  })
})

describe('the address of an export for a spreadsheet', () => {
  const PATH = '/api/v1/export/bars?symbols=AAPL&from=2026-11-10'

  it('takes a key that may do nothing else, without headers', async () => {
    const token = await keyWith(['export'])
    const answer = await app.get(`${PATH}&access_token=${token}`)

    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.body).toMatch(/^symbol,date,open/)
    expect((await app.get(`/api/v1/stocks/AAPL/quote?access_token=${token}`)).statusCode).toBe(401)
  })

  it('refuses a key that may do more, because addresses are shared', async () => {
    for (const token of [owner.token, await keyWith(['export', 'read:analytics'])]) {
      const answer = await app.get(`${PATH}&access_token=${token}`)

      expect(answer.statusCode).toBe(403)
      expect(answer.json().detail).toMatch('Only a key of the scope export alone may be in a URL.')
    }
  })

  it('refuses a wrong token, two tokens, and a token beside other credentials', async () => {
    const token = await keyWith(['export'])

    expect((await app.get(`${PATH}&access_token=${token.slice(0, -1)}!`)).statusCode).toBe(401)
    expect((await app.get(`${PATH}&access_token=${token}&access_token=${token}`)).statusCode).toBe(401)
    expect((await app.get(`${PATH}&access_token=${token}`, owner.key)).statusCode).toBe(401)
  })
})
