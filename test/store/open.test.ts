import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/app/store/open-store.ts'
import { repositoriesOf } from '../../src/app/store/repositories.ts'
import type { Tables } from '../../src/app/store/tables.ts'
import { AppError } from '../../src/lib/errors.ts'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { openHandle, storeOver } from '../../src/store/open-store.ts'
import { cachedStatements } from '../../src/store/statements.ts'
import { anAccount, aSession } from '../support/market/rows.ts'
import { openTogether } from '../support/process/open-together.ts'
import { holdStore, holdStoreFor } from '../support/process/store-holder.ts'
import { tempFolder } from '../support/process/temp-folder.ts'

const now = () => new Date('2026-11-20T15:00:00.000Z')
const storeModule = new URL('../../src/app/store/open-store.ts', import.meta.url).href

describe('closing the store', () => {
  it('commits what has begun, and refuses what comes later with a time to ask again', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    const store = await openStore({ path, now })
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = store.transaction(async ({ accounts }) => {
      begun.resolve()
      await mayEnd.promise
      await accounts.add(anAccount())
    })
    await begun.promise
    let isClosed = false
    const closed = store[Symbol.asyncDispose]().then(() => {
      isClosed = true
    })
    const refused = Promise.allSettled([store.accounts.count(), store.accounts.count()])
    const wasClosed = isClosed
    mayEnd.resolve()
    await transaction
    await closed

    expect(wasClosed).toBe(false)
    expect(new Database(path).prepare('select count(*) from accounts').pluck().get()).toBe(1)
    const late = await Promise.allSettled([
      store.transaction(({ accounts }) => accounts.count()),
      store.accounts.count(),
    ])
    const reasons = [...(await refused), ...late].map((each) => (each.status === 'rejected' ? each.reason : each))
    for (const reason of reasons)
      expect(String(reason)).toBe('AppError: The service is stopping. Ask again once it runs.')
    expect(reasons.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'unavailable'))
    await store[Symbol.asyncDispose]()
  })
})

describe('opening the store', () => {
  it('migrates a new file, and leaves it as it is the second time', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await (await openStore({ path, now }))[Symbol.asyncDispose]()

    await (await openStore({ path, now: () => new Date('2027-01-01T00:00:00Z') }))[Symbol.asyncDispose]()

    const applied = new Database(path).prepare('select name, applied_at from migrations order by name').all()
    expect(applied).toContainEqual({ name: '001-accounts.sql', applied_at: '2026-11-20T15:00:00.000Z' })
    expect(applied).toHaveLength(readMigrations().length)
  })

  it('refuses a store that a newer program wrote, and changes nothing in it', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await (await openStore({ path, now }))[Symbol.asyncDispose]()
    const handle = new Database(path)
    handle.exec("insert into migrations values ('999-future.sql', 'x', '2030-01-01T00:00:00.000Z')")

    await expect(openStore({ path, now })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('newer version of Optionwire (it contains 999-future.sql)'),
    })

    expect(handle.prepare('select count(*) from migrations').pluck().get()).toBe(readMigrations().length + 1)
  })

  it('works on a store to which a newer program only added', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await (await openStore({ path, now }))[Symbol.asyncDispose]()
    const handle = new Database(path)
    handle.exec("insert into migrations values ('999-future.expand.sql', 'x', '2030-01-01T00:00:00.000Z')")
    handle.close()

    await using store = await openStore({ path, now })

    expect(await store.accounts.count()).toBe(0)
  })

  it('refuses a store whose applied migrations differ from the files', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await (await openStore({ path, now }))[Symbol.asyncDispose]()
    new Database(path).exec("update migrations set sha256 = 'other' where name = '001-accounts.sql'")

    await expect(openStore({ path, now })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('001-accounts.sql was changed'),
    })
  })

  it('applies all of the pending migrations or none', async () => {
    const handle = new Database(':memory:')
    const db = new Kysely<Tables>({
      dialect: new SqliteDialect({
        database: cachedStatements(handle, { isWritable: true, requireFiles: () => undefined }),
      }),
    })
    const good = { name: '001-good.sql', text: 'CREATE TABLE good (id TEXT);\n', sha256: '1' }
    const bad = {
      name: '002-bad.sql',
      text: 'CREATE TABLE fine (id TEXT);\nCREATE TABLE good (id TEXT);\n',
      sha256: '2',
    }

    await expect(migrate({ engine: 'sqlite', db }, [good, bad], now())).rejects.toThrow('already exists')

    expect(handle.prepare("select name from sqlite_master where type = 'table'").all()).toEqual([])
    expect(await migrate({ engine: 'sqlite', db }, [good], now())).toEqual(['001-good.sql'])
  })

  it('says what to do when the file cannot be opened', async () => {
    await expect(openStore({ path: '/nowhere/at/all.sqlite3', now })).rejects.toThrow(/directory does not exist/)
    using folder = tempFolder()
    writeFileSync(folder.file('text.sqlite3'), 'this is no store, it is a letter to a friend, and a long one at that')

    await expect(openStore({ path: folder.file('text.sqlite3'), now })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is not a store'),
    })
  })

  it('lets several processes open a new file together', async () => {
    using folder = tempFolder()
    const path = folder.file('new.sqlite3')
    const script = `
      const { openStore } = await import(${JSON.stringify(storeModule)})
      const store = await openStore({ path: ${JSON.stringify(path)}, now: () => new Date(0) })
      await store[Symbol.asyncDispose]()`

    const codes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        const [code] = await once(child, 'exit')
        return code
      }),
    )

    expect(codes).toEqual([0, 0, 0, 0])
    const applied = new Database(path).prepare('select count(*) from migrations').pluck().get()
    expect(applied).toBe(readMigrations().length)
  })

  it('waits while others switch the same new file to the write-ahead log', async () => {
    using folder = tempFolder()
    const files = Array.from({ length: 30 }, (_, index) => folder.file(`${index}.sqlite3`))

    expect(await openTogether(4, files)).toEqual([])
  })

  it('stops waiting for the write-ahead log after the time-out', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    const other = new Database(path)
    other.exec('create table t (a); begin exclusive')

    expect(() => openHandle(path, 20)).toThrow('Another process has locked the store')

    other.exec('rollback')
    openHandle(path, 20).close()
  })
})

describe('transactions', () => {
  it('keeps all of the work or none of it', async () => {
    await using store = await openStore({ path: ':memory:', now })

    const work = store.transaction(async ({ accounts }) => {
      await accounts.add(anAccount())
      throw new Error('half way')
    })

    await expect(work).rejects.toThrow('half way')
    expect(await store.accounts.count()).toBe(0)
  })

  it('throws when the outer store is used inside a transaction, instead of waiting for ever', async () => {
    await using store = await openStore({ path: ':memory:', now })

    await expect(store.transaction(() => store.accounts.count())).rejects.toThrow('outer store')
    await expect(store.transaction(() => store.transaction(async () => 1))).rejects.toThrow('inside a transaction')
    expect(await store.accounts.count()).toBe(0)
  })

  it('lets other work in between go on after it', async () => {
    await using store = await openStore({ path: ':memory:', now })

    const [, count] = await Promise.all([
      store.transaction(({ accounts }) => accounts.add(anAccount())),
      store.accounts.count(),
    ])

    expect(count).toBe(1)
  })
})

describe('a store that another process holds', () => {
  it('waits until it is free', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await using store = await openStore({ path, now, busyTimeoutMs: 10_000 })
    const holder = await holdStoreFor(path, 200)

    expect(await store.accounts.add(anAccount())).toBe(true)

    await holder.ended
  })

  it('says so after the time-out, goes on reading, and writes again when it is free', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await using store = await openStore({ path, now, busyTimeoutMs: 50 })
    const holder = await holdStore(path)

    await expect(store.accounts.add(anAccount())).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Another process has locked the store'),
      details: { retryAfterS: 5 },
    })
    await expect(store.transaction(({ accounts }) => accounts.add(anAccount()))).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await store.accounts.count()).toBe(0)

    await holder.release()
    expect(await store.accounts.add(anAccount())).toBe(true)
  })

  it('notices what another connection has committed, and not what it has written itself', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await using store = await openStore({ path, now })
    const reported: (string | null)[] = []
    store.onChange('credentials', (accountId) => reported.push(accountId))
    await store.accounts.add(anAccount())
    const isCurrent = [store.isCurrent()]
    const afterOwn = [...reported]

    new Database(path).exec("update accounts set plan = 'gamma'")
    isCurrent.push(store.isCurrent(), store.isCurrent())

    expect(isCurrent).toEqual([true, true, true])
    expect(afterOwn).toEqual([])
    expect(reported).toEqual([null])
  })
})

describe('a full disk', () => {
  it('refuses writes with a sentence, goes on reading, and writes again when there is room', async () => {
    using folder = tempFolder()
    const handle = openHandle(folder.file('a.sqlite3'), 1_000)
    await using store = await storeOver(handle, { now, busyTimeoutMs: 1_000, repositories: repositoriesOf })
    await store.accounts.add(anAccount())
    const pages = Number(handle.pragma('page_count', { simple: true }))
    handle.pragma(`max_page_count = ${pages}`)
    const fill = () =>
      store.transaction(async ({ sessions }) => {
        for (let index = 0; index < 200; index++) {
          await sessions.add(aSession({ id: `s${index}`, secretDigest: `d${index}` }))
        }
      })

    await expect(fill()).rejects.toSatisfy((error) => error instanceof AppError && error.code === 'unavailable')
    await expect(fill()).rejects.toThrow('disk of the store is full')
    expect(await store.accounts.count()).toBe(1)
    expect(await store.sessions.bySecretDigest('d0')).toBeUndefined()

    handle.pragma('max_page_count = 100000')
    await fill()
    expect(await store.sessions.bySecretDigest('d199')).toBeDefined()
  })
})
