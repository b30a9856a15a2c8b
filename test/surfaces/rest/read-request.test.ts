import { describe, expect, it } from 'vitest'
import { testApp } from '../../support/app.ts'

describe('a URL that was requested before', () => {
  const url = '/api/v1/stocks/SPY/quote'

  it('still judges every caller', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    const vega = await app.account('vega')
    const delta = await app.account('delta')
    const suspended = await app.account('vega', { standing: 'suspended' })

    const first = await app.get(url, vega.key)
    const refused = [await app.get(url), await app.get(url, delta.key), await app.get(url, suspended.key)]
    const again = await app.get(url, vega.key)

    expect(first.statusCode).toBe(200)
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403])
    expect(again.body).toBe(first.body)
  })

  it('answers from new data once there are some', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    const { key } = await app.account('vega')

    const before = await app.get(url, key)
    app.clock.advance(1000)
    const after = await app.get(url, key)

    expect(before.json().as_of).toBe('2026-11-20T18:00:00.000Z')
    expect(after.json().as_of).toBe('2026-11-20T18:00:01.000Z')
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
  })
})
