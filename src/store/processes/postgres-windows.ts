import type pg from 'pg'
import { admissionOf, type WindowQuestion, type WindowServer } from './shared-windows.ts'

/** Between two deletions of rows that nobody has used for an hour. */
const SWEEP_MS = 10 * 60_000
const SWEEP = `delete from rate_windows where at_ms < floor(extract(epoch from clock_timestamp()) * 1000)::int8 - 3600000`

const CLOCK = 'floor(extract(epoch from clock_timestamp()) * 1000)::int8'
/** A clock that goes backwards counts as stopped, and one that goes back by more than a window as right. */
const NOW = `(select case when ms < w.at_ms - $4::int8 then ms else greatest(ms, w.at_ms) end as ms
  from (select ${CLOCK} as ms) machine) now`
const KEPT = 'it.ms > now.ms - $4::int8 and it.ms <= now.ms'

/** The row is locked until the end of the statement, so that processes take their turns. */
const TAKE = `insert into rate_windows as w (name, key, instants, is_allowed, at_ms)
  select $1::text, $2::text,
    case when $5::int8 <= $3::int8 then array_fill(now.ms, array[$5::int4]) else '{}'::int8[] end,
    $5::int8 <= $3::int8, now.ms
  from (select ${CLOCK} as ms) now
  on conflict (name, key) do update set (instants, is_allowed, at_ms) = (
    select
      case when kept.used + $5::int8 <= $3::int8
        then kept.instants || array_fill(now.ms, array[$5::int4]) else kept.instants end,
      kept.used + $5::int8 <= $3::int8, now.ms
    from ${NOW} cross join lateral (
      select coalesce(array_agg(it.ms order by it.place), '{}') as instants, count(*) as used
      from unnest(w.instants) with ordinality as it(ms, place) where ${KEPT}) kept)
  returning is_allowed, cardinality(instants)::int8 as used, instants[1] as oldest_ms, at_ms as now_ms`

const PEEK = `select count(it.ms) < $3::int8 as is_allowed, count(it.ms) as used, min(it.ms) as oldest_ms, now.ms as now_ms
  from (select coalesce((select at_ms from rate_windows where name = $1::text and key = $2::text), 0) as at_ms) w
  cross join lateral ${NOW}
  left join lateral (select ms from rate_windows, unnest(instants) ms where name = $1::text and key = $2::text) it
    on ${KEPT}
  group by now.ms`

interface Row {
  readonly is_allowed: boolean
  readonly used: number
  readonly oldest_ms: number | null
  readonly now_ms: number
}

/** Windows in a table that is not logged: a crash of the server empties it, and no commit waits for the disk. */
export function postgresWindows(
  pool: pg.Pool,
  monotonicMs: () => number,
  onSweepFailure: (error: unknown) => void,
): WindowServer {
  let sweptAtMs = monotonicMs()
  return {
    name: 'PostgreSQL',
    async answer(question) {
      const { rows } = await pool.query<Row>(...statementOf(question))
      if (monotonicMs() - sweptAtMs > SWEEP_MS) {
        sweptAtMs = monotonicMs()
        // The next one tries again: the event is counted, and its answer must not fail.
        await pool.query(SWEEP).catch(onSweepFailure)
      }
      const [row] = rows
      if (!row) throw new Error('the database answers without a row')
      const { is_allowed: isAllowed, used, oldest_ms: oldestMs, now_ms: nowMs } = row
      return admissionOf({ isAllowed, used, oldestMs, nowMs }, question)
    },
  }
}

function statementOf({ name, key, limit, windowMs, events }: WindowQuestion): [string, (string | number)[]] {
  const values = [name, key, limit, windowMs]
  return events === 0 ? [PEEK, values] : [TAKE, [...values, events]]
}
