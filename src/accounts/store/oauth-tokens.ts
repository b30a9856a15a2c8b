import type { Connection } from '../../store/connection.ts'
import type { AccountTables, OAuthTokenKind } from './tables.ts'

export interface OAuthToken {
  readonly sha256: string
  readonly grantId: string
  readonly kind: OAuthTokenKind
  /** What the authorization server keeps with the token: JSON without the token itself. */
  readonly content: string
  readonly expiresAt: string
  /** When a code was redeemed or a refresh token rotated for the first time; null before. */
  readonly usedAt: string | null
  readonly uses: number
}

/** Codes and tokens of connected apps, by the SHA-256 of the secret. */
export function oauthTokens({ db }: Connection<AccountTables>) {
  return {
    async add(token: Omit<OAuthToken, 'usedAt' | 'uses'>): Promise<void> {
      await db
        .insertInto('oauth_tokens')
        .values({
          sha256: token.sha256,
          grant_id: token.grantId,
          kind: token.kind,
          content: token.content,
          expires_at: token.expiresAt,
          used_at: null,
          uses: 0,
        })
        .execute()
    },

    /** Also one that has ended and is still stored. */
    async find(sha256: string, kind: OAuthTokenKind): Promise<OAuthToken | undefined> {
      const row = await db
        .selectFrom('oauth_tokens')
        .selectAll()
        .where('sha256', '=', sha256)
        .where('kind', '=', kind)
        .executeTakeFirst()
      if (!row) return undefined
      return {
        sha256,
        grantId: row.grant_id,
        kind: row.kind,
        content: row.content,
        expiresAt: row.expires_at,
        usedAt: row.used_at,
        uses: row.uses,
      }
    },

    /**
     * Counts a use: the first one, or another until `maxUses` if the first was after `graceSince`. False if neither is
     * the case; simultaneous calls exceed no limit.
     */
    async use(sha256: string, at: Date, limits: { readonly maxUses: number; readonly graceSince: Date }) {
      const used = await db
        .updateTable('oauth_tokens')
        .set(({ fn, eb, val }) => ({
          used_at: fn.coalesce('used_at', val(at.toISOString())),
          uses: eb('uses', '+', 1),
        }))
        .where('sha256', '=', sha256)
        .where(({ eb, or, and }) =>
          or([
            eb('used_at', 'is', null),
            and([eb('used_at', '>', limits.graceSince.toISOString()), eb('uses', '<', limits.maxUses)]),
          ]),
        )
        .returning('sha256')
        .executeTakeFirst()
      return used !== undefined
    },

    async remove(sha256: string): Promise<void> {
      await db.deleteFrom('oauth_tokens').where('sha256', '=', sha256).execute()
    },

    async removeEnded(before: Date): Promise<void> {
      await db.deleteFrom('oauth_tokens').where('expires_at', '<=', before.toISOString()).execute()
    },
  }
}
