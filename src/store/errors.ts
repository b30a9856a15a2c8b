import { AppError } from '../lib/errors.ts'

const RETRY_AFTER_S = 5

const unavailable: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'The disk of the store is full. Reads still work; free some space, then try again.',
  SQLITE_BUSY: 'Another process has locked the store. Try again in a few seconds.',
  SQLITE_LOCKED: 'Another process has locked the store. Try again in a few seconds.',
  SQLITE_IOERR: 'The store could not be written. Try again in a few seconds.',
  SQLITE_READONLY: 'The store is read-only. Check the permissions of its file and folder.',
  SQLITE_NOTADB: 'The file at DATABASE_PATH is not a store. Name another file, or restore a backup.',
  SQLITE_CORRUPT: 'The store is damaged. Stop the service and restore a backup.',
  SQLITE_CANTOPEN: 'The store could not be opened. Check DATABASE_PATH and the permissions of its folder.',
}

/**
 * Turns an error of SQLite into an error that a caller can act on; an unknown one is returned unchanged and is a fault.
 */
export function storeError(error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return new AppError('conflict', 'This already exists.', { cause: error })
  }
  const message = unavailable[familyOf(code)]
  if (message) return new AppError('unavailable', message, { cause: error, retryAfterS: RETRY_AFTER_S })
  return error
}

/** Whether another connection holds a lock that the statement needs. */
export const isBusy = (error: unknown): boolean => familyOf(errorCode(error)) === 'SQLITE_BUSY'

/** The family of an extended code (SQLITE_IOERR_FSYNC, SQLITE_BUSY_SNAPSHOT) is precise enough here. */
const familyOf = (code: string): string => code.split('_').slice(0, 2).join('_')

function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
