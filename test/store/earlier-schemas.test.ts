import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import type { EngineTables } from '../../src/store/store.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const all = readMigrations()

async function migrated(handle: Database.Database, count: number): Promise<void> {
  const db = new Kysely<EngineTables>({ dialect: new SqliteDialect({ database: handle }) })
  await migrate({ engine: 'sqlite', db }, all.slice(0, count), now)
}

/** Tables, indexes and columns; spaces and the order of statements do not matter. */
function schemaOf(handle: Database.Database): unknown {
  const objects = handle
    .prepare<[], { type: string; name: string; tbl_name: string }>(
      `select type, name, tbl_name from sqlite_master where name not glob 'sqlite_*' order by type, name`,
    )
    .all()
  const columns = objects
    .filter(({ type }) => type === 'table')
    .map(({ name }) => [
      name,
      handle.prepare(`select name, type, "notnull", pk from pragma_table_info(?) order by name`).all(name),
    ])
  return { objects, columns }
}

/** A row in every table, as far as its constraints allow values that only its columns know. */
function fill(handle: Database.Database): Record<string, number> {
  handle.pragma('foreign_keys = OFF')
  const tables = handle
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name <> 'migrations'`,
    )
    .pluck()
    .all()
  const filled: Record<string, number> = {}
  for (const table of tables) {
    const columns = handle
      .prepare<[string], { name: string; type: string }>('select name, type from pragma_table_info(?)')
      .all(table)
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const values = columns.map(({ type }) => (type === 'TEXT' ? `'[]'` : type === 'BLOB' ? `x'00'` : '1')).join(', ')
    filled[table] = handle.prepare(`insert or ignore into "${table}" (${names}) values (${values})`).run().changes
  }
  return filled
}

describe('a store of each earlier version', () => {
  it.each(all.map(({ name }, index) => [name, index + 1] as const))(
    'whose last migration is %s becomes one of this version, with its rows',
    async (_, count) => {
      using store = memoryStore()
      await migrated(store.handle, count)
      const filled = fill(store.handle)

      await migrated(store.handle, all.length)

      using fresh = memoryStore()
      await migrated(fresh.handle, all.length)
      expect(schemaOf(store.handle)).toEqual(schemaOf(fresh.handle))
      const accounts = store.handle.prepare<[], number>('select count(*) from accounts').pluck().get()
      expect(accounts).toBe(filled['accounts'])
      expect(store.handle.pragma('integrity_check', { simple: true })).toBe('ok')
    },
  )

  it('is filled in most of its tables, so that the migrations have rows to keep', async () => {
    using store = memoryStore()
    await migrated(store.handle, all.length)

    const counts = Object.values(fill(store.handle))

    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(counts.length / 2)
  })
})

function memoryStore() {
  const handle = new Database(':memory:')
  return { handle, [Symbol.dispose]: () => void handle.close() }
}
