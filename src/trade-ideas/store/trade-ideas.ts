import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { EvidenceTally } from '../domain/confidence.ts'
import type { IdeaDirection } from '../domain/idea-direction.ts'
import type { IdeaRecord, IdeaStatus } from '../domain/idea-record.ts'
import type { OutcomeTally } from '../domain/track-record.ts'
import type { TradeIdeaTables } from './tables.ts'
import { fromIdeaRow, isoOf, lifeColumns, toIdeaRow } from './trade-idea-rows.ts'

export interface IdeaQuery {
  readonly status?: IdeaStatus | undefined
  readonly direction?: IdeaDirection | undefined
  readonly symbol?: string | undefined
  /** Instants of making; the first included, the second not. */
  readonly sinceMs?: number | undefined
  readonly untilMs?: number | undefined
  /** The last row of the page before. */
  readonly after?: IdeaKey | undefined
  readonly limit: number
}

/** What lists are sorted by, newest first. */
export interface IdeaKey {
  /** ISO 8601 UTC with milliseconds. */
  readonly generatedAt: string
  readonly id: string
}

export interface TallyQuestion {
  readonly symbol?: string | undefined
  /** Instants of ending; the first included, the second not. */
  readonly sinceMs: number
  readonly untilMs: number
}

/** The ideas that this service makes: their life in `writing`, lists and sums in `reading`. */
export function tradeIdeas(connection: Connection<TradeIdeaTables>) {
  return { ...writing(connection), ...reading(connection), ...counting(connection) }
}

const HITS = sql<number>`sum(case when outcome in ('target', 'range_held') then 1 else 0 end)`

function writing({ db }: Connection<TradeIdeaTables>) {
  return {
    /** False where one like it is open, or was made in the same session already. */
    async add(idea: IdeaRecord): Promise<boolean> {
      const added = await db
        .insertInto('trade_ideas')
        .values(toIdeaRow(idea))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    },

    /** What was seen since. False when the idea has ended meanwhile, or others have looked at later prices. */
    async follow(idea: IdeaRecord): Promise<boolean> {
      const changed = await db
        .updateTable('trade_ideas')
        .set(lifeColumns(idea))
        .where('id', '=', idea.id)
        .where('status', '=', 'open')
        .where('seen_at', '<', isoOf(idea.seen.atMs))
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },

    async markAnnounced(id: string, at: Date): Promise<void> {
      await db
        .updateTable('trade_ideas')
        .set({ announced_at: at.toISOString() })
        .where('id', '=', id)
        .where('announced_at', 'is', null)
        .execute()
    },
  }
}

function reading({ db }: Connection<TradeIdeaTables>) {
  return {
    async byId(id: string): Promise<IdeaRecord | undefined> {
      const row = await db.selectFrom('trade_ideas').selectAll().where('id', '=', id).executeTakeFirst()
      return row && fromIdeaRow(row)
    },

    /** Newest first. */
    async list({ status, direction, symbol, sinceMs, untilMs, after, limit }: IdeaQuery): Promise<IdeaRecord[]> {
      let query = db.selectFrom('trade_ideas').selectAll()
      if (status !== undefined) query = query.where('status', '=', status)
      if (direction !== undefined) query = query.where('direction', '=', direction)
      if (symbol !== undefined) query = query.where('symbol', '=', symbol)
      if (sinceMs !== undefined) query = query.where('generated_at', '>=', isoOf(sinceMs))
      if (untilMs !== undefined) query = query.where('generated_at', '<', isoOf(untilMs))
      if (after !== undefined) {
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('generated_at', 'id'), '<', tuple(after.generatedAt, after.id)),
        )
      }
      const rows = await query.orderBy('generated_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map(fromIdeaRow)
    },

    /** All that are open, symbol by symbol. */
    async open(): Promise<IdeaRecord[]> {
      const rows = await db
        .selectFrom('trade_ideas')
        .selectAll()
        .where('status', '=', sql.lit('open' as const))
        .orderBy('symbol')
        .orderBy('pipeline')
        .orderBy('direction')
        .execute()
      return rows.map(fromIdeaRow)
    },

    /** Ideas without a notification, oldest first. */
    async unannounced(limit: number): Promise<IdeaRecord[]> {
      const rows = await db
        .selectFrom('trade_ideas')
        .selectAll()
        .where('announced_at', 'is', null)
        .orderBy('generated_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(fromIdeaRow)
    },
  }
}

function counting({ db }: Connection<TradeIdeaTables>) {
  return {
    /** How many are open, of one symbol or of all. */
    async countOpen(symbol?: string): Promise<number> {
      const row = await db
        .selectFrom('trade_ideas')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', sql.lit('open' as const))
        .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
        .executeTakeFirstOrThrow()
      return row.count
    },

    /** Ended ideas by pipeline and fifth of evidence, of those that had ended before an instant. */
    async evidenceTallies(beforeMs: number): Promise<EvidenceTally[]> {
      const rows = await db
        .selectFrom('trade_ideas')
        .select(({ fn }) => ['pipeline', 'evidence_bucket', fn.countAll<number>().as('count'), HITS.as('hits')])
        .where('ended_at', '<', isoOf(beforeMs))
        .groupBy(['pipeline', 'evidence_bucket'])
        .orderBy('pipeline')
        .orderBy('evidence_bucket')
        .execute()
      return rows.map((row) => ({
        pipeline: row.pipeline,
        evidenceBucket: row.evidence_bucket,
        count: row.count,
        hits: row.hits,
      }))
    },

    /** Ended ideas by pipeline and tenth of confidence. */
    async outcomeTallies({ symbol, sinceMs, untilMs }: TallyQuestion): Promise<OutcomeTally[]> {
      const rows = await db
        .selectFrom('trade_ideas')
        .select(({ fn }) => [
          'pipeline',
          'confidence_bucket',
          fn.countAll<number>().as('count'),
          HITS.as('hits'),
          sql<number>`sum(outcome_r)`.as('sum_r'),
          sql<number>`sum(outcome_pct)`.as('sum_pct'),
          sql<number>`sum(confidence)`.as('sum_confidence'),
        ])
        .where('ended_at', '>=', isoOf(sinceMs))
        .where('ended_at', '<', isoOf(untilMs))
        .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
        .groupBy(['pipeline', 'confidence_bucket'])
        .orderBy('pipeline')
        .orderBy('confidence_bucket')
        .execute()
      return rows.map((row) => ({
        pipeline: row.pipeline,
        confidenceBucket: row.confidence_bucket,
        count: row.count,
        hits: row.hits,
        sumR: row.sum_r,
        sumPct: row.sum_pct,
        sumConfidence: row.sum_confidence,
      }))
    },
  }
}
