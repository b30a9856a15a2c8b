import type { Connection } from '../../store/connection.ts'
import { type ExposureMinutes, joinedMinutes } from '../domain/exposures/exposure-snapshot.ts'
import { packedMinutes, unpackedMinutes } from './exposure-packing.ts'
import type { AnalyticsTables } from './tables.ts'

const ENCODING = 1
/** Minutes that one row holds at most while a session is under way: each new minute rewrites its row. */
const MINUTES_A_ROW = 30

/** Exposures over the sessions, by minute and strike. */
export function exposureSnapshots(connection: Connection<AnalyticsTables>) {
  return { ...minutesOf(connection), ...retentionOf(connection) }
}

interface Part {
  readonly symbol: string
  readonly sessionDate: string
  readonly firstMinute: number
  /** Minutes between two. */
  readonly step: number
}

async function put({ db }: Connection<AnalyticsTables>, part: Part, minutes: ExposureMinutes): Promise<void> {
  const { symbol, sessionDate, firstMinute, step } = part
  const row = { minute_count: minutes.minutes.length, step, encoding: ENCODING, content: packedMinutes(minutes) }
  await db
    .insertInto('exposure_snapshots')
    .values({ symbol, session_date: sessionDate, first_minute: firstMinute, ...row })
    .onConflict((conflict) => conflict.columns(['symbol', 'session_date', 'first_minute']).doUpdateSet(row))
    .execute()
}

function minutesOf(connection: Connection<AnalyticsTables>) {
  const { db } = connection
  const of = (symbol: string, sessionDate: string) =>
    db.selectFrom('exposure_snapshots').where('symbol', '=', symbol).where('session_date', '=', sessionDate)
  return {
    /** All minutes of a session, in order of time. */
    async ofSession(symbol: string, sessionDate: string): Promise<ExposureMinutes> {
      const rows = await of(symbol, sessionDate).select('content').orderBy('first_minute').execute()
      return joinedMinutes(rows.map(({ content }) => unpackedMinutes(content)))
    },

    /** Adds one minute that is later than all of its session. */
    async add(symbol: string, sessionDate: string, minute: ExposureMinutes): Promise<void> {
      const firstMinute = Math.floor((minute.minutes[0] ?? 0) / MINUTES_A_ROW) * MINUTES_A_ROW
      const row = await of(symbol, sessionDate)
        .select('content')
        .where('first_minute', '=', firstMinute)
        .executeTakeFirst()
      const parts = row ? [unpackedMinutes(row.content), minute] : [minute]
      await put(connection, { symbol, sessionDate, firstMinute, step: 1 }, joinedMinutes(parts))
    },

    /** The last minute of a session; undefined without any. */
    async lastMinute(symbol: string, sessionDate: string): Promise<number | undefined> {
      const row = await of(symbol, sessionDate)
        .select('content')
        .orderBy('first_minute', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && unpackedMinutes(row.content).minutes.at(-1)
    },

    /** Sessions that have minutes, the newest first. */
    async sessions(symbol: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('exposure_snapshots')
        .select('session_date')
        .distinct()
        .where('symbol', '=', symbol)
        .orderBy('session_date', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ session_date: date }) => date)
    },
  }
}

function retentionOf(connection: Connection<AnalyticsTables>) {
  const { db } = connection
  return {
    /** A session before the date that has more minutes than every `step`th; undefined without any. */
    async unthinned(before: string, step: number): Promise<{ symbol: string; sessionDate: string } | undefined> {
      const row = await db
        .selectFrom('exposure_snapshots')
        .select(['symbol', 'session_date'])
        .where('session_date', '<', before)
        .where('step', '<', step)
        .orderBy('session_date')
        .limit(1)
        .executeTakeFirst()
      return row && { symbol: row.symbol, sessionDate: row.session_date }
    },

    /** Puts one row in the place of all rows of a session. */
    async replace(symbol: string, sessionDate: string, step: number, minutes: ExposureMinutes): Promise<void> {
      await db
        .deleteFrom('exposure_snapshots')
        .where('symbol', '=', symbol)
        .where('session_date', '=', sessionDate)
        .execute()
      await put(connection, { symbol, sessionDate, firstMinute: minutes.minutes[0] ?? 0, step }, minutes)
    },

    /** Deletes sessions before the date; the number of rows. */
    async removeBefore(date: string): Promise<number> {
      const rows = await db
        .deleteFrom('exposure_snapshots')
        .where('session_date', '<', date)
        .returning('first_minute')
        .execute()
      return rows.length
    },
  }
}

export type ExposureSnapshots = ReturnType<typeof exposureSnapshots>
