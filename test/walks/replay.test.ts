import { expect, it } from 'vitest'
import { ALL_ACCOUNTS } from '../../src/alerts/domain/shard.ts'
import { feedMemory, notifyOfFlow } from '../../src/alerts/workers/market-feed.ts'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { gatherAnalytics } from '../../src/trade-ideas/operations/gather-analytics.ts'
import { ideaFeedStep } from '../../src/trade-ideas/workers/idea-feed.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** The fourth run of the replay is at 10:30 in New York. */
const SATURDAY = '2026-11-21T17:30:00.000Z'
const REPLAYED = { as_of: '2026-11-20T15:30:00.000Z', session_date: '2026-11-20', is_replay: true }
const SETTINGS = { MARKET_SYMBOLS: 'F', MARKET_OFF_HOURS: 'replay' }
const { signal } = new AbortController()

/** The workers that follow the market of a service. */
function followers(app: TestApp) {
  const { parts } = app
  const context = contextOf(parts, { caller: OPERATOR })
  const feed = { ...context, publicUrl: 'https://options.example', shard: ALL_ACCOUNTS, memory: feedMemory() }
  const { store, market, now } = parts
  const gather = (symbol: string) => gatherAnalytics(context, symbol)
  const ideas = ideaFeedStep({ store, market, gather, now, onIdea: async () => undefined })
  return async () => {
    await notifyOfFlow(feed, signal)
    await ideas(signal)
  }
}

it('a replay is marked in every answer, and notifies nobody', async () => {
  await using app = await testApp(SETTINGS)
  app.clock.set(SATURDAY)
  const reader = await app.account('vega')
  const ask = async (path: string) => (await app.get(`/api/v1${path}`, reader.key)).json()
  const rule = { name: 'Any print', source: 'option_flow', criteria: { symbols: ['F'] }, cooldown_minutes: 0 }
  await app.request({ method: 'POST', url: '/api/v1/alerts', headers: reader.key, payload: rule })
  const symbols = ['F']
  await app.request({ method: 'PUT', url: '/api/v1/watchlist', headers: reader.key, payload: { symbols } })
  const follow = followers(app)
  await follow()
  const before = await ask('/flow?symbol=F')
  for (const path of ['/stocks/F/quote', '/stocks/F/gamma_exposure', '/market_overview', '/watchlist?figures=all']) {
    expect(await ask(path), path).toMatchObject(REPLAYED)
  }
  app.clock.advance(3_600_000)
  await follow()
  const after = await ask('/flow?symbol=F')

  expect(before).toMatchObject(REPLAYED)
  expect(after.total).toBeGreaterThan(before.total)
  expect((await ask('/notifications')).data).toEqual([])
  expect((await ask('/trade_ideas')).data).toEqual([])
  expect(await ask('/stocks/F/quote?date=2026-11-20')).not.toHaveProperty('is_replay')
})

it('a tape that begins again answers a reader who has seen its end', async () => {
  await using app = await testApp(SETTINGS)
  // The last minutes before the replay begins again.
  app.clock.set('2026-11-21T16:25:00.000Z')
  const reader = await app.account('vega')
  const newest = async (query = '') => (await app.get(`/api/v1/flow?symbol=F${query}`, reader.key)).json()
  const seen = await newest()
  const since: string = seen.data[0].executed_at
  app.clock.advance(600_000)

  expect(since > '2026-11-20T20:00').toBe(true)
  expect(await newest(`&since=${since}`)).toMatchObject({ data: [], is_replay: true })
  expect((await newest()).data.length).toBeGreaterThan(0)
})
