import { Kysely, sql, type Transaction } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Tables } from '../../../src/app/store/tables.ts'
import { writeEach } from '../../../src/store/batch-statement.ts'
import { PostgresStoreDialect } from '../../../src/store/postgres/dialect.ts'
import { openPool } from '../../../src/store/postgres/pool.ts'
import { postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'

const ADD = 'insert into kept (name) values (?)'

let schema: TestSchema
let dialect: PostgresStoreDialect
let db: Kysely<Tables>
/** To the server. */
let trips: number

beforeEach(async ({ skip }) => {
  if (!postgresUrl) return skip()
  schema = await testSchema()
  await schema.run('create table kept (name text primary key)')
  const pool = await openPool({ url: schema.url, connections: 1 })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...call: unknown[]) => unknown
    client.query = ((...call: unknown[]) => {
      trips++
      return query(...call)
    }) as typeof client.query
  })
  dialect = new PostgresStoreDialect({ pool, health: { isWritable: true, requireUse: () => undefined } })
  db = new Kysely<Tables>({ dialect })
  await sql`select 1`.execute(db)
  trips = 0
  onTestFinished(async () => {
    await dialect.close()
    await schema[Symbol.asyncDispose]()
  })
})

const add = (within: Transaction<Tables> | Kysely<Tables>, ...names: string[]) =>
  writeEach(
    { engine: 'postgres', db: within },
    ADD,
    names.map((name) => [name]),
  )

const stored = async (within: Transaction<Tables> | Kysely<Tables> = db) => {
  const { rows } = await sql<{ name: string }>`select name from kept order by name`.execute(within)
  return rows.map(({ name }) => name)
}

describe('a write of a transaction whose answer nobody waits for', () => {
  it('goes to the server with the begin before it and the commit after it, in one trip', async () => {
    await db.transaction().execute(async (within) => {
      await add(within, 'a', `it's "b", \\ and {c}`)
      await add(within, 'd')
    })

    expect(trips).toBe(1)
    expect(await stored()).toEqual(['a', 'd', `it's "b", \\ and {c}`])
  })

  it('is seen by the next statement, which it goes with', async () => {
    const seen = await db.transaction().execute(async (within) => {
      await add(within, 'a')
      return stored(within)
    })

    expect(seen).toEqual(['a'])
    expect(trips).toBe(2)
  })

  it('is written at once outside a transaction', async () => {
    await add(db, 'a')

    expect([trips, await stored()]).toEqual([1, ['a']])
  })

  it('fails the commit, and nothing is written; the connection goes on', async () => {
    const failing = db.transaction().execute(async (within) => {
      await add(within, 'a')
      await add(within, 'a')
      await add(within, 'b')
    })

    await expect(failing).rejects.toMatchObject({ code: 'conflict' })
    expect(await stored()).toEqual([])
    await db.transaction().execute((within) => add(within, 'c'))
    expect(await stored()).toEqual(['c'])
  })

  it('fails the next statement, which is not run', async () => {
    await add(db, 'a')
    const failing = db.transaction().execute(async (within) => {
      await add(within, 'a')
      await sql`insert into kept (name) values ('b')`.execute(within)
    })

    await expect(failing).rejects.toMatchObject({ code: 'conflict' })
    expect(await stored()).toEqual(['a'])
  })

  it('is never sent where the work fails before', async () => {
    const failing = db.transaction().execute(async (within) => {
      await add(within, 'a')
      throw new Error('a later step failed')
    })

    await expect(failing).rejects.toThrow('a later step failed')
    expect(trips).toBe(0)
    expect(await stored()).toEqual([])
  })
})

describe('the begin of a transaction', () => {
  it('that fails keeps the statement that goes with it from running on its own', async () => {
    const driver = dialect.createDriver()
    const connection = await driver.acquireConnection()
    await driver.beginTransaction(connection, { isolationLevel: 'no such level' as 'serializable' })
    const failing = connection.executeQuery(sql`insert into kept (name) values ('a')`.compile(db))

    await expect(failing).rejects.toThrow('syntax error')
    await driver.rollbackTransaction(connection)
    await driver.releaseConnection(connection)
    expect(await stored()).toEqual([])
  })

  it('is not sent for a transaction without statements', async () => {
    expect(await db.transaction().execute(async () => 'done')).toBe('done')
    expect(trips).toBe(0)
  })
})
