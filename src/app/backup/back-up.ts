import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { copyStore, type StoreCopy } from '../../store/copy-store.ts'
import { createPrivateFile } from '../store/private-file.ts'
import { DRAFT } from './backup-names.ts'

/**
 * Copies the store at `path` to the new file `file` and verifies the copy. It is written under a temporary name and
 * renamed when it is complete and verified, so that a file with the requested name can always be restored.
 */
export async function backUp(path: string, file: string): Promise<StoreCopy> {
  if (existsSync(file)) {
    throw new AppError('conflict', 'A file of that name exists. Name another one, or move it away first.')
  }
  if (!existsSync(dirname(resolve(file)))) {
    throw new AppError('invalid', 'The folder of the file does not exist. Create it, or name another file.')
  }
  const draft = `${file}${DRAFT}`
  try {
    const copy = await copyToDraft(path, draft)
    renameSync(draft, file)
    syncFolderOf(file)
    return copy
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** A verified copy in a file for its owner alone. What an interrupted copy left at that place is replaced. */
export function copyToDraft(path: string, draft: string): Promise<StoreCopy> {
  rmSync(draft, { force: true })
  createPrivateFile(draft)
  return copyStore(path, draft)
}

/** Makes a renamed file survive a power cut. */
export function syncFolderOf(file: string): void {
  const folder = openSync(dirname(resolve(file)), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
