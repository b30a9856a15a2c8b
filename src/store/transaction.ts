import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin, TransactionBuilder } from 'kysely'
import type { Change, ChangeListeners } from './changes.ts'
import type { Connection, Engine } from './connection.ts'
import { repeating } from './postgres/repeat.ts'
import type { EngineTables, TransactionKind, Transactions } from './store.ts'

const inside = new AsyncLocalStorage<true>()

/**
 * Using the outer store inside a transaction would wait forever for the one SQLite connection, and write outside the
 * transaction on PostgreSQL. This plugin of the outer connection turns that mistake into an error at the first query.
 */
const refuseInsideTransaction: KyselyPlugin = {
  transformQuery({ node }) {
    if (inside.getStore()) {
      throw new Error('the outer store was used inside a transaction: use the repositories that are passed in')
    }
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

export type RepositoriesOf<Tables, Repositories> = (connection: Connection<Tables>) => Repositories

export interface TransactionParts<Tables, Repositories> {
  readonly engine: Engine
  readonly db: Kysely<Tables>
  readonly repositories: RepositoriesOf<Tables, Repositories>
  readonly listeners: ChangeListeners
  /** Called after each commit that has written cached data. */
  readonly onChanged?: () => void
}

/**
 * The repositories and transactions over them, the same on both engines. On PostgreSQL a transaction is serializable, as
 * SQLite's are, unless it is `hot`, and its work may run several times: it has no effect but on the store.
 */
export function transactional<Tables, Repositories>({
  engine,
  db,
  repositories: repositoriesOf,
  listeners,
  onChanged = () => undefined,
}: TransactionParts<Tables, Repositories>): Repositories & Transactions<Repositories> {
  const outer = db.withPlugin(refuseInsideTransaction)
  const repeated = repeating()
  const begin = (kind: TransactionKind | undefined) => {
    if (engine === 'sqlite') return db.transaction()
    return db.transaction().setIsolationLevel(kind === 'hot' ? 'read committed' : 'serializable')
  }
  /** Commits the work with the record of its changes, which other readers see only now. */
  async function run<T>(
    transaction: TransactionBuilder<Tables>,
    work: (connection: Connection<Tables>) => Promise<T>,
  ): Promise<T> {
    const changes: Change[] = []
    const result = await transaction.execute(async (within) => {
      const done = await work({ engine, db: within, changing: noting(within, changes) })
      if (engine === 'postgres' && changes.length > 0) await record(within, changes)
      return done
    })
    for (const change of changes) listeners.report(change)
    if (changes.length > 0) onChanged()
    return result
  }
  /** A write outside a transaction has one of its own on PostgreSQL. */
  const changing: Connection<Tables>['changing'] = async (kind, accounts, write) => {
    if (engine === 'postgres') return run(outer.transaction(), (it) => it.changing(kind, accounts, write))
    const changes: Change[] = []
    const result = await noting(outer, changes)(kind, accounts, write)
    for (const change of changes) listeners.report(change)
    return result
  }
  return {
    ...repositoriesOf({ engine, db: outer, changing }),
    async transaction<T>(work: (repositories: Repositories) => Promise<T>, kind?: TransactionKind): Promise<T> {
      if (inside.getStore()) {
        throw new Error('a transaction was started inside a transaction: use the repositories that are passed in')
      }
      const once = () => run(begin(kind), (connection) => inside.run(true, () => work(repositoriesOf(connection))))
      return engine === 'sqlite' ? once() : repeated(once)
    },
  }
}

function noting<Tables>(db: Kysely<Tables>, changes: Change[]): Connection<Tables>['changing'] {
  return async (kind, accounts, write) => {
    const result = await write(db)
    const changed = typeof accounts === 'string' ? [accounts] : accounts(result)
    for (const accountId of changed) changes.push({ kind, accountId })
    return result
  }
}

/** The database adds the id of the transaction. */
async function record<Tables>(db: Kysely<Tables>, changes: readonly Change[]): Promise<void> {
  // The compiler cannot infer that `Tables` includes the tables of the engine.
  const ownTables = db as Kysely<unknown> as Kysely<EngineTables>
  await ownTables
    .insertInto('changes')
    .values(changes.map(({ kind, accountId }) => ({ kind, account_id: accountId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
