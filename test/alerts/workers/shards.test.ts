import { describe, expect, it } from 'vitest'
import { ALL_ACCOUNTS, shardsOf } from '../../../src/alerts/domain/shard.ts'
import { type MarketFeedParts, notifyOfFlow } from '../../../src/alerts/workers/market-feed.ts'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import { flowRule, keyOf, printsSince, told, watching } from '../../support/alerts/flow-watch.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { postgresUrl } from '../../support/postgres.ts'
import { twoProcesses } from '../../support/processes.ts'

const { signal } = new AbortController()

/** Two processes of a service, whose clocks go together, and accounts that want every print of F. */
async function watchedService() {
  const service = await twoProcesses('postgres', 50)
  const settings = { MARKET_SYMBOLS: 'F,KO' }
  const [one, other] = [await testApp(settings, service.processes[0]), await testApp(settings, service.processes[1])]
  const accounts: TestAccount[] = []
  for (let index = 0; index < 6; index++) {
    const account = await one.account('vega')
    await flowRule(one, account, { symbols: ['F'] })
    accounts.push(account)
  }
  const startMs = one.clock.now().getTime()
  return {
    one,
    other,
    pass(minutes: number) {
      for (const app of [one, other]) app.clock.advance(minutes * MINUTE_MS)
    },
    /** Each account has been notified of each print since the start, once. */
    async expectAllTold() {
      const [first] = accounts
      const prints = first ? await printsSince(one, first, startMs) : []
      expect(prints.length).toBeGreaterThan(5)
      for (const account of accounts) {
        expect((await told(one, account)).map(({ details }) => keyOf(details)).sort()).toEqual(prints.map(keyOf).sort())
      }
    },
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** Each look as of a process that remembers nothing. */
async function lookAnew(app: TestApp, count: number, indexes: readonly number[] = [...shardsOf(count).keys()]) {
  for (const index of indexes) await notifyOfFlow(watching(app, { index, count }), signal)
}

describe.skipIf(!postgresUrl)('accounts in shards', { timeout: 120_000 }, () => {
  it('are all notified once of each print, whichever process has a shard, also of what it had begun', async () => {
    await using it = await watchedService()
    const { one, other } = it
    const kept = new Map<string, MarketFeedParts>()
    const owners = [
      [one, one, one],
      [one, one, other],
      [one, other, other],
      [other, one, one],
    ]
    for (const apps of owners) {
      for (const [index, app] of apps.entries()) {
        // A process that gets a shard again begins anew, as one that never had it.
        const key = `${index} ${app === one}`
        for (const each of kept.keys()) if (each.startsWith(`${index} `) && each !== key) kept.delete(each)
        const parts = kept.get(key) ?? watching(app, { index, count: 3 })
        kept.set(key, parts)
        await notifyOfFlow(parts, signal)
      }
      it.pass(2)
    }
    await Promise.all([lookAnew(one, 3), lookAnew(other, 3)])

    await it.expectAllTold()
  })

  it('are all notified once of each print when their number changes between two starts, though one lagged behind', async () => {
    await using it = await watchedService()
    const { one, other } = it
    await lookAnew(one, 1)
    it.pass(3)
    await lookAnew(one, 1)
    it.pass(2)
    // Both find the positions of another number.
    await Promise.all([lookAnew(one, 3, [0, 1]), lookAnew(other, 3, [2, 1])])
    it.pass(3)
    await lookAnew(one, 3, [0, 2])
    it.pass(1)
    await Promise.all([lookAnew(one, 2, [0]), lookAnew(other, 2, [1])])
    it.pass(1)
    await lookAnew(other, 2)

    await it.expectAllTold()
    expect(await one.parts.store.flowPositions.of(ALL_ACCOUNTS)).toEqual([])
  })
})
