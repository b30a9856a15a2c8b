import type { Connection } from '../../store/connection.ts'
import { newestFirst, type Page } from '../../store/newest-first.ts'
import type { Invitation } from '../domain/invitation.ts'
import type { AccountTables, InvitationRow } from './tables.ts'

export interface NewInvitation extends Omit<Invitation, 'usedAt'> {
  readonly digest: string
}

/** Invitations. Only a keyed digest of their token is stored. */
export function invitations({ db }: Connection<AccountTables>) {
  return {
    async add({ id, digest, createdAt, expiresAt }: NewInvitation): Promise<void> {
      await db
        .insertInto('invitations')
        .values({ id, digest, created_at: createdAt, expires_at: expiresAt, used_at: null, used_by: null })
        .execute()
    },

    /**
     * Uses an invitation for an address, given as a keyed digest; false if it is unknown, expired, or used for another
     * address. The same address may use it again, for another mail. Only one of several simultaneous addresses succeeds.
     */
    async use(digest: string, usedBy: string, now: Date): Promise<boolean> {
      const used = await db
        .updateTable('invitations')
        .set({ used_at: now.toISOString(), used_by: usedBy })
        .where('digest', '=', digest)
        .where('expires_at', '>', now.toISOString())
        .where(({ or, eb }) => or([eb('used_by', 'is', null), eb('used_by', '=', usedBy)]))
        .returning('id')
        .executeTakeFirst()
      return used !== undefined
    },

    /** Those that have not expired, newest first; before `beforeId` if it is set. */
    async list({ now, ...page }: Page & { readonly now: Date }): Promise<Invitation[]> {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('expires_at', '>', now.toISOString())
        .$call(newestFirst(page))
        .execute()
      return rows.map(toInvitation)
    },

    /** False when there is no such invitation. */
    async remove(id: string): Promise<boolean> {
      const removed = await db.deleteFrom('invitations').where('id', '=', id).returning('id').executeTakeFirst()
      return removed !== undefined
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('invitations').where('expires_at', '<=', now.toISOString()).execute()
    },
  }
}

function toInvitation(row: InvitationRow): Invitation {
  return { id: row.id, createdAt: row.created_at, expiresAt: row.expires_at, usedAt: row.used_at }
}
