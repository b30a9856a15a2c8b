import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ruleIndex } from '../../../src/alerts/domain/rule-index.ts'
import { flowTriggers } from '../../../src/alerts/operations/triggers.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { aPrint } from '../../support/notifications/notification-rows.ts'
import { notifyCaller } from '../../support/notifications/notify-caller.ts'
import { ACCOUNT, notifyWorld } from '../../support/notifications/notify-world.ts'

describe('a change of the watchlist', () => {
  it('adds at the end, removes, and keeps the order of the rest', async () => {
    await using world = await notifyWorld()
    const call = notifyCaller(world)
    await call('change_watchlist', { add: ['SPY'] })

    expect(await call('change_watchlist', { add: ['nvda', 'SPY'] })).toEqual({ symbols: ['SPY', 'NVDA'] })
    expect(await call('change_watchlist', { remove: ['SPY', 'QQQ'] })).toEqual({ symbols: ['NVDA'] })
    await expect(call('change_watchlist', { add: ['SPY', 'NOPE'] })).rejects.toMatchObject({
      details: { issues: [expect.objectContaining({ path: 'add.1' })] },
    })
    expect(await call('show_watchlist')).toEqual({ symbols: ['NVDA'] })
  })

  it('sets bounds of all symbols and of one, which decide what notifies; a removed symbol loses its own', async () => {
    await using world = await notifyWorld()
    const call = notifyCaller(world)
    await call('change_watchlist', {
      add: ['SPY', 'NVDA'],
      thresholds: { premium_min: 1_000_000, size_min: 10 },
      symbol_thresholds: [{ symbol: 'NVDA', premium_min: 600_000, unusual_score_min: 99 }],
    })
    const watchers = await world.store.watchlists.watchers()
    const kinds = (symbol: string, print: object) =>
      flowTriggers(aPrint({ symbol, size: 10, ...print }), {
        rules: ruleIndex([]),
        watchers: watchers.get(symbol) ?? [],
      }).map(({ content }) => content.type)

    expect(kinds('NVDA', { premium: 600_000, unusual_score: 98 })).toEqual(['whale_trade'])
    expect(kinds('NVDA', { premium: 599_999, unusual_score: 99 })).toEqual(['unusual_activity'])
    expect(kinds('NVDA', { premium: 900_000, unusual_score: 99, size: 9 })).toEqual([])
    expect(kinds('SPY', { premium: 999_999, unusual_score: 95 })).toEqual(['unusual_activity'])
    await call('change_watchlist', { remove: ['NVDA'] })
    await call('change_watchlist', { thresholds: {} })
    expect(await world.store.watchlists.bounds(ACCOUNT)).toEqual({ all: {}, own: [] })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ thresholds: { premium_min: 499_999 } }, 'thresholds.premium_min'],
    [{ thresholds: { unusual_score_min: 79 } }, 'thresholds.unusual_score_min'],
    [{ symbol_thresholds: [{ symbol: 'SPY', size_min: 5 }] }, 'symbol_thresholds.0.symbol'],
    [{ symbol_thresholds: [{ symbol: 'SPY', least: 5 }] }, 'symbol_thresholds.0.least'],
  ])('refuses %j and names %s', async (change, path) => {
    await using world = await notifyWorld()

    await expect(notifyCaller(world)('change_watchlist', change)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [expect.objectContaining({ path })] },
    })
  })
})

describe('the figures of a watchlist', () => {
  let app: TestApp
  let account: TestAccount
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'F,KO' })
    account = await app.account('vega')
    await app.request({
      method: 'PUT',
      url: '/api/v1/watchlist',
      headers: account.key,
      payload: { symbols: ['F', 'KO'] },
    })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const watchlist = async (figures: string) =>
    (await app.get(`/api/v1/watchlist?figures=${figures}`, account.key)).json()

  it('are there at once as far as they are known, and those of quotes always', async () => {
    const first = await watchlist('available')
    const settled = { interval: 250, timeout: 20_000 }
    await expect.poll(async () => (await watchlist('available')).pending, settled).toEqual([])

    expect(first).toMatchObject({ symbols: ['F', 'KO'], pending: ['F', 'KO'], thresholds: {}, symbol_thresholds: [] })
    expect(first.data[0]).toMatchObject({ symbol: 'F', price: expect.any(Number), iv_rank: null, figures_as_of: null })
  })

  it('are those of the other operations', async () => {
    const { data, pending, source, warnings } = await watchlist('all')
    const [row] = data
    const get = async (path: string) => (await app.get(`/api/v1/stocks/F/${path}`, account.key)).json()
    const metrics = await get('metrics')
    const { data: bars } = await get('price_history?days=30')

    expect({ pending, source, warnings }).toEqual({ pending: [], source: 'simulated', warnings: [] })
    expect(data.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['F', 'KO'])
    expect(row).toMatchObject({ iv_rank: metrics.iv_rank, net_gex: metrics.net_gex, gamma_flip: metrics.gamma_flip })
    expect(row.flip_distance_pct).toBeCloseTo(100 * (row.price / row.gamma_flip - 1), 2)
    expect(row.closes.at(-1)).toBe(bars.at(-2).close)
    expect(row.closes).toHaveLength(20)
  })

  const preview = async (payload: object) => {
    const url = '/api/v1/watchlist/preview'
    return (await app.request({ method: 'POST', url, headers: account.key, payload })).json()
  }

  it('are previewed: notifications a session in complete sessions, fewer with higher bounds', async () => {
    const low = await preview({ thresholds: { unusual_score_min: 80 } })
    const high = await preview({ thresholds: { unusual_score_min: 95 } })
    const stored = await preview({})

    expect(low).toMatchObject({ sessions: 3, is_partial: false })
    expect(low.to < low.session_date).toBe(true)
    expect(low.per_session).toBeGreaterThan(high.per_session)
    expect(low.ringing_per_session).toBeLessThanOrEqual(15)
    expect(stored.per_session).toBe(high.per_session)
    const sum = low.data.reduce((total: number, row: { per_session: number }) => total + row.per_session, 0)
    expect(sum).toBeCloseTo(low.per_session, 0)
  })
})
