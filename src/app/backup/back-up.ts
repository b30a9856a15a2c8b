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
    removeDraft(draft)
    throw error
  }
}

/** A verified copy in a file for its owner alone. What an interrupted copy left at that place is replaced. */
export async function copyToDraft(path: string, draft: string): Promise<StoreCopy> {
  removeDraft(draft)
  createPrivateFile(draft)
  return copyStore(path, draft)
}

/** Does nothing where the folder refuses it: then the file cannot be made either, which is reported with a sentence. */
export function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOTDIR') throw error
  }
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
