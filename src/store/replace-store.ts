import { existsSync, linkSync, renameSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AppError } from '../lib/errors.ts'

/**
 * Puts the file `by` in the place of the store at `path`, which is kept under another name; returns that name. There is
 * a complete store at `path` at every moment. Throws `conflict` while any connection has the store open.
 */
export function replaceStore(path: string, { by, now }: { readonly by: string; readonly now: Date }): string {
  using _store = openedAlone(path, 'restore')
  const kept = `${path}.before-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`
  keep(path, kept)
  renameSync(by, path)
  return kept
}

/** Gives the store a second name. Throws `unavailable` where there is such a file, or no second names. */
function keep(path: string, kept: string): void {
  try {
    linkSync(path, kept)
  } catch (cause) {
    const advice = 'Move the store away yourself, then restore again.'
    throw new AppError('unavailable', `The store cannot be kept as ${kept}, so nothing was changed. ${advice}`, {
      cause,
    })
  }
}

/**
 * Opens a store that no other connection has open, begins a transaction, and moves the content of its log into its file.
 * Throws `not_found` if there is no store, and `conflict` while any connection has it open; `verb` is what to do again.
 */
export function openedAlone(path: string, verb: string): OpenedAlone {
  if (!existsSync(path)) throw new AppError('not_found', `There is no store at ${path}.`)
  const handle = new Database(path, { fileMustExist: true, timeout: 0 })
  try {
    handle.pragma('locking_mode = EXCLUSIVE')
    // Leaving the write-ahead log needs the only connection, and deletes the two files beside the store.
    handle.pragma('journal_mode = DELETE')
    handle.exec('begin exclusive')
    return { handle, [Symbol.dispose]: () => void handle.close() }
  } catch (error) {
    handle.close()
    throw new AppError(
      'conflict',
      `The store is in use. Stop the service and every other command on it, then ${verb} again.`,
      { cause: error },
    )
  }
}

interface OpenedAlone extends Disposable {
  readonly handle: Database.Database
}
