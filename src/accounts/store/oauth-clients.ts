import type { Connection } from '../../store/connection.ts'
import type { ConnectedApp } from '../domain/connected-app.ts'
import type { AccountTables, OAuthClientRow } from './tables.ts'

/** Apps that may ask for access. Only registered ones are deleted: a document can be fetched again. */
export function oauthClients({ db }: Connection<AccountTables>) {
  return {
    async byId(id: string): Promise<(ConnectedApp & { freshUntil: string | null }) | undefined> {
      const row = await db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { ...toApp(row), freshUntil: row.fresh_until }
    },

    /** Adds the app, or replaces what is known of it. */
    async put(app: ConnectedApp, { now, freshUntil }: { now: Date; freshUntil: Date | null }): Promise<void> {
      const known = {
        kind: app.kind,
        name: app.name,
        redirect_uris: JSON.stringify(app.redirectUris),
        fresh_until: freshUntil?.toISOString() ?? null,
      }
      await db
        .insertInto('oauth_clients')
        .values({ id: app.id, ...known, created_at: now.toISOString(), used_at: null })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...known, created_at: now.toISOString() }))
        .execute()
    },

    async touch(id: string, at: Date): Promise<void> {
      await db.updateTable('oauth_clients').set({ used_at: at.toISOString() }).where('id', '=', id).execute()
    },

    /** Registered apps that nobody has connected. */
    async countUnused(): Promise<number> {
      const row = await db
        .selectFrom('oauth_clients')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow()
      return row.total
    },

    /** Deletes apps that nobody connected since `unusedSince`, or used since `usedSince`. */
    async removeForgotten(unusedSince: Date, usedSince: Date): Promise<void> {
      await db
        .deleteFrom('oauth_clients')
        .where(({ eb, or, and }) =>
          or([
            and([eb('used_at', 'is', null), eb('created_at', '<=', unusedSince.toISOString())]),
            eb('used_at', '<=', usedSince.toISOString()),
          ]),
        )
        .execute()
    },
  }
}

function toApp(row: OAuthClientRow): ConnectedApp {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
  }
}
