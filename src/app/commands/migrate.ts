import { existsSync } from 'node:fs'
import { AppError } from '../../lib/errors.ts'
import { appliedMigrations } from '../../store/copy-store.ts'
import { pendingMigrations, readMigrations } from '../../store/migrate.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { checkDatabaseUpgrade } from '../backup/upgrade-check.ts'
import type { Config } from '../settings/config.ts'
import type { CommandParts } from './command-parts.ts'

export function migrateCommand({ lenientConfig, parts }: Pick<CommandParts, 'lenientConfig' | 'parts'>): Command {
  return {
    name: 'migrate',
    usage: '',
    summary:
      'Apply to the store the migrations that it lacks, as a start of the service does. upgrade --check shows them; there is no way back but a backup.',
    async run({ args, json, stdout }) {
      if (args.length > 0) throw new AppError('invalid', 'optionwire migrate takes no arguments.')
      const applied = await pendingIn(lenientConfig())
      // Whoever opens the store migrates it.
      await parts()
      stdout.write(json ? `${JSON.stringify({ applied })}\n` : `${textOf(applied)}\n`)
    },
  }
}

async function pendingIn({ databasePath: path, secrets }: Config): Promise<readonly string[]> {
  if (path === null) return (await checkDatabaseUpgrade(`${secrets.databaseDirectUrl}`)).pending
  const applied = existsSync(path) ? appliedMigrations(path) : []
  return pendingMigrations(applied, readMigrations()).map(({ name }) => name)
}

function textOf(applied: readonly string[]): string {
  if (applied.length === 0) return 'The store has the schema of this version: nothing was changed.'
  return `These migrations were applied:\n${applied.map((name) => `  ${name}`).join('\n')}`
}
