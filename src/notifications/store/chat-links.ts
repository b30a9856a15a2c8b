import type { Connection } from '../../store/connection.ts'
import type { ChannelName } from '../domain/notification.ts'
import type { NotificationTables } from './tables.ts'

/** Of a code a keyed digest is stored. */
export interface ChatCode {
  readonly codeDigest: string
  readonly accountId: string
  readonly channel: ChannelName
  readonly expiresAt: string
}

/** Codes that link a chat with an account, and how far the messages to each bot have been read. */
export function chatLinks({ db }: Connection<NotificationTables>) {
  return {
    /** In place of the account's code before it; codes of anybody that have expired go too. */
    async putCode({ codeDigest, accountId, channel, expiresAt }: ChatCode, now: Date): Promise<void> {
      await db.deleteFrom('chat_codes').where('expires_at', '<=', now.toISOString()).execute()
      const row = { code_digest: codeDigest, expires_at: expiresAt }
      await db
        .insertInto('chat_codes')
        .values({ ...row, account_id: accountId, channel })
        .onConflict((conflict) => conflict.columns(['account_id', 'channel']).doUpdateSet(row))
        .execute()
    },

    /** The account that a code links, once; undefined where the code is unknown, used or expired. */
    async takeCode(channel: ChannelName, codeDigest: string, now: Date): Promise<string | undefined> {
      const row = await db
        .deleteFrom('chat_codes')
        .where('code_digest', '=', codeDigest)
        .where('channel', '=', channel)
        .where('expires_at', '>', now.toISOString())
        .returning('account_id')
        .executeTakeFirst()
      return row?.account_id
    },

    async removeCode(accountId: string, channel: ChannelName): Promise<void> {
      await db.deleteFrom('chat_codes').where('account_id', '=', accountId).where('channel', '=', channel).execute()
    },

    /**
     * Makes a process the only reader of an inbox until an instant, and gives the position from which to read on, null
     * for the beginning. Undefined while another process reads.
     */
    async lease(
      inbox: string,
      reader: string,
      { now, until }: { readonly now: Date; readonly until: Date },
    ): Promise<{ readonly position: number | null } | undefined> {
      const row = { reader, read_until: until.toISOString() }
      return db
        .insertInto('chat_inboxes')
        .values({ inbox, position: null, ...row })
        .onConflict((conflict) =>
          conflict
            .column('inbox')
            .doUpdateSet(row)
            .where((where) =>
              where.or([
                where('chat_inboxes.reader', '=', reader),
                where('chat_inboxes.read_until', '<=', now.toISOString()),
              ]),
            ),
        )
        .returning('position')
        .executeTakeFirst()
    },

    /** False where another process has become the reader: what was read is then that one's. */
    async advance(inbox: string, reader: string, position: number): Promise<boolean> {
      const row = await db
        .updateTable('chat_inboxes')
        .set({ position })
        .where('inbox', '=', inbox)
        .where('reader', '=', reader)
        .returning('inbox')
        .executeTakeFirst()
      return row !== undefined
    },

    /** The next process may read at once. */
    async release(inbox: string, reader: string, now: Date): Promise<void> {
      await db
        .updateTable('chat_inboxes')
        .set({ read_until: now.toISOString() })
        .where('inbox', '=', inbox)
        .where('reader', '=', reader)
        .execute()
    },
  }
}
