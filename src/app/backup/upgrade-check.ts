import { rmSync } from 'node:fs'
import { appliedMigrations } from '../../store/copy-store.ts'
import { pendingMigrations, readMigrations } from '../../store/migrate.ts'
import { openStore } from '../store/open-store.ts'
import { copyToDraft } from './back-up.ts'

export interface UpgradeCheck {
  /** Migrations that this version would apply to the store, in their order. */
  readonly pending: readonly string[]
  /** How long they took on a copy, in milliseconds; null if there are none, or no copy was made. */
  readonly ms: number | null
}

/**
 * What a start of this version would do to the store at `path`, tried on a copy beside it that is deleted afterwards. The
 * store may be in use and is not changed. Throws `unavailable` if the store is damaged or newer than this version, and
 * the error of a migration that fails.
 */
export async function checkUpgrade(
  path: string,
  { now, monotonicMs }: { readonly now: () => Date; readonly monotonicMs: () => number },
): Promise<UpgradeCheck> {
  const pending = pendingMigrations(appliedMigrations(path), readMigrations()).map(({ name }) => name)
  if (pending.length === 0) return { pending, ms: null }
  const draft = `${path}.upgrade-check`
  try {
    await copyToDraft(path, draft)
    const startedMs = monotonicMs()
    const store = await openStore({ path: draft, now })
    await store[Symbol.asyncDispose]()
    return { pending, ms: monotonicMs() - startedMs }
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true })
  }
}

/** The same for a PostgreSQL database, of which no copy is made: the migrations are not tried. */
export async function checkDatabaseUpgrade(url: string): Promise<UpgradeCheck> {
  const { inspectPostgres } = await import('../../store/postgres/inspect.ts')
  const { applied } = await inspectPostgres(url)
  return { pending: pendingMigrations(applied, readMigrations()).map(({ name }) => name), ms: null }
}
