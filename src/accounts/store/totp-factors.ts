import type { Connection } from '../../store/connection.ts'
import type { TotpFactor } from '../domain/second-factor.ts'
import type { AccountTables } from './tables.ts'

/** Authenticator apps, one for each account at most. */
export function totpFactors({ db }: Connection<AccountTables>) {
  return {
    async of(accountId: string): Promise<TotpFactor | undefined> {
      const row = await db.selectFrom('totp_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst()
      return (
        row && {
          secretSealed: row.secret_sealed,
          createdAt: row.created_at,
          confirmedAt: row.confirmed_at,
          lastStep: row.last_step,
        }
      )
    },

    /** Stores an unconfirmed app in the place of another one. False if the account has a confirmed one. */
    async begin(accountId: string, secretSealed: string, at: Date): Promise<boolean> {
      const fresh = { secret_sealed: secretSealed, created_at: at.toISOString(), confirmed_at: null, last_step: 0 }
      const written = await db
        .insertInto('totp_factors')
        .values({ account_id: accountId, ...fresh })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet(fresh).where('totp_factors.confirmed_at', 'is', null),
        )
        .returning('account_id')
        .executeTakeFirst()
      return written !== undefined
    },

    /** Makes the app with this secret a factor. False if there is none that awaits it. */
    async confirm(
      accountId: string,
      { secretSealed, step, at }: { readonly secretSealed: string; readonly step: number; readonly at: Date },
    ): Promise<boolean> {
      const written = await db
        .updateTable('totp_factors')
        .set({ confirmed_at: at.toISOString(), last_step: step })
        .where('account_id', '=', accountId)
        .where('secret_sealed', '=', secretSealed)
        .where('confirmed_at', 'is', null)
        .returning('account_id')
        .executeTakeFirst()
      return written !== undefined
    },

    /** Uses the code of a step. False if that step or a later one was used before: only one of several calls succeeds. */
    async useStep(accountId: string, step: number): Promise<boolean> {
      const written = await db
        .updateTable('totp_factors')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is not', null)
        .where('last_step', '<', step)
        .returning('account_id')
        .executeTakeFirst()
      return written !== undefined
    },

    /** False if the account has no app. */
    async remove(accountId: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('totp_factors')
        .where('account_id', '=', accountId)
        .returning('account_id')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
}
