import type { Command } from '../../surfaces/cli/command.ts'
import { backUp } from '../backup/back-up.ts'
import type { CommandParts } from './command-parts.ts'
import { oneFile } from './one-file.ts'
import { storeFile } from './store-file.ts'

const INSTEAD =
  'Make a backup with pg_dump --format=custom and the address of DATABASE_URL, or with a base backup and the archived log.'

export function backupCommand({ lenientConfig }: Pick<CommandParts, 'lenientConfig'>): Command {
  return {
    name: 'backup',
    usage: 'FILE',
    summary:
      'Copy the store to a new file while the service runs, and verify the copy. optionwire restore FILE puts it back.',
    async run({ args, json, stdout }) {
      const file = oneFile(args, 'optionwire backup FILE')
      const { bytes, rows } = await backUp(storeFile(lenientConfig(), INSTEAD), file)
      stdout.write(
        json ? `${JSON.stringify({ file, bytes, rows })}\n` : `The store was copied to ${file} and verified.\n`,
      )
    },
  }
}
