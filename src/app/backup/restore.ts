import { existsSync, renameSync, statSync } from 'node:fs'
import { AppError } from '../../lib/errors.ts'
import type { StoreCopy } from '../../store/copy-store.ts'
import { pendingMigrations, readMigrations } from '../../store/migrate.ts'
import { replaceStore } from '../../store/replace-store.ts'
import { copyToDraft, removeDraft, syncFolderOf } from './back-up.ts'

export interface Restored {
  readonly bytes: number
  /** Where the store that was there before is now; null if there was none. */
  readonly kept: string | null
  /** Migrations that the next start applies. */
  readonly pending: readonly string[]
}

/**
 * Puts a verified copy of the backup `file` in the place of the store at `path`; the store that was there is kept under
 * another name. Throws, and changes nothing, if the backup is damaged, of another program or written by a newer version,
 * and while any process has the store open.
 */
export async function restoreStore(file: string, path: string, now: Date): Promise<Restored> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AppError('invalid', 'This is a folder. Name the file of the backup.')
  }
  const draft = `${path}.restore`
  try {
    const copy = await copyToDraft(file, draft)
    const pending = pendingOf(copy)
    const kept = existsSync(path) ? replaceStore(path, { by: draft, now }) : null
    if (kept === null) renameSync(draft, path)
    syncFolderOf(path)
    return { bytes: copy.bytes, kept, pending }
  } catch (error) {
    removeDraft(draft)
    throw error
  }
}

function pendingOf({ migrations }: StoreCopy): string[] {
  return pendingMigrations(migrations, readMigrations()).map(({ name }) => name)
}
