import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { keyCreate } from '../../../src/accounts/operations/admin/key-create.ts'
import type { AccountStore } from '../../../src/accounts/store/index.ts'
import { openStore } from '../../../src/app/store/open-store.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { raise } from '../../../src/notifications/operations/raise/raise.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { type FeedClient, feedClient } from '../../support/notifications/feed-client.ts'

let app: TestApp
let url: string
let count = 0
function startAfresh(): void {
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  })
  afterAll(() => app[Symbol.asyncDispose]())
}

const idOf = async ({ email }: TestAccount) => (await app.parts.store.accounts.byEmail(email))?.account.id ?? ''
const connect = (headers: Record<string, string>, query = '') => feedClient(`${url}/ws/notifications${query}`, headers)
async function notify(account: TestAccount, title = 'News', priority: 'normal' | 'high' = 'normal'): Promise<string> {
  const { store, notifier, now, newId } = app.parts
  const content = { ...systemContent(title, 'Body.', false), priority }
  const trigger = { accountId: await idOf(account), eventKey: `test:${++count}`, content }
  const [result] = await raise({ store, notifier, now, newId, publicUrl: url }, [trigger])
  return result?.raised ? result.notification.id : ''
}
const change = (account: TestAccount, method: 'PATCH' | 'DELETE' | 'POST', path: string, payload?: object) =>
  app.request({ method, url: `/api/v1/${path}`, headers: account.key, ...(payload && { payload }) })

/** Of an account of its own, with one scope. */
async function keyFor(scope: string): Promise<Record<string, string>> {
  const { email } = await app.account('vega')
  const { token } = await app.asOperator(keyCreate, { email, name: 'less', expires: '30d', scopes: [scope] })
  app.guard(String(token))
  return { 'x-user-email': email, 'x-user-token': String(token) }
}

describe('the bell feed', () => {
  startAfresh()

  it('says where it stands, then tells every change in order with the unread count', async () => {
    const account = await app.account('vega')
    await using client = await connect(account.key)
    expect(await client.until(1)).toEqual([{ type: 'ready', seq: 0, unread_count: 0 }])
    const first = await notify(account, 'One')
    const second = await notify(account, 'Two')
    await client.until(3)
    await change(account, 'PATCH', `notifications/${first}/mark_read`)
    await change(account, 'PATCH', `notifications/${first}/mark_unread`)
    await change(account, 'DELETE', `notifications/${second}`)
    await change(account, 'PATCH', 'notifications/mark_all_read')
    const messages = (await client.until(7)).slice(1)

    expect(messages.map(({ type, seq, ids }) => [type, seq, ids])).toEqual([
      ['notification', 1, undefined],
      ['notification', 2, undefined],
      ['read', 3, [first]],
      ['unread', 4, [first]],
      ['deleted', 5, [second]],
      ['all_read', 6, undefined],
    ])
    expect(messages.at(-1)?.['unread_count']).toBe(0)
    expect(messages[0]).toMatchObject({ silent: false, notification: { id: first, title: 'One', status: 'unread' } })
  })

  it('replays what was missed, each once and in order, then goes on live', async () => {
    const account = await app.account('vega')
    for (let each = 0; each < 5; each++) await notify(account, `n${each}`)
    await using client = await connect(account.key, '?after=2')
    await notify(account, 'live')

    const seqs = (await client.until(5)).map(({ type, seq }) => [type, seq])
    expect(seqs).toEqual([
      ['ready', 5],
      ['notification', 3],
      ['notification', 4],
      ['notification', 5],
      ['notification', 6],
    ])
    client.say({ type: 'resume', after: 4 })
    expect((await client.until(7)).slice(5).map(({ seq }) => seq)).toEqual([5, 6])
    client.say({ type: 'resume', after: 99 })
    expect((await client.until(8))[7]).toMatchObject({ type: 'reset', seq: 6 })
  })

  it('answers reset for what it has forgotten, and leaves a deleted notification out of a replay', async () => {
    const account = await app.account('vega')
    const gone = await notify(account)
    await notify(account)
    await change(account, 'DELETE', `notifications/${gone}`)
    await using replayed = await connect(account.key, '?after=0')
    const types = (await replayed.until(4)).slice(1).map(({ type, seq }) => [type, seq])
    app.clock.advance(7 * 86_400_000 + 1)
    while (
      (await app.parts.store.retention.removeFeedEvents(new Date(app.clock.now().getTime() - 7 * 86_400_000))) > 0
    );
    await using late = await connect(account.key, '?after=1')

    expect(types).toEqual([
      ['deleted', 1],
      ['notification', 2],
      ['deleted', 3],
    ])
    expect((await late.until(2))[1]).toMatchObject({ type: 'reset', seq: 3, unread_count: 1 })
  })

  it('loses nothing between connecting and the first change, however often that is tried', async () => {
    const account = await app.account('vega')
    let seq = 0
    for (let round = 0; round < 30; round++) {
      const [client] = await Promise.all([connect(account.key, `?after=${seq}`), notify(account), notify(account)])
      await using _client = client
      const last = (round + 1) * 2
      await expect.poll(() => client.messages.at(-1)?.['seq'], { timeout: 10_000 }).toBe(last)
      const told = client.messages.slice(1).map((message) => message['seq'])
      expect(told).toEqual(Array.from({ length: last - seq }, (_, index) => seq + 1 + index))
      seq = last
    }
  })

  it('is silent in quiet hours and without sound, but not for what is high', async () => {
    const account = await app.account('vega')
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    await change(account, 'PATCH', 'notification_settings', { quiet_hours: [{ start: '00:00', end: '00:00', days }] })
    await using client = await connect(account.key)
    await client.until(1)
    await notify(account)
    await notify(account, 'High', 'high')
    await client.until(3)
    await change(account, 'PATCH', 'notification_settings', { quiet_hours: [], sound: false })
    await notify(account, 'High', 'high')

    expect((await client.until(4)).slice(1).map(({ silent }) => silent)).toEqual([true, false, true])
  })

  it('answers ping, and ends what floods, sends too much or nonsense', async () => {
    const account = await app.account('vega')
    await using calm = await connect(account.key)
    calm.say({ type: 'ping' })
    expect((await calm.until(2))[1]).toEqual({ type: 'pong' })
    const ended = async (act: (client: Awaited<ReturnType<typeof connect>>) => void) => {
      await using client = await connect(account.key)
      act(client)
      return await client.closed
    }

    expect(await ended((client) => client.say('x'.repeat(4_097)))).toBe(1009)
    expect(await ended((client) => client.say('{"type":"resume","after":-1}'))).toBe(1008)
    expect(await ended((client) => client.say('no json'))).toBe(1008)
    expect(
      await ended((client) => {
        for (let each = 0; each < 21; each++) client.say({ type: 'ping' })
      }),
    ).toBe(1008)
  })
})

describe('the admission to the bell feed', () => {
  startAfresh()

  it('refuses before the upgrade who may not open it', async () => {
    const gamma = await app.account('gamma')
    const delta = await app.account('delta')
    const refused = (headers: Record<string, string>, query = '') =>
      connect(headers, query).then(
        () => 101,
        (error) => error.status,
      )
    const own = { cookie: gamma.session['cookie'] ?? '', origin: url }

    expect(await refused({})).toBe(401)
    expect(await refused({ ...gamma.key, 'x-user-token': 'wrong' })).toBe(401)
    expect(await refused(gamma.key)).toBe(403)
    expect(await refused({ cookie: own.cookie })).toBe(403)
    expect(await refused({ cookie: own.cookie, origin: 'https://evil.example' })).toBe(403)
    expect(await refused({ cookie: delta.session['cookie'] ?? '', origin: url })).toBe(403)
    expect(await refused(own, '?after=x')).toBe(422)
    expect(await refused(own)).toBe(101)
  })

  it('needs a key that may read notifications', async () => {
    await expect(connect(await keyFor('read:analytics'))).rejects.toMatchObject({ status: 403 })
    await using client = await connect(await keyFor('read:notifications'))
    expect(await client.until(1)).toMatchObject([{ type: 'ready' }])
  })

  it('lets ten in at once', async () => {
    const account = await app.account('vega')
    const clients = await Promise.all(Array.from({ length: 10 }, () => connect(account.key)))

    await expect(connect(account.key)).rejects.toMatchObject({ status: 429 })
    for (const client of clients) await client[Symbol.asyncDispose]()
  })

  it('takes no place of a request: open bells come on top of the bound of connections', async () => {
    const { server } = app.server
    const before = server.maxConnections
    server.maxConnections = 2
    onTestFinished(() => {
      server.maxConnections = before
    })
    const account = await app.account('vega')
    const bells: FeedClient[] = []
    for (let count = 0; count < 6; count++) bells.push(await connect(account.key))

    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect(server.maxConnections).toBe(8)
    for (const bell of bells) await bell[Symbol.asyncDispose]()
    await expect.poll(() => server.maxConnections).toBe(2)
  })

  it('ends within seconds when the key is deleted or the plan changes', async () => {
    const account = await app.account('vega')
    await using byKey = await connect(account.key)
    await using bySession = await connect({ cookie: account.session['cookie'] ?? '', origin: url })
    await Promise.all([byKey.until(1), bySession.until(1)])
    await app.parts.store.accounts.change(await idOf(account), { plan: 'theta' })
    expect(await byKey.closed).toBe(4403)
    await app.parts.store.sessions.removeOfAccount(await idOf(account))

    expect(await bySession.closed).toBe(4401)
  })

  it('ends within half a second of the deletion of its key, by this process or another', async () => {
    const byThis = await app.account('vega')
    const byOther = await app.account('vega')
    await using first = await connect(byThis.key)
    await using second = await connect(byOther.key)
    await Promise.all([first.until(1), second.until(1)])
    const keyOf = async (account: TestAccount, store: Pick<AccountStore, 'apiKeys'> = app.parts.store) =>
      (await store.apiKeys.ofAccount(await idOf(account), { limit: 1 }))[0]?.id ?? ''

    const begun = performance.now()
    await app.parts.store.apiKeys.remove(await idOf(byThis), await keyOf(byThis))
    expect(await first.closed).toBe(4401)
    await using other = await openStore({ path: app.parts.config.databasePath ?? '', now: app.parts.now })
    await other.apiKeys.remove(await idOf(byOther), await keyOf(byOther))
    // What other processes commit is looked for every ten milliseconds of the app's clock, which stands still here.
    app.clock.advance(10)
    expect(await second.closed).toBe(4401)

    expect(performance.now() - begun).toBeLessThan(1_000)
  })

  it('ends with its key though the limit of guesses refuses everyone from that address', async () => {
    const account = await app.account('vega')
    await using client = await connect(account.key)
    await client.until(1)
    const guess = () =>
      connect({ ...account.key, 'x-user-token': `${account.token}x` }).then(
        () => 101,
        (error) => error.status,
      )
    await expect.poll(guess, { interval: 1, timeout: 10_000 }).toBe(429)
    const [key] = await app.parts.store.apiKeys.ofAccount(await idOf(account), { limit: 1 })
    await app.parts.store.apiKeys.remove(await idOf(account), key?.id ?? '')

    expect(await client.closed).toBe(4401)
  })

  it('ends where its credentials cannot be checked: a client that may stay connects again', async () => {
    const account = await app.account('vega')
    await using client = await connect(account.key)
    await client.until(1)
    const failing = vi
      .spyOn(app.parts.store.apiKeys, 'byTokenSha256')
      .mockRejectedValue(new AppError('unavailable', 'The store is busy.'))
    onTestFinished(() => failing.mockRestore())
    await app.parts.store.accounts.change(await idOf(account), { plan: 'vega' })

    expect(await client.closed).toBe(1013)
  })
})
