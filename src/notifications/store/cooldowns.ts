import { readEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import type { NotificationTables } from './tables.ts'

/** The last notification that a rule raised about a symbol. Instants in milliseconds. */
export interface AlertFire {
  readonly symbol: string
  readonly firedMs: number
  /** Matches since then that the cooldown suppressed. */
  readonly suppressed: number
}

/** A match of a rule, and the instant after which it must not have raised a notification about the symbol. */
export interface AlertMatch {
  readonly alertId: string
  readonly symbol: string
  readonly cutoffMs: number
}

/** Matches of a rule about one symbol. */
export interface SuppressedMatches extends Pick<AlertMatch, 'alertId' | 'symbol'> {
  readonly count: number
}

const FIRE = `
  insert into alert_fires (alert_id, symbol, fired_ms, triggered_ms, suppressed) values (?, ?, ?::int8, ?::int8, 0)
  on conflict (alert_id, symbol) do update
  set fired_ms = excluded.fired_ms, suppressed = 0,
    triggered_ms = case
      when alert_fires.triggered_ms >= excluded.triggered_ms then alert_fires.triggered_ms + 1
      else excluded.triggered_ms
    end
  where alert_fires.fired_ms <= ?::int8
  returning triggered_ms`
const SUPPRESS = `
  update alert_fires set suppressed = suppressed + ?::int8 where alert_id = ? and symbol = ? returning fired_ms`

/** When rules last raised a notification about a symbol, so that none is raised again within the cooldown of its rule. */
export function cooldowns(connection: Connection<NotificationTables>) {
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
     * Accepts each match unless the last one of its rule and symbol was accepted after its cutoff: of concurrent ones one
     * is accepted. Returns the match's own instant, which is new for the rule and symbol; null inside the cooldown.
     */
    async fire(matches: readonly AlertMatch[], nowMs: number): Promise<(number | null)[]> {
      const sets = matches.map(({ alertId, symbol, cutoffMs }) => [alertId, symbol, nowMs, nowMs, cutoffMs])
      const found = await readEach<{ triggered_ms: number }>(connection, FIRE, sets)
      return found.map(([row]) => row?.triggered_ms ?? null)
    },

    /**
     * Counts matches that the cooldown suppressed. Returns when the rule last notified about the symbol, null where it
     * never did.
     */
    async suppress(matches: readonly SuppressedMatches[]): Promise<(number | null)[]> {
      const sets = matches.map(({ alertId, symbol, count }) => [count, alertId, symbol])
      const found = await readEach<{ fired_ms: number }>(connection, SUPPRESS, sets)
      return found.map(([row]) => row?.fired_ms ?? null)
    },

    /** Ends the cooldown of all symbols; instants of later matches stay new. */
    async resetCooldown(alertId: string): Promise<void> {
      await db.updateTable('alert_fires').set({ fired_ms: 0, suppressed: 0 }).where('alert_id', '=', alertId).execute()
    },
  }
}
