import type { Command } from '../../surfaces/cli/run-cli.ts'
import type { Config } from '../config.ts'
import type { Parts } from '../parts.ts'
import { backupCommand } from './backup.ts'
import { importCommand } from './import.ts'
import { ledgerCommand } from './ledger.ts'
import { recordCommand } from './record.ts'
import { serveCommand } from './serve.ts'

/** What a command asks for when it runs, and not before: help opens no store. */
export interface CommandParts {
  /** Strict settings, as the service itself wants them. */
  readonly config: () => Config
  readonly parts: () => Promise<Parts>
  readonly stderr: NodeJS.WriteStream
}

/** The commands that are no operations. */
export function commandsOf(asked: CommandParts): Command[] {
  return [serveCommand(asked), importCommand(asked), recordCommand(asked), backupCommand(asked), ledgerCommand(asked)]
}
