import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { migrate, readMigrations } from '../../../src/store/migrate.ts'
import { emptyDatabases, engines } from '../../support/engines.ts'

const account = { emailVerified: true, plan: 'vega', status: 'good', timeZone: 'UTC', passwordHash: 'x' } as const

const entry = (id: string, at: string) => ({
  id,
  at,
  address: '192.0.2.1',
  action: 'account_suspend',
  details: { plan: 'vega', on: true, days: 7 },
})

describe.each(engines)('the log of operators on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('returns entries as they were added, newest first, by page and by date', async () => {
    const old = {
      ...entry('1', '2026-11-19T23:59:59.999Z'),
      actorRef: null,
      subjectRef: null,
      actor: null,
      subject: null,
    }
    const newer = { ...old, id: '2', at: '2026-11-20T00:00:00.000Z', address: null, details: {} }
    for (const { actor: _actor, subject: _subject, ...each } of [old, newer]) await store.operatorActions.add(each)

    expect(await store.operatorActions.list({ limit: 5 })).toEqual([newer, old])
    expect(await store.operatorActions.list({ limit: 5, beforeId: '2' })).toEqual([old])
    expect(await store.operatorActions.list({ limit: 5, from: '2026-11-20' })).toEqual([newer])
    expect(await store.operatorActions.list({ limit: 5, before: '2026-11-20T00:00:00.000Z' })).toEqual([old])
  })

  it('names accounts while they exist; a deleted one leaves its name in the log alone', async () => {
    for (const id of ['a', 'b']) {
      await store.accounts.add({ ...account, id, email: `${id}@example.com`, createdAt: '2026-11-20T15:00:00.000Z' })
    }
    const actorRef = await store.operatorActions.refOf('a', 'r1')
    const subjectRef = await store.operatorActions.refOf('b', 'r2')
    expect(await store.operatorActions.refOf('a', 'other')).toBe(actorRef)
    await store.operatorActions.add({ ...entry('1', '2026-11-20T15:00:00.000Z'), actorRef, subjectRef })

    expect(await store.operatorActions.list({ limit: 5 })).toMatchObject([
      { actor: 'a@example.com', subject: 'b@example.com', actorRef: 'r1', subjectRef: 'r2' },
    ])
    await store.accounts.remove('b')
    expect(await store.operatorActions.list({ limit: 5 })).toMatchObject([
      { actor: 'a@example.com', subject: null, subjectRef: 'r2' },
    ])
  })
})

describe.each(emptyDatabases)('the table of the log on %s', (_name, open) => {
  it.each([
    `update operator_actions set action = 'nothing'`,
    'delete from operator_actions',
    `insert into operator_actions (id, at, action, details) values ('1', 't', 'other', '{}') on conflict (id) do update set action = excluded.action`,
  ])('refuses: %s', async (statement) => {
    await using database = await open()
    const { db } = database
    await migrate(database, readMigrations(), new Date('2026-11-20T15:00:00.000Z'))
    await sql`insert into operator_actions (id, at, action, details) values ('1', 't', 'account_suspend', '{}')`.execute(
      db,
    )

    await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')

    const rows = await db.selectFrom('operator_actions').select('action').execute()
    expect(rows).toEqual([{ action: 'account_suspend' }])
  })

  it('refuses the engine’s own ways around a deletion', async () => {
    await using database = await open()
    const { db, engine } = database
    await migrate(database, readMigrations(), new Date('2026-11-20T15:00:00.000Z'))
    await sql`insert into operator_actions (id, at, action, details) values ('1', 't', 'account_suspend', '{}')`.execute(
      db,
    )
    const around =
      engine === 'sqlite'
        ? `insert or replace into operator_actions (id, at, action, details) values ('1', 't', 'other', '{}')`
        : 'truncate operator_actions'

    await expect(sql.raw(around).execute(db)).rejects.toThrow('append-only')
  })
})
