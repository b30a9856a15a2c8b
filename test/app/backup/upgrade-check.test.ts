import { readdirSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, it } from 'vitest'
import { checkUpgrade } from '../../../src/app/backup/upgrade-check.ts'
import { openStore } from '../../../src/app/store/open-store.ts'
import { migrate, readMigrations } from '../../../src/store/migrate.ts'
import type { EngineTables } from '../../../src/store/store.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const now = () => new Date('2026-11-20T15:00:00.000Z')
let ticks = 0
const clocks = { now, monotonicMs: () => ticks++ }
const all = readMigrations()

async function olderStore(path: string, missing: number): Promise<void> {
  const handle = new Database(path)
  const db = new Kysely<EngineTables>({ dialect: new SqliteDialect({ database: handle }) })
  await migrate({ engine: 'sqlite', db }, all.slice(0, -missing), now())
  handle.close()
}

it('names the migrations that a start would apply, has tried them, and leaves the store as it was', async () => {
  using folder = tempFolder()
  const path = folder.file('store.sqlite3')
  await olderStore(path, 2)
  const before = readFileSync(path)

  const check = await checkUpgrade(path, clocks)

  expect(check).toEqual({ pending: all.slice(-2).map(({ name }) => name), ms: 1 })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readdirSync(folder.path)).toEqual(['store.sqlite3'])
})

it('finds nothing to do for a store of this version', async () => {
  using folder = tempFolder()
  const path = folder.file('store.sqlite3')
  await using _store = await openStore({ path, now })

  expect(await checkUpgrade(path, clocks)).toEqual({ pending: [], ms: null })
})

it('reports a migration that fails on the content of the store', async () => {
  using folder = tempFolder()
  const path = folder.file('store.sqlite3')
  await olderStore(path, all.length)
  const handle = new Database(path)
  handle.exec('create table accounts (id text)')
  handle.close()

  await expect(checkUpgrade(path, clocks)).rejects.toThrow(/already exists/)
  expect(readdirSync(folder.path)).toEqual(['store.sqlite3'])
})
