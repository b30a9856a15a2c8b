import type pg from 'pg'
import type { Admission } from '../../lib/async/sliding-window.ts'
import { batchedWindows } from './batched-windows.ts'
import { admissionOf, type WindowQuestion, type WindowServer } from './shared-windows.ts'

/** Between two deletions of rows that nobody has used for an hour. */
const SWEEP_MS = 10 * 60_000
const SWEEP = `delete from rate_windows where at_ms < floor(extract(epoch from clock_timestamp()) * 1000)::int8 - 3600000`

const CLOCK = 'floor(extract(epoch from clock_timestamp()) * 1000)::int8'
/** The questions, one per row. */
const QUESTIONS = `unnest($1::text[], $2::text[], $3::int8[], $4::int8[], $5::int8[])
  with ordinality as q(name, key, max, window_ms, events, place)`
/** A clock that goes backwards counts as stopped, and one that goes back by more than a window as right. */
const NOW = `(select case when ms < w.at_ms - q.window_ms then ms else greatest(ms, w.at_ms) end as ms
  from (select ${CLOCK} as ms) machine) now`
const KEPT = 'it.ms > now.ms - q.window_ms and it.ms <= now.ms'

/**
 * One question for each key. The rows are locked until the end of the statement, so that processes take their turns, and
 * in the order of their keys, so that they do not wait for each other.
 */
const TAKE = `insert into rate_windows as w (name, key, instants, is_allowed, at_ms)
  select q.name, q.key,
    case when q.events <= q.max then array_fill(now.ms, array[q.events::int4]) else '{}'::int8[] end,
    q.events <= q.max, now.ms
  from ${QUESTIONS} cross join (select ${CLOCK} as ms) now
  order by q.name, q.key
  on conflict (name, key) do update set (instants, is_allowed, at_ms) = (
    select
      case when kept.used + q.events <= q.max
        then kept.instants || array_fill(now.ms, array[q.events::int4]) else kept.instants end,
      kept.used + q.events <= q.max, now.ms
    from ${QUESTIONS} cross join lateral ${NOW} cross join lateral (
      select coalesce(array_agg(it.ms order by it.place), '{}') as instants, count(*) as used
      from unnest(w.instants) with ordinality as it(ms, place) where ${KEPT}) kept
    where q.name = w.name and q.key = w.key)
  returning name, key, is_allowed, cardinality(instants)::int8 as used, instants[1] as oldest_ms, at_ms as now_ms`

const LOOK = `select q.name, q.key, count(it.ms) < q.max as is_allowed, count(it.ms) as used, min(it.ms) as oldest_ms,
    now.ms as now_ms
  from ${QUESTIONS}
  cross join lateral (
    select coalesce((select at_ms from rate_windows where name = q.name and key = q.key), 0) as at_ms) w
  cross join lateral ${NOW}
  left join lateral (select ms from rate_windows, unnest(instants) ms where name = q.name and key = q.key) it on ${KEPT}
  group by q.name, q.key, q.max, now.ms`

interface Row {
  readonly name: string
  readonly key: string
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
  return batchedWindows('PostgreSQL', async (questions) => {
    const answers: Admission[] = []
    const send = async (round: readonly Placed[]) => {
      const found = await pool.query<Row>(textOf(round), columnsOf(round))
      const rows = new Map(found.rows.map((row) => [keyOf(row), row]))
      for (const each of round) {
        const row = rows.get(keyOf(each))
        if (!row) throw new Error('PostgreSQL did not answer every question')
        answers[each.place] = admission(row, each)
      }
    }
    await Promise.all(roundsOf(questions).map(send))
    if (monotonicMs() - sweptAtMs > SWEEP_MS) {
      sweptAtMs = monotonicMs()
      // The next one tries again: the events are counted, and their answers must not fail.
      await pool.query(SWEEP).catch(onSweepFailure)
    }
    return answers
  })
}

interface Placed extends WindowQuestion {
  readonly place: number
}

/** One statement may change a row only once, so a round has one question per key. Looks and takes are separate. */
function roundsOf(questions: readonly WindowQuestion[]): Placed[][] {
  const rounds = new Map<string, Placed[]>()
  const seen = new Map<string, number>()
  for (const [place, each] of questions.entries()) {
    const kind = each.events === 0 ? 'look' : 'take'
    const key = `${kind} ${keyOf(each)}`
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    rounds.set(`${kind} ${round}`, [...(rounds.get(`${kind} ${round}`) ?? []), { ...each, place }])
  }
  return [...rounds.values()]
}

const keyOf = ({ name, key }: Pick<WindowQuestion, 'name' | 'key'>) => JSON.stringify([name, key])

const textOf = ([first]: readonly WindowQuestion[]) => (first?.events === 0 ? LOOK : TAKE)

function columnsOf(round: readonly WindowQuestion[]): (string | number)[][] {
  return [
    round.map(({ name }) => name),
    round.map(({ key }) => key),
    round.map(({ limit }) => limit),
    round.map(({ windowMs }) => windowMs),
    round.map(({ events }) => events),
  ]
}

function admission(
  { is_allowed: isAllowed, used, oldest_ms: oldestMs, now_ms: nowMs }: Row,
  question: WindowQuestion,
): Admission {
  return admissionOf({ isAllowed, used, oldestMs, nowMs }, question)
}
