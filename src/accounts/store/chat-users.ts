import type { Connection } from '../../store/connection.ts'
import type { ChatLink, ChatUser } from '../domain/chat-link.ts'
import type { AccountTables, ChatInviteRow, ChatLinkRow } from './tables.ts'

type UserKey = Pick<ChatUser, 'vendor' | 'workspaceId' | 'userId'>

/** Chat users who act as an account, the links that they were sent, and the requests that were answered. */
export function chatUsers(connection: Connection<AccountTables>) {
  const { db } = connection
  return {
    ...chatInvites(connection),

    async ofUser({ vendor, workspaceId, userId }: UserKey): Promise<ChatLink | undefined> {
      const row = await db
        .selectFrom('chat_users')
        .selectAll()
        .where('vendor', '=', vendor)
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row && linkOf(row)
    },

    async ofAccount(accountId: string): Promise<ChatLink[]> {
      const rows = await db
        .selectFrom('chat_users')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(linkOf)
    },

    /** A chat user acts as one account: an earlier link of the user is replaced. */
    async put(link: ChatLink): Promise<void> {
      const row = { id: link.id, account_id: link.accountId, linked_at: link.linkedAt, ...userRow(link) }
      await db
        .insertInto('chat_users')
        .values(row)
        .onConflict((conflict) => conflict.columns(['vendor', 'workspace_id', 'user_id']).doUpdateSet(row))
        .execute()
    },

    async remove(accountId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('chat_users')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('chat_invites').where('expires_at', '<=', now.toISOString()).execute()
      await db.deleteFrom('chat_requests').where('expires_at', '<=', now.toISOString()).execute()
    },
  }
}

function chatInvites({ db }: Connection<AccountTables>) {
  return {
    /** Replaces an earlier invitation of the same user. */
    async invite(digest: string, user: ChatUser, expiresAt: Date): Promise<void> {
      const row = { digest, ...userRow(user), expires_at: expiresAt.toISOString() }
      await db
        .insertInto('chat_invites')
        .values(row)
        .onConflict((conflict) => conflict.columns(['vendor', 'workspace_id', 'user_id']).doUpdateSet(row))
        .execute()
    },

    async invited(digest: string, now: Date): Promise<ChatUser | undefined> {
      const row = await db
        .selectFrom('chat_invites')
        .selectAll()
        .where('digest', '=', digest)
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst()
      return row && userOf(row)
    },

    /** Only one of several simultaneous calls gets the user. */
    async takeInvite(digest: string, now: Date): Promise<ChatUser | undefined> {
      const row = await db
        .deleteFrom('chat_invites')
        .where('digest', '=', digest)
        .where('expires_at', '>', now.toISOString())
        .returningAll()
        .executeTakeFirst()
      return row && userOf(row)
    },

    /** False if the request was noted before. */
    async noteRequest(digest: string, expiresAt: Date): Promise<boolean> {
      const noted = await db
        .insertInto('chat_requests')
        .values({ digest, expires_at: expiresAt.toISOString() })
        .onConflict((conflict) => conflict.column('digest').doNothing())
        .returning('digest')
        .executeTakeFirst()
      return noted !== undefined
    },
  }
}

function userRow({ vendor, workspaceId, userId, workspaceName, userName }: ChatUser) {
  return {
    vendor,
    workspace_id: workspaceId,
    user_id: userId,
    workspace_name: workspaceName,
    user_name: userName,
  }
}

function userOf(row: ChatInviteRow | ChatLinkRow): ChatUser {
  return {
    vendor: row.vendor,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    workspaceName: row.workspace_name,
    userName: row.user_name,
  }
}

function linkOf(row: ChatLinkRow): ChatLink {
  return { ...userOf(row), id: row.id, accountId: row.account_id, linkedAt: row.linked_at }
}
