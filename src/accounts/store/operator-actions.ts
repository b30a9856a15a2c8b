import type { Connection } from '../../store/connection.ts'
import type { LoggedAction, OperatorAction } from '../domain/operator-action.ts'
import type { AccountTables, OperatorActionRow } from './tables.ts'

export interface ActionPage {
  readonly limit: number
  readonly beforeId?: string | undefined
  /** Bounds of `at`, ISO 8601 UTC: from the first, before the second. */
  readonly from?: string | undefined
  readonly before?: string | undefined
}

/** What operators did: a log to which entries are added and which nothing changes; triggers of the store refuse it. */
export function operatorActions({ db }: Connection<AccountTables>) {
  return {
    /** The name of an account in the log: `fresh` if it has none yet. */
    async refOf(accountId: string, fresh: string): Promise<string> {
      const row = await db
        .updateTable('accounts')
        .set(({ fn, ref, val }) => ({ log_ref: fn.coalesce(ref('log_ref'), val(fresh)) }))
        .where('id', '=', accountId)
        .returning('log_ref')
        .executeTakeFirstOrThrow()
      return row.log_ref ?? fresh
    },

    async add(action: OperatorAction): Promise<void> {
      await db.insertInto('operator_actions').values(toRow(action)).execute()
    },

    /** Newest first; before `beforeId` if it is set. */
    async list({ from, before, beforeId, limit }: ActionPage): Promise<LoggedAction[]> {
      const rows = await db
        .selectFrom('operator_actions')
        .leftJoin('accounts as actors', 'actors.log_ref', 'actor_ref')
        .leftJoin('accounts as subjects', 'subjects.log_ref', 'subject_ref')
        .selectAll('operator_actions')
        .select(['actors.email as actor', 'subjects.email as subject'])
        .$if(from !== undefined, (all) => all.where('at', '>=', from ?? ''))
        .$if(before !== undefined, (all) => all.where('at', '<', before ?? ''))
        .$if(beforeId !== undefined, (all) => all.where('operator_actions.id', '<', beforeId ?? ''))
        .orderBy('operator_actions.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
  }
}

function toRow({ actorRef, subjectRef, details, ...rest }: OperatorAction): OperatorActionRow {
  return { ...rest, actor_ref: actorRef, subject_ref: subjectRef, details: JSON.stringify(details) }
}

function fromRow({
  actor_ref: actorRef,
  subject_ref: subjectRef,
  details,
  ...rest
}: OperatorActionRow & Pick<LoggedAction, 'actor' | 'subject'>): LoggedAction {
  return { ...rest, actorRef, subjectRef, details: JSON.parse(details) as LoggedAction['details'] }
}
