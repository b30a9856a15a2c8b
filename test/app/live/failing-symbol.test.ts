import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ALPACA_KEYS, type AlpacaServer, alpacaServer } from '../../support/alpaca/alpaca-server.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { testClock } from '../../support/clock.ts'
import { status } from '../../support/http/fault-server.ts'

describe('a symbol that a live source does not answer', () => {
  let server: AlpacaServer
  let app: TestApp

  beforeEach(async () => {
    server = await alpacaServer(testClock('2026-11-20T16:00:00.000Z'))
    server.pageSize = 1000
    app = await testApp({
      MARKET_SOURCE: 'alpaca',
      MARKET_SYMBOLS: 'ZZZ,BRK.B,SPX',
      ALPACA_API_KEY: ALPACA_KEYS.keyId,
      ALPACA_API_SECRET: ALPACA_KEYS.secret,
      ALPACA_DATA_URL: server.url,
      ALPACA_BASE_URL: server.url,
      ALPACA_DATA_FEED: 'sip,opra',
    })
  })

  afterEach(async () => {
    await app[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  it.each(['/api/v1/market_overview', '/api/v1/flow'])('costs itself alone in %s', async (path) => {
    const { key } = await app.account('vega')
    server.fail('/snapshots/BRK', status(403))
    server.optionTrades.set('ZZZ261218C00100000', [{ t: '2026-11-20T15:00:00.5Z', p: 3.5, s: 2, x: 'C', c: 'I' }])

    const answer = await app.get(path, key)

    expect([answer.statusCode, answer.json().warnings]).toEqual([
      200,
      expect.arrayContaining([
        expect.stringMatching(/^Missing in part, because the source does not answer now: BRK\.B\. /),
      ]),
    ])
    expect(answer.body).toMatch(/ZZZ/)
  })

  it('is told where it is asked for, and where none is left', async () => {
    const { key } = await app.account('vega')
    server.fail('/snapshots/', status(403))

    const one = await app.get('/api/v1/stocks/ZZZ/gamma_exposure', key)
    const all = await app.get('/api/v1/market_overview', key)

    expect([one.statusCode, all.statusCode]).toEqual([503, 503])
    expect(Number(all.headers['retry-after'])).toBeGreaterThan(0)
  })
})
