import { AppError } from '../../lib/errors.ts'
import type { Config } from '../settings/config.ts'

/** The file of the store. Throws `invalid` with what to do where the store is in PostgreSQL. */
export function storeFile({ databasePath }: Pick<Config, 'databasePath'>, instead: string): string {
  if (databasePath !== null) return databasePath
  throw new AppError('invalid', `The store is in PostgreSQL, and this command works on a file. ${instead}`)
}
