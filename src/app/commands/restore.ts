import type { Command } from '../../surfaces/cli/command.ts'
import { restoreStore } from '../backup/restore.ts'
import type { CommandParts } from './command-parts.ts'
import { oneFile } from './one-file.ts'
import { storeFile } from './store-file.ts'

const INSTEAD = 'Stop the service, then restore with pg_restore into a new database and set DATABASE_URL to it.'

export function restoreCommand({ lenientConfig, now }: Pick<CommandParts, 'lenientConfig' | 'now'>): Command {
  return {
    name: 'restore',
    usage: 'FILE',
    summary:
      'Put a verified copy of a backup in the place of the store, which is kept under another name. Stop the service first.',
    async run({ args, json, stdout }) {
      const file = oneFile(args, 'optionwire restore FILE')
      const restored = await restoreStore(file, storeFile(lenientConfig(), INSTEAD), now())
      stdout.write(json ? `${JSON.stringify({ file, ...restored })}\n` : `${textOf(restored)}\n`)
    },
  }
}

function textOf({ kept, pending }: Awaited<ReturnType<typeof restoreStore>>): string {
  return [
    'The backup is the store now.',
    ...(kept === null ? [] : [`The store that was there is ${kept}.`]),
    ...(pending.length === 0 ? [] : [`The next start applies ${pending.length} migrations to it.`]),
  ].join(' ')
}
