import type { TestSchema } from '../postgres.ts'

/** In the middle of a session: at other hours a simulated market has no prints. */
const SESSION = Date.parse('2026-11-20T15:00:00.000Z')

/**
 * Sets the clock that services read in this schema to a session, and gives the address by which they find that clock
 * before the one of PostgreSQL.
 */
export async function withSessionClock({ name, roleUrl, password, run }: TestSchema) {
  const aheadMs = SESSION - Date.now()
  await run(`create function ${name}.clock_timestamp() returns timestamptz volatile language sql
    as $$ select pg_catalog.clock_timestamp() + ${aheadMs} * interval '1 millisecond' $$`)
  const url = new URL(roleUrl)
  url.searchParams.set('options', `-c search_path=${name},pg_catalog -c synchronous_commit=off`)
  return { roleUrl: url.href, password }
}
