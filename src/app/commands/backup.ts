import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import type { Store } from '../store/open-store.ts'
import { createPrivateFile } from '../store/private-file.ts'
import type { CommandParts } from './command-parts.ts'

export function backupCommand({ parts }: Pick<CommandParts, 'parts'>): Command {
  return {
    name: 'backup',
    usage: 'FILE',
    summary:
      'Copy the store to a new file while the service runs. To restore, stop the service and replace the store with the file.',
    async run({ args, json, stdout }) {
      const [file, ...rest] = args
      if (file === undefined || rest.length > 0) throw new AppError('invalid', 'Name one file: optionwire backup FILE.')
      const { store } = await parts()
      await backUp(store, file)
      stdout.write(json ? `${JSON.stringify({ file })}\n` : `The store was copied to ${file}.\n`)
    },
  }
}

/**
 * A consistent copy of the store. It is written under a temporary name and renamed when complete, so that a file with
 * the requested name can always be restored.
 */
export async function backUp(store: Store, file: string): Promise<void> {
  if (existsSync(file)) {
    throw new AppError('conflict', 'A file of that name exists. Name another one, or move it away first.')
  }
  if (!existsSync(dirname(resolve(file)))) {
    throw new AppError('invalid', 'The folder of the file does not exist. Create it, or name another file.')
  }
  const draft = `${file}.part`
  try {
    createPrivateFile(draft)
    await store.backup(draft)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
