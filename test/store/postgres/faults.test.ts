import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { type Repositories, repositoriesOf } from '../../../src/app/store/repositories.ts'
import type { Tables } from '../../../src/app/store/tables.ts'
import { storeOverPool } from '../../../src/store/postgres/open-postgres.ts'
import { openPool } from '../../../src/store/postgres/pool.ts'
import { inProcessBus } from '../../../src/store/processes/bus.ts'
import { anAccount, aSession } from '../../support/market/rows.ts'
import { openAs, postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'

let schema: TestSchema

beforeAll(async () => {
  if (!postgresUrl) return
  schema = await testSchema()
  await (await openAs('command', schema.roleUrl))[Symbol.asyncDispose]()
})

beforeEach(() => schema?.run('delete from accounts'))

afterAll(() => schema?.[Symbol.asyncDispose]())

/** A store of the role of the schema, with a pool as the test needs it. */
async function opened(options: Partial<Parameters<typeof openPool>[0]> = {}): Promise<Store> {
  const pool = await openPool({ url: schema.roleUrl, connections: 2, ...options })
  return storeOverPool<Tables, Repositories>(pool, { repositories: repositoriesOf, bus: inProcessBus('p1') })
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message }) => ({ code, message }),
  )
const unavailable = (sentence: string) => ({ code: 'unavailable', message: expect.stringContaining(sentence) })
const account = (id: string) => ({ ...anAccount(), id, email: `${id}@optionwire.test` })

describe.skipIf(!postgresUrl)('a store in PostgreSQL', () => {
  it('loses nothing when the server ends its connections, and goes on at once', async () => {
    await using store = await opened()
    await store.accounts.add(account('before'))
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const cut = store.transaction(async ({ accounts }) => {
      await accounts.add(account('half'))
      begun.resolve()
      await mayEnd.promise
      await accounts.add(account('other half'))
    })
    await begun.promise
    await schema.cut()
    mayEnd.resolve()

    expect(await failureOf(cut)).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/Try again/) })
    await store.accounts.add(account('after'))
    expect(await store.accounts.count()).toBe(2)
  })

  it('says that the server is away as long as it is, and goes on when it is back', async () => {
    await using store = await opened()
    await schema.run(`alter role ${schema.name} connection limit 0`)
    await schema.cut()
    // The first finds the connection broken, the second gets no new one.
    await failureOf(store.proveWritable())
    const away = await failureOf(store.proveWritable())
    await schema.run(`alter role ${schema.name} connection limit -1`)

    expect(away).toEqual(unavailable('PostgreSQL has no free connection'))
    expect(await failureOf(store.proveWritable())).toBeNull()
  })

  it('says that it takes no writes while the server is read-only, still reads, and writes when it is promoted', async () => {
    await using store = await opened()
    const become = async (state: 'on' | 'off') => {
      await schema.run(`alter role ${schema.name} set default_transaction_read_only = ${state}`)
      await schema.cut()
      await failureOf(store.accounts.count())
    }
    await become('on')
    const [ready, write, read] = [
      await failureOf(store.proveWritable()),
      await failureOf(store.accounts.add(account('a'))),
      await store.accounts.count(),
    ]
    await become('off')

    expect(ready).toEqual(unavailable('The database takes no writes'))
    expect(write).toEqual(unavailable('The database takes no writes'))
    expect(read).toBe(0)
    expect(await failureOf(store.proveWritable())).toBeNull()
    expect(await store.accounts.add(account('a'))).toBe(true)
  })

  it('refuses what waits too long for a lock of somebody else, and goes on after it', async () => {
    await using store = await opened({ lockTimeoutMs: 20 })
    await schema.run('begin')
    await schema.run(`lock table ${schema.name}.accounts in access exclusive mode`)
    const waited = await failureOf(store.transaction(({ accounts }) => accounts.add(account('a'))))
    await schema.run('commit')

    expect(waited).toEqual(unavailable('has locked these rows for too long'))
    expect(await store.accounts.add(account('a'))).toBe(true)
  })

  it('refuses what waits too long for a connection, and goes on when one is free', async () => {
    await using store = await opened({ connectTimeoutMs: 300 })
    const mayEnd = Promise.withResolvers<void>()
    const holders = ['a', 'b'].map((id) =>
      store.transaction(async ({ accounts }) => {
        await accounts.byId(id)
        await mayEnd.promise
      }),
    )
    const [request, ready] = await Promise.all([failureOf(store.accounts.count()), failureOf(store.proveWritable())])
    mayEnd.resolve()
    await Promise.all(holders)

    expect([request, ready]).toEqual([unavailable('All connections'), unavailable('All connections')])
    expect(await failureOf(store.proveWritable())).toBeNull()
  })

  it('commits what has begun before it closes, and refuses what comes later', async () => {
    const store = await opened()
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = store.transaction(async ({ accounts }) => {
      begun.resolve()
      await mayEnd.promise
      await accounts.add(account('a'))
    })
    await begun.promise
    const closed = store[Symbol.asyncDispose]()
    const refused = await failureOf(store.accounts.count())
    mayEnd.resolve()
    await transaction
    await closed

    expect(refused).toEqual(unavailable('The service is stopping'))
    expect((await schema.run('select id from accounts')).rows).toEqual([{ id: 'a' }])
  })

  it('puts no values of rows into errors, which are logged', async () => {
    await using store = await opened()
    await store.accounts.add(account('a'))
    const session = aSession({ accountId: 'a', id: 'an id of a row' })
    await store.sessions.add(session)
    const twice = Object(await store.sessions.add(session).catch((error: unknown) => error))

    expect(twice).toMatchObject({ code: 'conflict', cause: { code: '23505', constraint: 'sessions_pkey' } })
    expect(JSON.stringify({ ...twice.cause, message: twice.cause.message })).not.toContain(session.id)
  })
})

describe.skipIf(!postgresUrl)('transactions in PostgreSQL', () => {
  it('refuse a text with a NUL, with a sentence', async () => {
    await using store = await opened()

    expect(await failureOf(store.accounts.byEmail('a\0@optionwire.test'))).toEqual({
      code: 'invalid',
      message: 'A text contains a character that cannot be stored, such as NUL. Remove it.',
    })
  })

  it('that count and then add are as if one came after the other', async () => {
    await using store = await opened({ connections: 8 })
    const addUpTo = (max: number, id: string) =>
      store.transaction(async ({ accounts }) => {
        if ((await accounts.count()) >= max) return false
        return accounts.add(account(id))
      })

    const added = await Promise.all(Array.from({ length: 24 }, (_, each) => addUpTo(10, `a${each}`)))

    expect(added.filter(Boolean)).toHaveLength(10)
    expect(await store.accounts.count()).toBe(10)
  })

  it('that read a row and write it lose no change', async () => {
    await using store = await opened({ connections: 4 })
    await store.accounts.add(account('a'))
    const lengthen = () =>
      store.transaction(async ({ accounts }) => {
        const found = await accounts.byId('a')
        await accounts.change('a', { passwordHash: `${found?.passwordHash}+` })
      })

    await Promise.all(Array.from({ length: 12 }, lengthen))

    expect((await store.accounts.byId('a'))?.passwordHash).toBe(`${account('a').passwordHash}${'+'.repeat(12)}`)
  })
})
