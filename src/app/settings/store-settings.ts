import { z } from 'zod'
import { text } from '../../lib/setting-readers.ts'

const postgresAddress = z
  .string()
  .trim()
  .refine(isPostgresAddress, 'must be the address of a PostgreSQL database, such as postgres://user@host:5432/name')

/** Settings of the store, by their names in the environment. */
export const STORE_SETTINGS = {
  DATABASE_PATH: text.default('bot.sqlite3'),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  VALKEY_URL: z
    .string()
    .trim()
    .refine(isValkeyAddress, 'must be the address of a Valkey or Redis server, such as redis://host:6379')
    .optional(),
}

/** With a name of a database: without it the driver would take that of the user. A host is not needed for a socket. */
function isPostgresAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, pathname } = new URL(address)
  return /^postgres(ql)?:$/.test(protocol) && /^\/[^/]+$/.test(pathname)
}

function isValkeyAddress(address: string): boolean {
  return URL.canParse(address) && /^rediss?:$/.test(new URL(address).protocol) && new URL(address).hostname !== ''
}

/** Errors in combinations of settings that are valid separately. */
export function storeContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const isDatabase = given['DATABASE_URL'] !== undefined
  return [
    ...(isDatabase && given['BACKUP_DIR'] !== undefined
      ? [
          'BACKUP_DIR must not be set with DATABASE_URL: it copies a file. Back PostgreSQL up with pg_dump or its own tools',
        ]
      : []),
    ...(!isDatabase && given['DATABASE_DIRECT_URL'] !== undefined
      ? ['DATABASE_DIRECT_URL must not be set without DATABASE_URL, the address of the pooler before it']
      : []),
    ...(!isDatabase && given['VALKEY_URL'] !== undefined
      ? ['VALKEY_URL must not be set without DATABASE_URL: a service with a file is one process']
      : []),
  ]
}
