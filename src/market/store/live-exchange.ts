/**
 * Questions of the processes of a service to the one that asks the vendor, and its answers. PostgreSQL alone; a crash of
 * the server empties both. Each call is one statement or independent ones, outside of transactions.
 */
import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { LiveAnswerRow, LiveQuestionRow, MarketTables } from './tables.ts'

/** A question of which an answer is wanted that was found right since an instant. */
export interface WantedAnswer extends Omit<LiveQuestionRow, 'question'> {
  /** Put down if there is no such answer; null where it has been put down a moment ago. */
  readonly question: string | null
  readonly sinceMs: number
  /** The version that is known: its content is not read again. */
  readonly known: string | null
}

/** `content` is null where it is that of the known version. */
export type FoundAnswer = Omit<LiveAnswerRow, 'content'> & { readonly content: Buffer | null }

export interface NewAnswer extends Omit<LiveAnswerRow, 'content'> {
  /** Called if the version is not stored. */
  readonly content: () => Buffer
}

/** No process is paused for so long without being replaced, and no two clocks differ by so much. */
const CLOCK_MS = 60_000

export function liveExchange({ db }: Connection<MarketTables>) {
  return {
    /** The answers that are new enough. Questions without one are put down. */
    async ask(wanted: readonly WantedAnswer[]): Promise<readonly FoundAnswer[]> {
      const column = <Name extends keyof WantedAnswer>(name: Name) => wanted.map((each) => each[name])
      const { rows } = await sql<FoundAnswer>`with asked as (
          select * from unnest(${column('digest')}::text[], ${column('question')}::text[], ${column('urgency')}::int8[],
            ${column('until_ms')}::int8[], ${column('known')}::text[], ${column('sinceMs')}::int8[])
            as a (digest, question, urgency, until_ms, known, since_ms)
        ), found as (
          select a.digest, l.version, l.checked_ms,
            case when l.version is distinct from a.known then l.content end as content
          from asked a join live_answers l on l.digest = a.digest
          where l.checked_ms between a.since_ms and a.until_ms
        ), put as (
          insert into live_questions (digest, question, urgency, until_ms)
            select digest, question, urgency, until_ms from asked a
            where question is not null and not exists (select from found f where f.digest = a.digest) order by digest
          on conflict (digest) do update set urgency = greatest(live_questions.urgency, excluded.urgency),
            until_ms = greatest(live_questions.until_ms, excluded.until_ms)
        ) select * from found`.execute(db)
      return rows
    },

    /** Takes all questions, with those that nobody waits for any more. */
    async take(): Promise<readonly LiveQuestionRow[]> {
      const { rows } = await sql<LiveQuestionRow>`delete from live_questions where digest in (
          select digest from live_questions order by digest for update skip locked
        ) returning digest, question, urgency, until_ms`.execute(db)
      return rows
    },

    /**
     * An answer that is older than the stored one is left out: it comes from a process that was paused. One that is much
     * older comes after the clock was set back.
     */
    async put(answers: readonly NewAnswer[]): Promise<void> {
      const column = <Name extends keyof NewAnswer>(name: Name) => answers.map((each) => each[name])
      const { rows } = await sql<{ digest: string }>`update live_answers l
          set checked_ms = case when l.checked_ms > a.checked_ms + ${CLOCK_MS}::int8 then a.checked_ms
            else greatest(l.checked_ms, a.checked_ms) end
          from unnest(${column('digest')}::text[], ${column('version')}::text[], ${column('checked_ms')}::int8[])
            as a (digest, version, checked_ms)
          where l.digest = a.digest and l.version = a.version returning l.digest`.execute(db)
      const checked = new Set(rows.map(({ digest }) => digest))
      for (const { content, ...answer } of answers) {
        if (checked.has(answer.digest)) continue
        await db
          .insertInto('live_answers')
          .values({ ...answer, content: content() })
          .onConflict((conflict) =>
            conflict
              .column('digest')
              .doUpdateSet((excluded) => ({
                version: excluded.ref('excluded.version'),
                checked_ms: excluded.ref('excluded.checked_ms'),
                content: excluded.ref('excluded.content'),
              }))
              .where(sql<boolean>`live_answers.checked_ms <= excluded.checked_ms
                or live_answers.checked_ms > excluded.checked_ms + ${CLOCK_MS}::int8`),
          )
          .execute()
      }
    },

    async removeBefore(checkedMs: number): Promise<void> {
      await db.deleteFrom('live_answers').where('checked_ms', '<', checkedMs).execute()
    },
  }
}
