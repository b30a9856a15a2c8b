import { packText, unpackText } from '../../lib/node/packed-text.ts'
import type { Connection } from '../../store/connection.ts'
import type { KeptEvidence } from '../domain/evidence.ts'
import type { ReceiverTables } from './tables.ts'

/** The most rows of one statement, so that no other writer waits long. */
const MAX_ROWS_AT_ONCE = 200

/** One request for a decision. */
export interface StoredEvidence {
  /** ISO 8601 UTC with milliseconds. */
  readonly decidedAt: string
  /** Each model that was asked, in order. */
  readonly models: readonly KeptEvidence[]
}

/** What decisions were made from. */
export function decisionEvidence({ db }: Connection<ReceiverTables>) {
  return {
    async add(fingerprint: string, models: readonly KeptEvidence[], now: Date): Promise<void> {
      await db
        .insertInto('decision_evidence')
        .values({ fingerprint, decided_at: now.toISOString(), content: packText(JSON.stringify(models)) })
        .onConflict((conflict) => conflict.columns(['fingerprint', 'decided_at']).doNothing())
        .execute()
    },

    /** Oldest first; none when no decision was requested, or when all are too old. */
    async of(fingerprint: string): Promise<StoredEvidence[]> {
      const rows = await db
        .selectFrom('decision_evidence')
        .select(['decided_at', 'content'])
        .where('fingerprint', '=', fingerprint)
        .orderBy('decided_at')
        .execute()
      return rows.map(({ decided_at: decidedAt, content }) => ({
        decidedAt,
        models: JSON.parse(unpackText(content)) as KeptEvidence[],
      }))
    },

    /** One batch of what was kept before the instant; how many rows. */
    async removeBefore(instant: Date): Promise<number> {
      const rows = await db
        .deleteFrom('decision_evidence')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('fingerprint', 'decided_at'),
            'in',
            selectFrom('decision_evidence as old')
              .select(['old.fingerprint', 'old.decided_at'])
              .where('old.decided_at', '<', instant.toISOString())
              .orderBy('old.decided_at')
              .limit(MAX_ROWS_AT_ONCE)
              .$asTuple('fingerprint', 'decided_at'),
          ),
        )
        .returning('fingerprint')
        .execute()
      return rows.length
    },
  }
}
