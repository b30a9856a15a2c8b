import { expect, it } from 'vitest'
import { ALL_ACCOUNTS } from '../../src/alerts/domain/shard.ts'
import { feedMemory, type MarketFeedParts, notifyOfFlow } from '../../src/alerts/workers/market-feed.ts'
import { ideaAlerts } from '../../src/app/idea-alerts.ts'
import { contextOf, OPERATOR, type Parts } from '../../src/app/parts.ts'
import type { Store } from '../../src/app/store/open-store.ts'
import { gatherAnalytics } from '../../src/trade-ideas/operations/gather-analytics.ts'
import { ideaFeedStep } from '../../src/trade-ideas/workers/idea-feed.ts'
import { testApp } from '../support/app.ts'

const SYMBOLS = 'AMD,F,KO,PLTR'
const BEGIN = Date.parse('2026-10-28T15:00:00.000Z')
const STEPS = 9
const STEP_MS = 47_000
const { signal } = new AbortController()

/** Everything that an account and the market's record hold after a while of tape, without the ids that chance gives. */
async function lived(dies: (step: number, commits: number) => 'before' | 'after' | null) {
  await using app = await testApp({ MARKET_SYMBOLS: SYMBOLS, WEBHOOK_ALLOWED_HOSTS: 'sink.example:9000' })
  app.clock.set(new Date(BEGIN).toISOString())
  const { key, email } = await app.account('vega')
  const rules = [
    { source: 'option_flow', criteria: { premium_min: 3_000 }, cooldown_minutes: 0 },
    { source: 'option_flow', criteria: { symbols: ['KO'], option_type: 'call' }, cooldown_minutes: 3 },
    { source: 'trade_idea', criteria: {}, webhook_url: 'http://sink.example:9000/hook', channels: ['webhook'] },
  ]
  for (const [place, rule] of rules.entries()) {
    const payload = { name: `rule ${place}`, ...rule }
    const made = await app.request({ method: 'POST', url: '/api/v1/alerts', headers: key, payload })
    expect(made.statusCode).toBe(201)
  }
  await app.request({ method: 'PUT', url: '/api/v1/watchlist', headers: key, payload: { symbols: ['PLTR', 'AMD'] } })

  let deaths = 0
  for (let step = 0; step < STEPS; step++) {
    app.clock.set(new Date(BEGIN + step * STEP_MS).toISOString())
    let process = started(app.parts, (commits) => dies(step, commits))
    for (let isDone = false; !isDone; ) {
      try {
        await process.step()
        isDone = true
      } catch (error) {
        // Whatever was under way is gone, and all that a process remembers: the next one begins with the store alone.
        if (!(error instanceof Killed)) throw error
        deaths++
        process = started(app.parts, () => null)
      }
    }
  }
  const { store } = app.parts
  const account = (await store.accounts.byEmail(email))?.account
  const notifications = await store.notifications.list(account?.id ?? '', {}, { limit: 10_000 })
  const deliveries = await store.deliveries.list(account?.id ?? '', {}, { limit: 10_000 })
  return {
    deaths,
    notifications: notifications.map(({ id: _id, accountId: _account, alertId: _alert, ...told }) => told),
    bodies: deliveries.map(({ channel, body }) => `${channel} ${body.replaceAll(/"id":"[^"]*"/g, '')}`).sort(),
    ideas: (await store.tradeIdeas.list({ limit: 1_000 })).map((idea) => ({ ...idea })),
    head: await store.feedEvents.head(account?.id ?? ''),
  }
}

class Killed extends Error {}

/** A process of the service's two feeds; it may die just before or just after one of its commits. */
function started(parts: Parts, dies: (commits: number) => 'before' | 'after' | null) {
  let commits = 0
  const store: Store = {
    ...parts.store,
    async transaction(work) {
      const when = dies(++commits)
      if (when === 'before') throw new Killed()
      const result = await parts.store.transaction(work)
      if (when === 'after') throw new Killed()
      return result
    },
  }
  const mortal = { ...parts, store }
  const context = contextOf(mortal, { caller: OPERATOR })
  const flow: MarketFeedParts = {
    ...context,
    publicUrl: 'https://options.example',
    shard: ALL_ACCOUNTS,
    memory: feedMemory(),
  }
  const ideas = ideaFeedStep({
    store,
    market: parts.market,
    gather: (symbol) => gatherAnalytics(context, symbol),
    onIdea: ideaAlerts(mortal),
    now: parts.now,
  })
  return {
    async step() {
      await notifyOfFlow(flow, signal)
      await ideas(signal)
    },
  }
}

it('the same tape gives the same alerts, ideas and notifications, also when the process dies and begins again', {
  timeout: 240_000,
}, async () => {
  const once = await lived(() => null)
  const again = await lived(() => null)
  const killed = await lived((step, commits) => (commits !== 1 + (step % 2) ? null : step % 2 ? 'after' : 'before'))

  expect(again).toEqual(once)
  expect(killed.deaths).toBeGreaterThan(3)
  expect({ ...killed, deaths: 0 }).toEqual(once)
  const types = new Set(once.notifications.map(({ type }) => type))
  expect([...types].sort()).toEqual(expect.arrayContaining(['custom_alert']))
  expect(once.notifications.length).toBeGreaterThan(20)
  expect(once.ideas.length).toBeGreaterThan(0)
  expect(once.bodies.some((body) => body.includes('"source":"trade_idea"'))).toBe(true)
})
