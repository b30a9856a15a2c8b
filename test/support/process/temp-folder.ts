import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempFolder extends Disposable {
  readonly path: string
  file(name: string): string
  /** Whether any file in it, as it lies on the disk, holds this text: a store with its log, backups, logs. */
  holds(text: string): boolean
}

/** A folder of its own for one test, removed at the end of its scope. */
export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), 'optionwire-test-'))
  return {
    path,
    file: (name) => join(path, name),
    holds: (text) => readdirSync(path).some((name) => readFileSync(join(path, name)).includes(text)),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
