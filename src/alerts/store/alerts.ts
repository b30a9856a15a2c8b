import type { AccountTables } from '../../accounts/store/tables.ts'
import type { ChannelName } from '../../notifications/domain/notification.ts'
import type { Connection } from '../../store/connection.ts'
import { newestFirst, type Page } from '../../store/newest-first.ts'
import { removeOwned } from '../../store/remove-owned.ts'
import { CRITERIA } from '../contract/criteria.ts'
import type { AlertRule } from '../domain/alert-rule.ts'
import { INTERESTS } from '../domain/interests.ts'
import { ALL_ACCOUNTS } from '../domain/shard.ts'
import { type Accounts, isOneOf } from './account-shards.ts'
import type { AlertRow, AlertTables } from './tables.ts'

/** The rules of accounts. */
export function alerts(connection: Connection<AlertTables & AccountTables>) {
  return { ...alertRules(connection), ...alertReads(connection), ...snoozes(connection) }
}

function alertRules({ changing }: Connection<AlertTables & AccountTables>) {
  return {
    async add(rule: AlertRule): Promise<void> {
      await changing(INTERESTS, rule.accountId, (db) => db.insertInto('alerts').values(toRow(rule)).execute())
    },

    /** False when the account has no such rule. */
    async replace(rule: AlertRule): Promise<boolean> {
      const { id, account_id, created_at: _, ...columns } = toRow(rule)
      const replaced = await changing(INTERESTS, account_id, (db) =>
        db
          .updateTable('alerts')
          .set(columns)
          .where('id', '=', id)
          .where('account_id', '=', account_id)
          .returning('id')
          .executeTakeFirst(),
      )
      return replaced !== undefined
    },

    async setChannels(accountId: string, id: string, channels: readonly ChannelName[], at: Date): Promise<void> {
      await changing(INTERESTS, accountId, (db) =>
        db
          .updateTable('alerts')
          .set({ channels: JSON.stringify(channels), updated_at: at.toISOString() })
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .execute(),
      )
    },

    remove: (accountId: string, id: string): Promise<boolean> =>
      changing(INTERESTS, accountId, (it) => removeOwned(it, 'alerts', { accountId, id })),
  }
}

function snoozes({ db }: Connection<AlertTables & AccountTables>) {
  return {
    /** Null ends the snooze. Undefined when the account has no such rule. Rules are matched as before, see `snoozed`. */
    async snooze(accountId: string, id: string, until: string | null): Promise<AlertRule | undefined> {
      const row = await db
        .updateTable('alerts')
        .set({ snoozed_until: until })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returningAll()
        .executeTakeFirst()
      return row && fromRow(row)
    },

    /** Which of the rules are snoozed at an instant. Raising reads it in its own transaction, so no match slips past. */
    async snoozed(ids: readonly string[], at: Date): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('alerts')
        .select('id')
        .where('id', 'in', ids)
        .where('snoozed_until', '>', at.toISOString())
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** The snoozed rules of an account, by the end of the snooze. */
    async snoozedOf(accountId: string, at: Date): Promise<{ id: string; name: string; until: string }[]> {
      const rows = await db
        .selectFrom('alerts')
        .select(['id', 'name', 'snoozed_until'])
        .where('account_id', '=', accountId)
        .where('snoozed_until', '>', at.toISOString())
        .orderBy('snoozed_until')
        .orderBy('id')
        .execute()
      return rows.flatMap(({ id, name, snoozed_until: until }) => (until === null ? [] : [{ id, name, until }]))
    },
  }
}

function alertReads({ db }: Connection<AlertTables & AccountTables>) {
  return {
    async byId(accountId: string, id: string): Promise<AlertRule | undefined> {
      const row = await db
        .selectFrom('alerts')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    /** Newest first. */
    async ofAccount(accountId: string, page: Page): Promise<AlertRule[]> {
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where('account_id', '=', accountId)
        .$call(newestFirst(page))
        .execute()
      return rows.map(fromRow)
    },

    async count(accountId: string): Promise<number> {
      const row = await db
        .selectFrom('alerts')
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return row.total
    },

    /** The enabled rules of accounts that are not suspended, oldest first. */
    async allEnabled(accounts: Accounts = ALL_ACCOUNTS): Promise<AlertRule[]> {
      const rows = await db
        .selectFrom('alerts')
        .innerJoin('accounts', 'accounts.id', 'alerts.account_id')
        .selectAll('alerts')
        .where('alerts.enabled', '=', 1)
        .where('accounts.standing', '=', 'good')
        .where(isOneOf(accounts, 'alerts.account_id'))
        .orderBy('alerts.id')
        .execute()
      return rows.map(fromRow)
    },
  }
}

function toRow(rule: AlertRule): AlertRow {
  return {
    id: rule.id,
    account_id: rule.accountId,
    name: rule.name,
    source: rule.source,
    criteria: JSON.stringify(rule.criteria),
    channels: rule.channels && JSON.stringify(rule.channels),
    endpoint_id: rule.endpointId,
    cooldown_minutes: rule.cooldownMinutes,
    priority: rule.priority,
    enabled: Number(rule.enabled),
    snoozed_until: rule.snoozedUntil,
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
  }
}

function fromRow(row: AlertRow): AlertRule {
  const criteria: unknown = JSON.parse(row.criteria)
  const frame = {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    channels: row.channels === null ? null : (JSON.parse(row.channels) as ChannelName[]),
    endpointId: row.endpoint_id,
    cooldownMinutes: row.cooldown_minutes,
    priority: row.priority,
    enabled: row.enabled === 1,
    snoozedUntil: row.snoozed_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
  switch (row.source) {
    case 'option_flow':
      return { ...frame, source: row.source, criteria: CRITERIA.option_flow.parse(criteria) }
    case 'trade_idea':
      return { ...frame, source: row.source, criteria: CRITERIA.trade_idea.parse(criteria) }
    case 'market_level':
      return { ...frame, source: row.source, criteria: CRITERIA.market_level.parse(criteria) }
    case 'screen':
      return { ...frame, source: row.source, criteria: CRITERIA.screen.parse(criteria) }
  }
}
