import type { Command } from '../../surfaces/cli/command.ts'
import { backupCommand } from './backup.ts'
import { clockCommand } from './clock.ts'
import type { CommandParts } from './command-parts.ts'
import { decisionsCommand } from './decisions.ts'
import { discordCommand } from './discord.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { ledgerCommand } from './ledger.ts'
import { migrateCommand } from './migrate.ts'
import { recordCommand } from './record.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { storeCommand } from './store.ts'
import { upgradeCommand } from './upgrade.ts'

/** Commands that are not operations. */
export function commandsOf(parts: CommandParts): Command[] {
  return [
    serveCommand(parts),
    importCommand(parts),
    recordCommand(parts),
    exportCommand(parts),
    backupCommand(parts),
    restoreCommand(parts),
    upgradeCommand(parts),
    migrateCommand(parts),
    storeCommand(parts),
    ledgerCommand(parts),
    decisionsCommand(parts),
    clockCommand(parts),
    discordCommand(parts),
    doctorCommand(parts),
  ]
}
