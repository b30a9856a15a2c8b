import type { z } from 'zod'
import { count, duration, text } from '../../lib/setting-readers.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/duration.ts'

/** Settings of scheduled backups, by their names in the environment. */
export const BACKUP_SETTINGS = {
  BACKUP_DIR: text.optional(),
  BACKUP_EVERY: duration('from 10m to 30d', { minMs: 10 * MINUTE_MS, maxMs: 30 * DAY_MS }).default(DAY_MS),
  BACKUP_KEEP: count.default(7),
}

type Settings = z.output<z.ZodObject<typeof BACKUP_SETTINGS>>

export interface BackupConfig {
  readonly folder: string
  readonly everyMs: number
  /** How many backups are kept. */
  readonly keep: number
}

export function backupConfigOf(settings: Settings): BackupConfig | undefined {
  const { BACKUP_DIR: folder, BACKUP_EVERY: everyMs, BACKUP_KEEP: keep } = settings
  return folder === undefined ? undefined : { folder, everyMs, keep }
}
