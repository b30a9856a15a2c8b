import { AppError } from '../../lib/errors.ts'
import { isExpansion } from '../../store/migrate.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { checkDatabaseUpgrade, checkUpgrade, type UpgradeCheck } from '../backup/upgrade-check.ts'
import type { CommandParts } from './command-parts.ts'

const USAGE = '--check'

export function upgradeCommand(parts: Pick<CommandParts, 'lenientConfig' | 'now' | 'monotonicMs'>): Command {
  return {
    name: 'upgrade',
    usage: USAGE,
    summary:
      'Show which migrations a start of this version would apply to the store, and try them on a copy. The store itself is not changed.',
    async run({ args, json, stdout }) {
      if (args.join(' ') !== USAGE) {
        throw new AppError('invalid', `optionwire upgrade ${USAGE}. A start of the service upgrades the store.`)
      }
      const { databasePath: path, secrets } = parts.lenientConfig()
      const check =
        path === null ? await checkDatabaseUpgrade(`${secrets.databaseDirectUrl}`) : await checkUpgrade(path, parts)
      stdout.write(json ? `${JSON.stringify(check)}\n` : `${textOf(check)}\n`)
    },
  }
}

function textOf({ pending, ms }: UpgradeCheck): string {
  if (pending.length === 0) return 'The store has the schema of this version: a start changes nothing.'
  const names = pending.map((name) => `  ${name}`).join('\n')
  const rolling = pending.every(isExpansion)
    ? '\nThe version before works on with them: several processes can be updated one after another.'
    : ''
  const tried =
    ms === null
      ? 'They were not tried: restore a backup into another database, and start the new version on that first.'
      : `On a copy of the store they took ${Math.ceil(ms)} ms and succeeded.`
  return `The next start applies these migrations; there is no way back but a backup:\n${names}\n${tried}${rolling}`
}
