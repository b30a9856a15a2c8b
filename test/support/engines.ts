import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { Tables } from '../../src/store/tables.ts'
import { transactional } from '../../src/store/transaction.ts'

const now = () => new Date('2026-11-20T15:00:00.000Z')

const postgresUrl = process.env['TEST_POSTGRES_URL']
if (!postgresUrl) console.warn('TEST_POSTGRES_URL is not set: the store is tested on SQLite alone.')

/** Every store test is `describe.each(engines)('… on %s', (_name, open) => …)`. Each opened store is empty and its own. */
export const engines: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['SQLite', () => openStore({ path: ':memory:', now })],
  ...(postgresUrl ? [['PostgreSQL', () => openPostgres(postgresUrl)] as const] : []),
]

async function openPostgres(url: string): Promise<Store> {
  const schema = `test_${randomBytes(8).toString('hex')}`
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    options: `-c search_path=${schema}`,
    // Whole numbers of 64 bits come as text otherwise.
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  await pool.query(`create schema ${schema}`)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrate({ engine: 'postgres', db }, readMigrations(), now())
  return {
    ...transactional('postgres', db),
    foreignVersion: () => 0,
    proveWritable: async () => undefined,
    scrub: () => Promise.resolve(),
    backup: () => Promise.reject(new Error('PostgreSQL has its own tools for that')),
    async [Symbol.asyncDispose]() {
      await pool.query(`drop schema ${schema} cascade`)
      await db.destroy()
    },
  }
}
