import { parseArgs } from 'node:util'
import { PARTITIONED_FLOW } from '../../flow/store/flow-partitions.ts'
import { AppError } from '../../lib/errors.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import type { CommandParts } from './command-parts.ts'

const USAGE = 'copy --from FILE'

export function storeCommand({ lenientConfig, now }: Pick<CommandParts, 'lenientConfig' | 'now'>): Command {
  return {
    name: 'store',
    usage: USAGE,
    summary:
      'Copy the store in a file into the empty PostgreSQL database of DATABASE_URL, and compare both. Stop the service first. The file is kept, and no service starts on it any more.',
    async run({ args, json, stdout }) {
      const file = fileIn(args)
      const { databaseDirectUrl: url } = lenientConfig().secrets
      if (url === undefined) throw new AppError('invalid', 'Set DATABASE_URL to the database to copy into.')
      const { moveStore } = await import('../../store/postgres/move-store.ts')
      const rows = await moveStore(file, { url, now: now(), partitioned: PARTITIONED_FLOW })
      stdout.write(json ? `${JSON.stringify({ file, rows })}\n` : `${textOf(file, rows)}\n`)
    },
  }
}

/** Throws `invalid` for anything but the one form. */
function fileIn(args: readonly string[]): string {
  const options = { args: [...args], options: { from: { type: 'string' } }, allowPositionals: true } as const
  try {
    const { positionals, values } = parseArgs(options)
    if (positionals.join(' ') === 'copy' && values.from !== undefined) return values.from
  } catch {
    // An unknown option is answered with the usage as well.
  }
  throw new AppError('invalid', `optionwire store ${USAGE}`)
}

function textOf(file: string, rows: Readonly<Record<string, number>>): string {
  const filled = Object.entries(rows).filter(([, count]) => count > 0)
  const lines = filled.map(([table, count]) => `  ${String(count).padStart(9)}  ${table}`)
  return [
    'The database holds what the file held; the digests of all tables are the same.',
    ...lines,
    `No service starts on ${file} any more. Start it with DATABASE_URL.`,
  ].join('\n')
}
