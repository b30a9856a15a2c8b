import { type Kysely, sql } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { EngineTables } from '../store.ts'

/** In the order of their bytes, as JavaScript and SQLite compare ids and dates. Languages sort all of these otherwise. */
const BYTEWISE = ['-', '0', 'B', 'Z', '_', 'a', 'a-b', 'ab', 'é']

interface Findings {
  readonly version: string
  readonly encoding: string
  readonly collation: string
  readonly sorted: readonly string[]
}

/** What the program needs of a database, as a sentence; throws `unavailable` with what to do where it is not so. */
export async function requireUsable(db: Kysely<EngineTables>): Promise<string> {
  const { rows } = await sql<Findings>`select
    current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    (select coalesce(to_jsonb(it) ->> 'daticulocale', datcollate) from pg_database it where datname = current_database()) as collation,
    (select array_agg(it order by it) from unnest(${sql.lit(`{${BYTEWISE.toReversed().join()}}`)}::text[]) it) as sorted`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('the database answers without a row')
  const { version, encoding, collation, sorted } = found
  if (encoding !== 'UTF8') throw unusable(`has the encoding ${encoding}, which cannot hold every text`)
  if (sorted.join() !== BYTEWISE.join()) {
    throw unusable(`sorts text by ${collation}, but ids and dates are compared by their bytes`)
  }
  return `PostgreSQL ${version}, ${encoding}, sorted by bytes (${collation}).`
}

function unusable(what: string): AppError {
  return new AppError(
    'unavailable',
    `The database of DATABASE_URL ${what}. Create another one and set DATABASE_URL to it: CREATE DATABASE optionwire TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';`,
  )
}
