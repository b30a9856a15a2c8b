import { sql } from 'kysely'
import { AppError } from '../lib/errors.ts'
import type { Connection } from './connection.ts'
import type { EngineTables } from './store.ts'

/** The terms of leases, as transactions of work under a lease check them. PostgreSQL alone. */
export function leaseTerms<Tables extends EngineTables>({ db }: Connection<Tables>) {
  return {
    /**
     * Until the end of the transaction nobody else takes the lease, and its owner may renew it. Throws `unavailable` where somebody has taken it since
     * the term began.
     */
    async require(name: string, term: number): Promise<void> {
      const { rows } = await sql`select from leases where name = ${name} and term = ${term} for key share`.execute(db)
      if (rows.length > 0) return
      throw new AppError('unavailable', `Another process has taken over (${name}). Nothing was written.`)
    },
  }
}
