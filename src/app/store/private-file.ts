import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { AppError } from '../../lib/errors.ts'

/** Read and write for the owner, nothing for anybody else. */
const PRIVATE_MODE = 0o600
const OTHERS = 0o077
/** SQLite's own files beside the store. */
const BESIDE = ['', '-wal', '-shm']

/** Every file that the process makes from now on is for its owner alone. Not available in worker threads. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS)
}

/**
 * Makes the file of a store that does not exist yet, and takes from others what they may do with one that exists: it
 * holds addresses and sealed secrets. `warn` gets a sentence for each file that was open to others. Throws
 * `unavailable` with a sentence where the file cannot be made, or stays open to others.
 */
export function privateStoreFile(path: string, warn: (sentence: string) => void): void {
  make(path, { what: 'The store', other: 'set DATABASE_PATH to another', mayExist: true })
  for (const file of BESIDE.map((suffix) => `${path}${suffix}`)) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & OTHERS) === 0) continue
    try {
      chmodSync(file, PRIVATE_MODE)
    } catch (error) {
      throw new AppError(
        'unavailable',
        `Other users of this machine can read ${file}, and its mode cannot be changed. Run the service as the owner of the file, or run chmod 600 on it.`,
        { cause: error },
      )
    }
    warn(`Other users of this machine could read ${file}. Its mode is 600 now.`)
  }
}

/** An empty file that only its owner can read. Throws `unavailable` with a sentence where it cannot be made. */
export function createPrivateFile(path: string): void {
  make(path, { what: 'The file', other: 'name another place', mayExist: false })
}

interface NewFile {
  readonly what: string
  /** What to do where the place is wrong. */
  readonly other: string
  readonly mayExist: boolean
}

function make(path: string, { what, other, mayExist }: NewFile): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_MODE))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? `${error.code}` : ''
    if (mayExist && code === 'EEXIST') return
    const reason = REASONS[code]?.replace('OTHER', other) ?? code
    throw new AppError('unavailable', `${what} cannot be made at ${path}: ${reason}.`, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name exists',
  ENOENT: 'the folder does not exist. Create it, or OTHER',
  ENOTDIR: 'a part of the path is a file. Choose another folder, or OTHER',
  EACCES: 'this user may not write there. Change the owner of the folder, or OTHER',
  EPERM: 'this user may not write there. Change the owner of the folder, or OTHER',
  EROFS: 'the file system is read-only. Under systemd allow the folder with ReadWritePaths=, or OTHER',
  ENOSPC: 'the disk is full',
}
