import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import type { OrderResult } from '../contract/ledger-entry.ts'
import type { IdeaMeasure, MeasuredIdea, ScoreHorizon } from '../domain/scorecard/measured-idea.ts'
import type { ScoredAction } from '../domain/scorecard/trade-result.ts'
import type { LedgerRow, ReceiverTables } from './tables.ts'

/** An entry of the ledger with a decision. */
export interface DecidedIdea {
  readonly fingerprint: string
  readonly idea: TradeIdea
  /** After the gates. */
  readonly decision: Decision
  /** When the decision was asked for, else when the idea came. */
  readonly askedAt: Date
  readonly usage: unknown
  /** USD of all decisions on the idea; null where unknown. */
  readonly costUsd: number | null
  readonly orderResult: OrderResult | null
}

/** The same with what is known of it at a horizon. */
export interface ScoredIdea extends DecidedIdea {
  /** Null while the horizon is not over. */
  readonly measure: IdeaMeasure | null
  readonly rulesAction: ScoredAction | null
}

/** Instants that a decision was asked for between; the first included, the second not. */
export interface AskedRange {
  readonly from: Date
  readonly until: Date
  readonly symbol?: string | undefined
}

/** What decisions are read by, the latest first; every decided idea has it. */
export type DecisionKey = Pick<DecidedIdea, 'askedAt' | 'fingerprint'>

/** Which entries are due: asked for before, or tried in vain before. */
export interface DueBefore {
  readonly askedBefore: Date
  readonly triedBefore: Date
}

export function decisionScores(connection: Connection<ReceiverTables>) {
  return { ...due(connection), ...writing(connection), ...reading(connection) }
}

const ASKED_AT = sql<string>`coalesce(ledger.asked_at, ledger.created_at)`

function due({ db }: Connection<ReceiverTables>) {
  const decided = db
    .selectFrom('ledger')
    .where('ledger.decision', 'is not', null)
    .where('ledger.status', '!=', sql.lit('queued' as const))
  return {
    /** The oldest decision without an outcome at a horizon, or whose outcome could not be priced when it was tried. */
    async unmeasured(horizon: ScoreHorizon, { askedBefore, triedBefore }: DueBefore): Promise<DecidedIdea | undefined> {
      const row = await decided
        .leftJoin('decision_outcomes as outcome', (join) =>
          join.onRef('outcome.fingerprint', '=', 'ledger.fingerprint').on('outcome.horizon', '=', horizon),
        )
        .where(ASKED_AT, '<', askedBefore.toISOString())
        .where(({ or, and, eb }) =>
          or([
            eb('outcome.checked_at', 'is', null),
            and([eb('outcome.unpriced', 'is not', null), eb('outcome.checked_at', '<', triedBefore.toISOString())]),
          ]),
        )
        .selectAll('ledger')
        .orderBy('ledger.created_at')
        .limit(1)
        .executeTakeFirst()
      return row && toDecided(row)
    },

    /** The oldest decision that fixed rules have not decided, too. */
    async withoutBaseline({ askedBefore, triedBefore }: DueBefore): Promise<DecidedIdea | undefined> {
      const row = await decided
        .leftJoin('decision_baselines as baseline', 'baseline.fingerprint', 'ledger.fingerprint')
        .where(ASKED_AT, '<', askedBefore.toISOString())
        .where(({ or, and, eb }) =>
          or([
            eb('baseline.checked_at', 'is', null),
            and([eb('baseline.action', 'is', null), eb('baseline.checked_at', '<', triedBefore.toISOString())]),
          ]),
        )
        .selectAll('ledger')
        .orderBy('ledger.created_at')
        .limit(1)
        .executeTakeFirst()
      return row && toDecided(row)
    },
  }
}

function writing({ db }: Connection<ReceiverTables>) {
  return {
    async putMeasure(fingerprint: string, horizon: ScoreHorizon, measure: IdeaMeasure, now: Date): Promise<void> {
      const values = {
        unpriced: measure.isPriced ? null : measure.reason,
        content: measure.isPriced ? JSON.stringify(measure.outcome) : null,
        checked_at: now.toISOString(),
      }
      await db
        .insertInto('decision_outcomes')
        .values({ fingerprint, horizon, ...values })
        .onConflict((conflict) => conflict.columns(['fingerprint', 'horizon']).doUpdateSet(values))
        .execute()
    },

    async putBaseline(
      fingerprint: string,
      { action, error }: { readonly action: ScoredAction | null; readonly error: string | null },
      now: Date,
    ): Promise<void> {
      const values = { action, error, checked_at: now.toISOString() }
      await db
        .insertInto('decision_baselines')
        .values({ fingerprint, ...values })
        .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(values))
        .execute()
    },
  }
}

function reading({ db }: Connection<ReceiverTables>) {
  return {
    /** Decisions with what is known of them at a horizon, the latest first: a page after a place. */
    async scored(
      { from, until, symbol }: AskedRange,
      horizon: ScoreHorizon,
      { after, limit }: { readonly after?: DecisionKey | undefined; readonly limit: number },
    ): Promise<ScoredIdea[]> {
      const rows = await db
        .selectFrom('ledger')
        .leftJoin('decision_outcomes as outcome', (join) =>
          join.onRef('outcome.fingerprint', '=', 'ledger.fingerprint').on('outcome.horizon', '=', horizon),
        )
        .leftJoin('decision_baselines as baseline', 'baseline.fingerprint', 'ledger.fingerprint')
        .where('ledger.decision', 'is not', null)
        .where('ledger.status', '!=', sql.lit('queued' as const))
        .where(ASKED_AT, '>=', from.toISOString())
        .where(ASKED_AT, '<', until.toISOString())
        .$if(symbol !== undefined, (query) => query.where('ledger.symbol', '=', symbol ?? ''))
        .$if(after !== undefined, (query) => query.where(isAfter(after)))
        .selectAll('ledger')
        .select(['outcome.unpriced', 'outcome.content', 'baseline.action as rules_action'])
        .orderBy(ASKED_AT, 'desc')
        .orderBy('ledger.fingerprint', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...toDecided(row), measure: toMeasure(row), rulesAction: row.rules_action }))
    },

    /** What is known of one idea at a horizon; null for nothing yet. */
    async measureOf(fingerprint: string, horizon: ScoreHorizon): Promise<IdeaMeasure | null> {
      const row = await db
        .selectFrom('decision_outcomes')
        .select(['unpriced', 'content'])
        .where('fingerprint', '=', fingerprint)
        .where('horizon', '=', horizon)
        .executeTakeFirst()
      return row ? toMeasure(row) : null
    },

    /** Ideas of the range that ended without a decision. */
    async countUndecided({ from, until, symbol }: AskedRange): Promise<number> {
      const row = await db
        .selectFrom('ledger')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('decision', 'is', null)
        .where('status', '=', sql.lit('failed' as const))
        .where(ASKED_AT, '>=', from.toISOString())
        .where(ASKED_AT, '<', until.toISOString())
        .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
  }
}

function isAfter(key: DecisionKey | undefined) {
  return sql<boolean>`(${ASKED_AT}, ledger.fingerprint) < (${key?.askedAt.toISOString()}, ${key?.fingerprint})`
}

function toDecided(row: LedgerRow): DecidedIdea {
  return {
    fingerprint: row.fingerprint,
    idea: JSON.parse(row.payload) as TradeIdea,
    decision: JSON.parse(row.decision ?? 'null') as Decision,
    askedAt: new Date(row.asked_at ?? row.created_at),
    usage: row.llm_usage === null ? null : JSON.parse(row.llm_usage),
    costUsd: row.llm_cost_usd,
    orderResult: row.order_result === null ? null : (JSON.parse(row.order_result) as OrderResult),
  }
}

function toMeasure({
  unpriced,
  content,
}: {
  unpriced: 'no_bars' | 'no_entry_price' | null
  content: string | null
}): IdeaMeasure | null {
  if (unpriced !== null) return { isPriced: false, reason: unpriced }
  return content === null ? null : { isPriced: true, outcome: JSON.parse(content) as MeasuredIdea }
}
