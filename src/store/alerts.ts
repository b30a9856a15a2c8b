import type { AlertRule } from '../domain/alerts/alert-rule.ts'
import { FlowCriteria, IdeaCriteria } from '../domain/alerts/criteria.ts'
import type { ChannelName } from '../domain/notifications/notification.ts'
import { readEach, runEach } from './each-row.ts'
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

function alertRules({ db, interestsChanged }: Connection) {
  return {
    async add(rule: AlertRule): Promise<void> {
      await db.insertInto('alerts').values(toRow(rule)).execute()
      interestsChanged()
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
      interestsChanged()
      return changed !== undefined
    },

    async remove(accountId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('alerts')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      interestsChanged()
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
  }
}

export interface AlertMatch {
  readonly alertId: string
  readonly symbol: string
  readonly cutoffMs: number
}

const FIRE = `
  insert into alert_fires (alert_id, symbol, fired_ms, triggered_ms, suppressed) values (?, ?, ?, ?, 0)
  on conflict (alert_id, symbol) do update
  set fired_ms = excluded.fired_ms, suppressed = 0,
    triggered_ms = case
      when alert_fires.triggered_ms >= excluded.triggered_ms then alert_fires.triggered_ms + 1
      else excluded.triggered_ms
    end
  where alert_fires.fired_ms <= ?
  returning triggered_ms`
const SUPPRESS = 'update alert_fires set suppressed = suppressed + 1 where alert_id = ? and symbol = ?'

function alertFires(connection: Connection) {
  const { db } = connection
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
     * Accepts each match unless the last one of its rule and symbol was accepted after its cutoff: of any number at the
     * same time one gets through. Gives the match's own instant, which is new for the rule and symbol; null inside the
     * cooldown.
     */
    async fire(matches: readonly AlertMatch[], nowMs: number): Promise<(number | null)[]> {
      const sets = matches.map(({ alertId, symbol, cutoffMs }) => [alertId, symbol, nowMs, nowMs, cutoffMs])
      const found = await readEach<{ triggered_ms: number }>(connection, FIRE, sets)
      return found.map(([row]) => row?.triggered_ms ?? null)
    },

    /** Counts matches that the cooldown has kept back. */
    async suppress(matches: readonly Omit<AlertMatch, 'cutoffMs'>[]): Promise<void> {
      const sets = matches.map(({ alertId, symbol }) => [alertId, symbol])
      await runEach(connection, SUPPRESS, sets)
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
