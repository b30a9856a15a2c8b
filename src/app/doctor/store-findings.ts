import { AppError } from '../../lib/errors.ts'
import { readStoredClock } from '../../store/clock-state.ts'
import { pendingMigrations, readMigrations } from '../../store/migrate.ts'
import { MACHINE } from '../clock/clock-text.ts'
import type { Config } from '../settings/config.ts'
import { type ClockPauseParts, clockPauseFinding } from './clock-pause.ts'
import type { Finding } from './finding.ts'

/** Reads the store and changes nothing: whether a database can be used, and what is stored about the clock. */
export async function storeFindings(
  { databasePath: path, secrets: { databaseDirectUrl: url } }: Pick<Config, 'databasePath' | 'secrets'>,
  parts: Omit<ClockPauseParts, 'name'>,
): Promise<Finding[]> {
  if (url === undefined) {
    const found = path === null ? null : readStoredClock(path)
    return clockPauseFinding(found, { ...parts, name: MACHINE })
  }
  const { inspectPostgres } = await import('../../store/postgres/inspect.ts')
  try {
    const { text, applied, clock } = await inspectPostgres(url)
    const { length } = pendingMigrations(applied, readMigrations())
    const pending = length === 0 ? '' : ` The next start applies ${length} migrations.`
    return [finding('ok', `${text}${pending}`), ...clockPauseFinding(clock, { ...parts, name: 'the database' })]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [
      {
        ...finding('failure', error.message),
        fix: 'Correct the database or DATABASE_URL: the service does not start.',
      },
    ]
  }
}

function finding(state: Finding['state'], text: string): Finding {
  return { section: 'Store', name: 'PostgreSQL', state, text, fix: null }
}
