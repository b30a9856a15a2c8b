import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { SHARD_DIGITS } from '../../lib/node/shard-index.ts'
import type { Shard } from '../domain/shard.ts'

/** Accounts by their ids, or all of a shard. */
export type Accounts = readonly string[] | Shard

/** The condition that a column with the id of an account names one of these. */
export function isOneOf(accounts: Accounts, column: string): RawBuilder<SqlBool> {
  if (!('count' in accounts)) return sql`${sql.ref(column)} in (${sql.join(accounts)})`
  const { index, count } = accounts
  return count === 1 ? sql`1 = 1` : sql`${hashOf(column)} % ${sql.lit(count)} = ${sql.lit(index)}`
}

/** As `shardIndexOf` has it. On PostgreSQL alone: a service with a file has one shard. */
function hashOf(column: string): RawBuilder<number> {
  const digest = sql`encode(sha256(convert_to(${sql.ref(column)}, 'UTF8')), 'hex')`
  return sql`('x' || left(${digest}, ${sql.lit(SHARD_DIGITS)}))::bit(${sql.lit(4 * SHARD_DIGITS)})::int4`
}
