import { describe, expect, it } from 'vitest'
import { ALL_ACCOUNTS } from '../../../src/alerts/domain/shard.ts'
import { type MarketFeedParts, notifyOfFlow } from '../../../src/alerts/workers/market-feed.ts'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import { nextTradingDay, sessionOn } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { flowRule, keyOf, printsSince, told, watching } from '../../support/alerts/flow-watch.ts'
import { type TestApp, testApp } from '../../support/app.ts'

const SETTINGS = { MARKET_SYMBOLS: 'F,KO' }
const STANDING = new Date('2026-11-20T15:00:00.000Z')
const { signal } = new AbortController()

/** Whose store takes no transaction once it is told so, one time. */
function failing(parts: MarketFeedParts): MarketFeedParts & { failNext(): void } {
  let fails = false
  const transaction: MarketFeedParts['store']['transaction'] = async (work) => {
    if (!fails) return parts.store.transaction(work)
    fails = false
    throw new Error('the disk is full')
  }
  return { ...parts, store: { ...parts.store, transaction }, failNext: () => (fails = true) }
}

/** Three minutes into the next session; gives the instant of its open. */
function intoNextSession({ clock }: TestApp): number {
  const openMs = sessionOn(nextTradingDay('2026-11-20'))?.openMs ?? 0
  clock.advance(openMs + 3 * MINUTE_MS - clock.now().getTime())
  return openMs
}

describe('the prints of the session', () => {
  it('begin at the present, and are told once each to those whose rule they meet', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const parts = watching(app)
    await flowRule(app, account, { symbols: ['F'] })
    const startMs = app.clock.now().getTime()
    await notifyOfFlow(parts, signal)
    expect(await told(app, account)).toEqual([])
    for (let minute = 0; minute < 10; minute++) {
      app.clock.advance(MINUTE_MS)
      await notifyOfFlow(parts, signal)
    }
    await notifyOfFlow(parts, signal)

    const prints = await printsSince(app, account, startMs)
    expect(prints.length).toBeGreaterThan(3)
    expect((await told(app, account)).map(({ details }) => keyOf(details)).sort()).toEqual(prints.map(keyOf).sort())
  })

  it('go on after a restart where they were', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    await flowRule(app, account, { symbols: ['F'] })
    const startMs = app.clock.now().getTime()
    await notifyOfFlow(watching(app), signal)
    app.clock.advance(5 * MINUTE_MS)
    await notifyOfFlow(watching(app), signal)
    app.clock.advance(5 * MINUTE_MS)
    await notifyOfFlow(watching(app), signal)

    const prints = await printsSince(app, account, startMs)
    expect((await told(app, account)).length).toBe(prints.length)
  })

  it('begin anew for a symbol that nobody asked for meanwhile', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const parts = watching(app)
    const id = await flowRule(app, account, { symbols: ['F'] })
    await notifyOfFlow(parts, signal)
    await app.request({ method: 'DELETE', url: `/api/v1/alerts/${id}`, headers: account.key })
    app.clock.advance(MINUTE_MS)
    await notifyOfFlow(parts, signal)
    app.clock.advance(10 * MINUTE_MS)
    await flowRule(app, account, { symbols: ['F'] })
    await notifyOfFlow(parts, signal)

    expect(await told(app, account)).toEqual([])
  })

  it('are told from the first one on in a session that begins under our eyes', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const parts = watching(app)
    await flowRule(app, account, { symbols: ['F'] })
    await notifyOfFlow(parts, signal)
    const openMs = intoNextSession(app)
    await notifyOfFlow(parts, signal)

    const prints = await printsSince(app, account, openMs)
    expect(prints.length).toBeGreaterThan(0)
    expect((await told(app, account)).length).toBe(prints.length)
  })

  it('notify from the first one on when a process takes over just after the open', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    await flowRule(app, account, { symbols: ['F'] })
    await notifyOfFlow(watching(app), signal)
    const openMs = intoNextSession(app)
    await notifyOfFlow(watching(app), signal)

    const prints = await printsSince(app, account, openMs)
    expect(prints.length).toBeGreaterThan(0)
    expect((await told(app, account)).length).toBe(prints.length)
  })

  it('notify nobody about the hours in which no process ran', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    await flowRule(app, account, { symbols: ['F'] })
    await notifyOfFlow(watching(app), signal)
    intoNextSession(app)
    app.clock.advance(10 * MINUTE_MS)
    await notifyOfFlow(watching(app), signal)

    expect(await told(app, account)).toEqual([])
  })

  it('are all told, from the first one on, though a commit fails: of a session that begins under our eyes, too', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const parts = failing(watching(app))
    await flowRule(app, account, { symbols: ['F'] })
    await notifyOfFlow(parts, signal)
    const openMs = intoNextSession(app)
    parts.failNext()
    await expect(notifyOfFlow(parts, signal)).rejects.toThrow('the disk is full')
    expect(await told(app, account)).toEqual([])
    app.clock.advance(MINUTE_MS)
    await notifyOfFlow(parts, signal)

    const prints = await printsSince(app, account, openMs)
    expect(prints.length).toBeGreaterThan(0)
    expect((await told(app, account)).length).toBe(prints.length)
  })

  it('of which nobody is told move the stored place on once a second, not with every look', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const parts = watching(app)
    await flowRule(app, account, { symbols: ['F'], premium_min: 900_000_000 })
    const places: (number | undefined)[] = []
    const look = async () => {
      await notifyOfFlow(parts, signal)
      places.push((await app.parts.store.flowPositions.of(ALL_ACCOUNTS))[0]?.sequence)
    }
    await look()
    // The market moves on while the clock of the commits stands still, as it does between two looks.
    const between = { ...parts, now: () => STANDING }
    app.clock.advance(10 * MINUTE_MS)
    await notifyOfFlow({ ...between, memory: { ...parts.memory, savedAtMs: STANDING.getTime() - 999 } }, signal)
    places.push((await app.parts.store.flowPositions.of(ALL_ACCOUNTS))[0]?.sequence)
    await look()

    const [first, soon, later] = places
    expect(soon).toBe(first)
    expect(later).toBeGreaterThan(first ?? Number.NaN)
  })

  it('are looked at for every symbol by a rule without symbols, and for watchers where they stand out', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'F,TSLA' })
    const [ruled, watcher] = [await app.account('vega'), await app.account('vega')]
    const parts = watching(app)
    await flowRule(app, ruled, {})
    await app.request({ method: 'PUT', url: '/api/v1/watchlist', headers: watcher.key, payload: { symbols: ['TSLA'] } })
    await notifyOfFlow(parts, signal)
    app.clock.advance(10 * MINUTE_MS)
    await notifyOfFlow(parts, signal)

    const [all, unusual] = [await told(app, ruled), await told(app, watcher)]
    expect(
      new Set(all.map(({ details }) => details.option_symbol.trim().slice(0, 2).replace(/\d/, '').trim())).size,
    ).toBe(2)
    expect(unusual.length).toBeGreaterThan(0)
    expect(unusual.length).toBeLessThan(all.length)
    expect(new Set(unusual.map(({ type }) => type))).toEqual(new Set(['whale_trade']))
  })
})
