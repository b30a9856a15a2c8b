import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DAY_MS } from '../../../src/lib/time/duration.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { raise } from '../../../src/notifications/operations/raise/raise.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { type FeedClient, feedClient } from '../../support/notifications/feed-client.ts'
import { postgresUrl } from '../../support/postgres.ts'
import { type Hints, twoProcesses, valkeyUrl } from '../../support/processes.ts'

/** Longer than any test: what is noticed was hinted at. */
const NEVER_MS = 600_000

const ways = [
  ['hints over PostgreSQL', 'postgres', NEVER_MS],
  ...(valkeyUrl ? ([['hints over Valkey', 'valkey', NEVER_MS]] as const) : []),
  ['looks alone, where no hint arrives', 'cut', undefined],
] as const satisfies readonly (readonly [string, Hints, number | undefined])[]

/** The surfaces of two processes on one database. */
async function twoApps(hints: Hints, lookMs: number | undefined) {
  const service = await twoProcesses(hints, lookMs)
  const settings = { MARKET_SYMBOLS: 'SPY' }
  const [one, other] = [await testApp(settings, service.processes[0]), await testApp(settings, service.processes[1])]
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

const statusOf = async (app: TestApp, headers: Record<string, string>) =>
  (await app.get('/api/v1/account', headers)).statusCode

/** Until hints arrive, they are lost. */
async function untilHeard({ one, other }: { readonly one: TestApp; readonly other: TestApp }): Promise<void> {
  let hasHeard = false
  const unsubscribe = other.parts.bus.subscribe('feed', () => {
    hasHeard = true
  })
  await expect
    .poll(
      () => {
        one.parts.bus.publish('feed', 'nobody')
        return hasHeard
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  unsubscribe()
}

/** The bell of an account, open at a process. */
async function bellAt({ server }: TestApp, account: TestAccount): Promise<FeedClient> {
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const bell = await feedClient(`http://127.0.0.1:${port}/ws/notifications`, account.key)
  await bell.until(1)
  return bell
}

async function notify(app: TestApp, account: TestAccount): Promise<void> {
  const { store, notifier, now, newId } = app.parts
  const content = systemContent('News', 'Body.', false)
  const trigger = { accountId: await idOf(app, account), eventKey: 'test:1', content }
  await raise({ store, notifier, now, newId, publicUrl: 'https://options.example' }, [trigger])
}

const idOf = async ({ parts }: TestApp, { email }: TestAccount) =>
  (await parts.store.accounts.byEmail(email))?.account.id ?? ''

describe.skipIf(!postgresUrl)('two processes of a service', () => {
  it.each(ways)('refuse a deleted key and an ended session, both by %s', async (_way, hints, lookMs) => {
    await using apps = await twoApps(hints, lookMs)
    const { one, other } = apps
    const account = await one.account('vega')
    if (hints !== 'cut') await untilHeard(apps)
    const statuses = async () => [await statusOf(other, account.key), await statusOf(other, account.session)]
    const before = await statuses()
    const { data: keys } = (await one.get('/api/v1/api_keys', account.session)).json()

    await one.request({ method: 'DELETE', url: `/api/v1/api_keys/${keys[0].id}`, headers: account.session })
    await one.request({ method: 'DELETE', url: '/api/v1/session', headers: account.session })

    await expect.poll(statuses, { timeout: 20_000 }).toEqual([401, 401])
    expect(before).toEqual([200, 200])
  })

  it('share the limit of requests of an account', async () => {
    await using apps = await twoApps('cut', undefined)
    const account = await apps.one.account('vega')
    const statuses: number[] = []
    for (let index = 0; index < 55; index++) {
      statuses.push(await statusOf(apps.one, account.key), await statusOf(apps.other, account.key))
    }
    const refused = await apps.other.get('/api/v1/account', account.key)

    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.slice(100)).toEqual(Array.from({ length: 10 }, () => 429))
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' })
  })

  it('trust no key that they know while they cannot read what the other has changed', async () => {
    const service = await twoProcesses('cut', 50)
    const [one] = service.processes
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' }, one)
    const account = await app.account('vega')
    const before = await statusOf(app, account.key)

    await service.cut()
    await expect.poll(() => statusOf(app, account.key), { timeout: 20_000 }).toBe(503)
    await service.restore()
    await expect.poll(() => statusOf(app, account.key), { timeout: 20_000 }).toBe(200)

    expect(before).toBe(200)
    await app.server.close()
    await service[Symbol.asyncDispose]()
  })

  it('ring a bell that is open at the other', async () => {
    await using apps = await twoApps('postgres', NEVER_MS)
    const account = await apps.one.account('vega')
    await untilHeard(apps)
    await using bell = await bellAt(apps.other, account)

    await notify(apps.one, account)

    expect((await bell.until(2)).at(1)).toMatchObject({ type: 'notification', seq: 1, notification: { title: 'News' } })
  })

  it('ring a bell that is open at the other within ten seconds, where no hint arrives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await using apps = await twoApps('cut', 100)
    const account = await apps.one.account('vega')
    await using bell = await bellAt(apps.other, account)
    await notify(apps.one, account)
    vi.advanceTimersByTime(9_000)
    const before = bell.messages.length

    await expect
      .poll(
        () => {
          vi.advanceTimersByTime(10_000)
          return bell.messages.length
        },
        { timeout: 20_000 },
      )
      .toBe(2)

    expect(before).toBe(1)
    expect(bell.messages.at(1)).toMatchObject({ type: 'notification', seq: 1 })
  })

  it('take a session that the other has used in the last 14 days', async () => {
    await using apps = await twoApps('cut', undefined)
    const { one, other } = apps
    const account = await one.account('vega')
    const id = await idOf(one, account)
    const later = (days: number) => {
      for (const app of [one, other]) app.clock.advance(days * DAY_MS)
    }
    const lastUsed = async () => {
      const [session] = await one.parts.store.sessions.ofAccount(id, { now: one.clock.now(), limit: 1 })
      return session?.lastSeenAt
    }
    const first = await statusOf(other, account.session)

    later(10)
    const used = await statusOf(one, account.session)
    await expect.poll(lastUsed, { timeout: 20_000 }).toBe(one.clock.now().toISOString())
    later(10)
    const again = await statusOf(other, account.session)
    later(15)

    expect([first, used, again, await statusOf(other, account.session)]).toEqual([200, 200, 200, 401])
  })
})
