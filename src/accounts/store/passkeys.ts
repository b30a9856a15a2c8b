import type { Connection } from '../../store/connection.ts'
import type { Passkey } from '../domain/passkey.ts'
import type { AccountTables, PasskeyRow } from './tables.ts'

/** Passkeys, oldest first. */
export function passkeys({ db }: Connection<AccountTables>) {
  return {
    /** False if the credential is known. */
    async add(passkey: Passkey): Promise<boolean> {
      const added = await db
        .insertInto('passkeys')
        .values(toRow(passkey))
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    },

    async ofAccount(accountId: string): Promise<Passkey[]> {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
      return rows.map(toPasskey)
    },

    async byCredential(credentialId: string): Promise<Passkey | undefined> {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return row && toPasskey(row)
    },

    /** Sets the counter. False if another sign-in has changed it since it was read. */
    async use({ id, counter }: Passkey, newCounter: number, at: Date): Promise<boolean> {
      const used = await db
        .updateTable('passkeys')
        .set({ counter: newCounter, last_used_at: at.toISOString() })
        .where('id', '=', id)
        .where('counter', '=', counter)
        .returning('id')
        .executeTakeFirst()
      return used !== undefined
    },

    /** Undefined if the account has no such passkey. */
    async rename(accountId: string, id: string, name: string): Promise<Passkey | undefined> {
      const row = await db
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returningAll()
        .executeTakeFirst()
      return row && toPasskey(row)
    },

    /** False if the account has no such passkey. */
    async remove(accountId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },

    async removeOfAccount(accountId: string): Promise<void> {
      await db.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
    },
  }
}

function toRow(passkey: Passkey): PasskeyRow {
  return {
    id: passkey.id,
    account_id: passkey.accountId,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    transports: passkey.transports.join(' '),
    name: passkey.name,
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt,
  }
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    accountId: row.account_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports.split(' ').filter((each) => each !== ''),
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
