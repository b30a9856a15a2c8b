import { existsSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { IN_MEMORY, openStore, type Store, type StoreOptions } from '../../src/app/store/open-store.ts'
import { repositoriesOf } from '../../src/app/store/repositories.ts'
import { openHandle, storeOver } from '../../src/store/open-store.ts'

/** https://sqlite.org/fileformat.html#file_format_version_numbers */
const WITH_WAL = 2

let template: Buffer | undefined

/**
 * An empty store with all its tables, in memory or in a file. It is a copy of one that was migrated before: to apply the
 * migrations takes 20 ms, to copy what they make 2 ms, and the tests open thousands.
 */
export async function migratedStore({ path = IN_MEMORY, ...options }: Partial<StoreOptions> & Now): Promise<Store> {
  if (path !== IN_MEMORY) {
    await putMigratedFile(path)
    return openStore({ path, ...options })
  }
  return storeOver(await migratedHandle(), { busyTimeoutMs: 0, ...options, repositories: repositoriesOf })
}

/** The database of an empty store in memory; `verbose` gets the text of each statement. */
export async function migratedHandle(options: Pick<Database.Options, 'verbose'> = {}): Promise<Database.Database> {
  const handle = new Database(await migrated(), options)
  handle.pragma('foreign_keys = ON')
  return handle
}

type Now = Pick<StoreOptions, 'now'>

/** Puts the file of an empty store where a program is about to open one. A file that is there stays as it is. */
export async function putMigratedFile(path: string): Promise<void> {
  if (existsSync(path)) return
  const file = Buffer.from(await migrated())
  // In its header, a file with a write-ahead log: to switch to one takes longer than all the rest.
  file.fill(WITH_WAL, 18, 20)
  writeFileSync(path, file, { mode: 0o600 })
}

async function migrated(): Promise<Buffer> {
  if (template) return template
  const handle = openHandle(IN_MEMORY, 0)
  await using _ = await storeOver(handle, {
    now: () => new Date('2026-11-20T15:00:00.000Z'),
    busyTimeoutMs: 0,
    repositories: repositoriesOf,
  })
  template = handle.serialize()
  return template
}
