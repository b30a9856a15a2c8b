/** Names of scheduled backups: `optionwire-20261123T160000Z.sqlite3`. */
const NAME = /^optionwire-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite3$/
/** After the name of a backup that is not complete. */
export const DRAFT = '.part'

export function backupName(at: Date): string {
  return `optionwire-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.sqlite3`
}

/** When a scheduled backup was made, as milliseconds since 1970; NaN for a file of another name. */
export function backupTimeMs(name: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The scheduled backups among the files of a folder, newest first. */
export function backupsIn(names: readonly string[]): string[] {
  return names.filter((name) => !Number.isNaN(backupTimeMs(name))).toSorted((left, right) => (left < right ? 1 : -1))
}

/** Whether a file is a scheduled backup that is not complete. */
export function isDraft(name: string): boolean {
  return name.endsWith(DRAFT) && !Number.isNaN(backupTimeMs(name.slice(0, -DRAFT.length)))
}
