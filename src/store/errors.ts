import { AppError } from '../domain/errors.ts'

const RETRY_AFTER_S = 5

const unavailable: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'The disk that holds the store is full. Reading goes on; make room, then try again.',
  SQLITE_BUSY: 'The store is held by another process. Try again in a few seconds.',
  SQLITE_LOCKED: 'The store is held by another process. Try again in a few seconds.',
  SQLITE_IOERR: 'The store could not be written. Try again in a few seconds.',
  SQLITE_READONLY: 'The store is read-only. Check the permissions of its file and folder.',
  SQLITE_NOTADB: 'The file at DATABASE_PATH is no store. Name another file, or restore a backup.',
  SQLITE_CORRUPT: 'The store is damaged. Stop the service and restore a backup.',
  SQLITE_CANTOPEN: 'The store could not be opened. Check DATABASE_PATH and the permissions of its folder.',
}

/** Turns what the engine throws into what a caller can act on; everything unknown stays as it is and is a fault. */
export function storeError(error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === '23505') {
    return new AppError('conflict', 'This already exists.', { cause: error })
  }
  // Extended codes (SQLITE_IOERR_FSYNC, SQLITE_BUSY_SNAPSHOT) say more than is needed here.
  const family = code.split('_').slice(0, 2).join('_')
  const message = unavailable[family]
  if (message) return new AppError('unavailable', message, { cause: error, retryAfterS: RETRY_AFTER_S })
  return error
}

function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
