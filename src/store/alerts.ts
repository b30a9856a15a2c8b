import type { AlertRule } from '../domain/alerts/alert-rule.ts'
import { FlowCriteria, IdeaCriteria } from '../domain/alerts/criteria.ts'
import type { ChannelName } from '../domain/notifications/notification.ts'
import type { Connection } from './engine.ts'
import type { AlertRow } from './notification-tables.ts'

/** What a rule has last done for a symbol. Instants in milliseconds. */
export interface AlertFire {
  readonly symbol: string
  readonly firedMs: number
  /** Matches since then that the cooldown has kept back. */
  readonly suppressed: number
}

/** Rules, and when they last fired for which symbol. */
export function alerts(connection: Connection) {
  return { ...alertRules(connection), ...alertReads(connection), ...alertFires(connection) }
}

function alertRules({ db }: Connection) {
  return {
    async add(rule: AlertRule): Promise<void> {
      await db.insertInto('alerts').values(toRow(rule)).execute()
    },

    /** False when the account has no such rule. */
    async replace(rule: AlertRule): Promise<boolean> {
      const { id, account_id, created_at: _, ...columns } = toRow(rule)
      const changed = await db
        .updateTable('alerts')
        .set(columns)
        .where('id', '=', id)
        .where('account_id', '=', account_id)
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },

    async remove(accountId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('alerts')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
}

function alertReads({ db }: Connection) {
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
    async ofAccount(
      accountId: string,
      { beforeId, limit }: { beforeId?: string | undefined; limit: number },
    ): Promise<AlertRule[]> {
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
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

    /** Every rule that is switched on, of accounts in good standing, in the order of their making. */
    async allEnabled(): Promise<AlertRule[]> {
      const rows = await db
        .selectFrom('alerts')
        .innerJoin('accounts', 'accounts.id', 'alerts.account_id')
        .selectAll('alerts')
        .where('alerts.enabled', '=', 1)
        .where('accounts.standing', '=', 'good')
        .orderBy('alerts.id')
        .execute()
      return rows.map(fromRow)
    },

    /** Which rules `allEnabled` would give, and when each was last changed: far cheaper to ask again and again. */
    async enabledMarks(): Promise<{ id: string; updatedAt: string }[]> {
      const rows = await db
        .selectFrom('alerts')
        .innerJoin('accounts', 'accounts.id', 'alerts.account_id')
        .select(['alerts.id', 'alerts.updated_at as updatedAt'])
        .where('alerts.enabled', '=', 1)
        .where('accounts.standing', '=', 'good')
        .orderBy('alerts.id')
        .execute()
      return rows
    },
  }
}

function alertFires({ db }: Connection) {
  return {
    async fires(alertId: string): Promise<AlertFire[]> {
      const rows = await db
        .selectFrom('alert_fires')
        .select(['symbol', 'fired_ms', 'suppressed'])
        .where('alert_id', '=', alertId)
        .orderBy('fired_ms', 'desc')
        .execute()
      return rows.map((row) => ({ symbol: row.symbol, firedMs: row.fired_ms, suppressed: row.suppressed }))
    },

    /**
     * Accepts a match unless the last one was accepted after `cutoffMs`: of any number of simultaneous calls one gets
     * through. Gives the match's own instant, which is new for the rule and symbol; null inside the cooldown.
     */
    async fire(alertId: string, symbol: string, nowMs: number, cutoffMs: number): Promise<number | null> {
      const fired = await db
        .insertInto('alert_fires')
        .values({ alert_id: alertId, symbol, fired_ms: nowMs, triggered_ms: nowMs, suppressed: 0 })
        .onConflict((conflict) =>
          conflict
            .columns(['alert_id', 'symbol'])
            .doUpdateSet((row) => ({
              fired_ms: nowMs,
              triggered_ms: row
                .case()
                .when('alert_fires.triggered_ms', '>=', nowMs)
                .then(row('alert_fires.triggered_ms', '+', 1))
                .else(nowMs)
                .end(),
              suppressed: 0,
            }))
            .where('alert_fires.fired_ms', '<=', cutoffMs),
        )
        .returning('triggered_ms')
        .executeTakeFirst()
      return fired?.triggered_ms ?? null
    },

    async suppress(alertId: string, symbol: string): Promise<void> {
      await db
        .updateTable('alert_fires')
        .set((row) => ({ suppressed: row('suppressed', '+', 1) }))
        .where('alert_id', '=', alertId)
        .where('symbol', '=', symbol)
        .execute()
    },

    /** Ends the cooldown of all symbols; instants of later matches stay new. */
    async resetCooldown(alertId: string): Promise<void> {
      await db.updateTable('alert_fires').set({ fired_ms: 0, suppressed: 0 }).where('alert_id', '=', alertId).execute()
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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
  return row.source === 'option_flow'
    ? { ...frame, source: row.source, criteria: FlowCriteria.parse(criteria) }
    : { ...frame, source: row.source, criteria: IdeaCriteria.parse(criteria) }
}
