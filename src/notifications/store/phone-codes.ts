import type { Connection } from '../../store/connection.ts'
import type { NotificationTables } from './tables.ts'

export interface PhoneCode {
  readonly id: string
  readonly accountId: string
  readonly phoneSealed: string
  readonly codeDigest: string
  readonly createdAt: string
  readonly expiresAt: string
}

/** Codes that verify a phone number. Only a keyed digest of a code is stored. */
export function phoneCodes({ db }: Connection<NotificationTables>) {
  return {
    async add(code: PhoneCode): Promise<void> {
      await db
        .insertInto('phone_codes')
        .values({
          id: code.id,
          account_id: code.accountId,
          phone_sealed: code.phoneSealed,
          code_digest: code.codeDigest,
          tries: 0,
          created_at: code.createdAt,
          expires_at: code.expiresAt,
        })
        .execute()
    },

    async countSince(accountId: string, since: Date): Promise<number> {
      const row = await db
        .selectFrom('phone_codes')
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .where('created_at', '>', since.toISOString())
        .executeTakeFirstOrThrow()
      return row.total
    },

    /** Counts a try at the last code and returns it; undefined when there is none or it has expired or no tries left. */
    async tryLast(accountId: string, mostTries: number, now: Date): Promise<PhoneCode | undefined> {
      const last = await db
        .selectFrom('phone_codes')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!last) return undefined
      const row = await db
        .updateTable('phone_codes')
        .set((old) => ({ tries: old('tries', '+', 1) }))
        .where('id', '=', last.id)
        .where('tries', '<', mostTries)
        .where('expires_at', '>', now.toISOString())
        .returningAll()
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          accountId: row.account_id,
          phoneSealed: row.phone_sealed,
          codeDigest: row.code_digest,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
        }
      )
    },

    /** Invalidates a used code; it still counts towards the codes of the hour. */
    async expire(id: string): Promise<void> {
      await db.updateTable('phone_codes').set({ expires_at: '1970-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
    },
  }
}
