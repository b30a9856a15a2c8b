import type { Parts } from '../parts.ts'
import type { Config } from '../settings/config.ts'

/** Functions that a command calls when it runs, so that help opens no store. */
export interface CommandParts {
  /** The same strict settings as the service. */
  readonly config: () => Config
  /** Settings without which no command works; secrets that are missing are made up. */
  readonly lenientConfig: () => Config
  readonly parts: () => Promise<Parts>
  readonly now: () => Date
  readonly monotonicMs: () => number
  readonly stderr: NodeJS.WriteStream
}
