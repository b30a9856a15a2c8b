import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempFolder extends Disposable {
  readonly path: string
  file(name: string): string
  /** Whether any file in it, as it lies on the disk, holds this text: a store with its log, backups, logs. */
  holds(text: string): boolean
}

/** The file system of Linux in memory. */
const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/**
 * Where temporary folders are made: in memory where there is room, because the tests commit thousands of times and a
 * disk makes each commit wait. TMPDIR names another place.
 */
export const tempRoot = process.env['TMPDIR'] ?? (hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir())

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize >= ROOM_BYTES
}

/** A folder of its own for one test, removed at the end of its scope. */
export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tempRoot, 'optionwire-test-'))
  return {
    path,
    file: (name) => join(path, name),
    holds: (text) => readdirSync(path).some((name) => readFileSync(join(path, name)).includes(text)),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
