import { describe, expect, it } from 'vitest'
import { type MarketFeedParts, notifyOfFlow } from '../../../src/alerts/workers/market-feed.ts'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import { flowRule, printsSince, told, watching } from '../../support/alerts/flow-watch.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'

const SETTINGS = { MARKET_SYMBOLS: 'F' }
const COOLDOWN = 30
const { signal } = new AbortController()

interface Watched extends AsyncDisposable {
  readonly app: TestApp
  readonly account: TestAccount
  readonly id: string
  readonly parts: MarketFeedParts
  readonly startMs: number
  /** The market moves on a minute at a time, and the process looks after each. */
  pass(minutes: number): Promise<void>
  suppressed(): Promise<number | undefined>
}

/** A rule that every print of F meets, at most once in half an hour. */
async function watched(): Promise<Watched> {
  const app = await testApp(SETTINGS)
  const account = await app.account('vega')
  const parts = watching(app)
  const id = await flowRule(app, account, { symbols: ['F'] }, COOLDOWN)
  await notifyOfFlow(parts, signal)
  return {
    ...{ app, account, parts, id, startMs: app.clock.now().getTime() },
    async pass(minutes) {
      for (let minute = 0; minute < minutes; minute++) {
        app.clock.advance(MINUTE_MS)
        await notifyOfFlow(parts, signal)
      }
    },
    suppressed: async () => (await app.parts.store.cooldowns.fires(id))[0]?.suppressed,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** The store, with a callback for each transaction that records a match as an event. */
function counting({ store }: MarketFeedParts, onMatch: () => void): MarketFeedParts['store'] {
  return {
    ...store,
    transaction: (work, mode) =>
      store.transaction(
        (repositories) =>
          work({
            ...repositories,
            notifications: {
              ...repositories.notifications,
              addEvents: (...call) => {
                if (call[0].length > 0) onMatch()
                return repositories.notifications.addEvents(...call)
              },
            },
          }),
        mode,
      ),
  }
}

describe('a match inside a cooldown that the process knows', () => {
  it('is counted as suppressed, though no row is written for it', async () => {
    await using it = await watched()
    let matches = 0
    const parts = { ...it.parts, store: counting(it.parts, () => matches++) }
    await it.pass(5)
    const before = await it.suppressed()
    for (let minute = 0; minute < 15; minute++) {
      it.app.clock.advance(MINUTE_MS)
      await notifyOfFlow(parts, signal)
    }

    const prints = await printsSince(it.app, it.account, it.startMs)
    expect(await told(it.app, it.account)).toHaveLength(1)
    expect(await it.suppressed()).toBe(prints.length - 1)
    expect(await it.suppressed()).toBeGreaterThan(before ?? Number.NaN)
    expect(matches).toBe(0)
  })

  it('notifies again once the cooldown has ended, and the count begins anew', async () => {
    await using it = await watched()
    await it.pass(COOLDOWN + 10)

    const [second, first] = await told(it.app, it.account)
    expect(await told(it.app, it.account)).toHaveLength(2)
    const apart = Date.parse(`${second?.created_at}`) - Date.parse(`${first?.created_at}`)
    expect(apart).toBeGreaterThanOrEqual(COOLDOWN * MINUTE_MS)
    expect(await it.suppressed()).toBeLessThan((await printsSince(it.app, it.account, it.startMs)).length / 2)
  })

  it('notifies at once after new criteria, which end the cooldown', async () => {
    await using it = await watched()
    await it.pass(10)
    expect(await told(it.app, it.account)).toHaveLength(1)
    const payload = { criteria: { symbols: ['F'], premium_min: 1 } }
    const url = `/api/v1/alerts/${it.id}`
    await it.app.request({ method: 'PATCH', url, headers: it.account.key, payload })
    await it.pass(5)

    expect(await told(it.app, it.account)).toHaveLength(2)
  })

  it('is counted once, though a commit fails and another process goes on', async () => {
    await using it = await watched()
    await it.pass(10)
    const failed = async () => Promise.reject(new Error('the disk is full'))
    it.app.clock.advance(5 * MINUTE_MS)
    const store = { ...it.parts.store, transaction: failed }
    await expect(notifyOfFlow({ ...it.parts, store }, signal)).rejects.toThrow('the disk is full')
    await it.pass(1)
    it.app.clock.advance(5 * MINUTE_MS)
    await notifyOfFlow(watching(it.app), signal)

    const prints = await printsSince(it.app, it.account, it.startMs)
    expect(await it.suppressed()).toBe(prints.length - 1)
  })
})
