import { existsSync, renameSync, rmSync } from 'node:fs'
import { AppError } from '../../domain/errors.ts'
import type { Store } from '../../store/open.ts'
import type { Command } from '../../surfaces/cli/run-cli.ts'
import type { CommandParts } from './commands.ts'

export function backupCommand({ parts }: Pick<CommandParts, 'parts'>): Command {
  return {
    name: 'backup',
    usage: 'FILE',
    summary:
      'Copy the store to a new file while the service goes on. To restore, stop the service and put the file in place.',
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
 * A consistent copy of the store. It grows under a name of its own and gets the asked name when it is whole, so that a
 * file of that name is always a backup that can be restored.
 */
export async function backUp(store: Store, file: string): Promise<void> {
  if (existsSync(file)) {
    throw new AppError('conflict', 'A file of that name exists. Name another one, or move it away first.')
  }
  const draft = `${file}.part`
  try {
    await store.backup(draft)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
