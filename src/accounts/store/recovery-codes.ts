import type { Connection } from '../../store/connection.ts'
import type { AccountTables } from './tables.ts'

/** Recovery codes that were not used, as keyed digests. */
export function recoveryCodes({ db }: Connection<AccountTables>) {
  return {
    /** Replaces all codes of the account. */
    async replace(accountId: string, digests: readonly string[]): Promise<void> {
      await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
      if (digests.length === 0) return
      await db
        .insertInto('recovery_codes')
        .values(digests.map((digest) => ({ account_id: accountId, digest })))
        .execute()
    },

    /** Uses a code up: only one of several simultaneous calls succeeds. */
    async use(accountId: string, digest: string): Promise<boolean> {
      const used = await db
        .deleteFrom('recovery_codes')
        .where('account_id', '=', accountId)
        .where('digest', '=', digest)
        .returning('digest')
        .executeTakeFirst()
      return used !== undefined
    },

    async count(accountId: string): Promise<number> {
      const row = await db
        .selectFrom('recovery_codes')
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return row.total
    },
  }
}
