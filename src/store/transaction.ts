import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin, TransactionBuilder } from 'kysely'
import type { Connection, Engine } from './connection.ts'
import { repeating } from './postgres/repeat.ts'
import type { TransactionKind, Transactions, Versions } from './store.ts'

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

/**
 * The repositories and transactions over them, the same on both engines. On PostgreSQL a transaction is serializable, as
 * SQLite's are, unless it is `hot`, and its work may run several times: it has no effect but on the store.
 */
export function transactional<Tables, Repositories>(
  engine: Engine,
  db: Kysely<Tables>,
  repositoriesOf: RepositoriesOf<Tables, Repositories>,
): Repositories & Transactions<Repositories> & Pick<Versions, 'version' | 'onChange'> {
  const writes = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()
  const count = (topic: string) => {
    writes.set(topic, (writes.get(topic) ?? 0) + 1)
    for (const listener of listeners.get(topic) ?? []) listener()
  }
  const repeated = repeating()
  const begin = (kind: TransactionKind | undefined) => {
    if (engine === 'sqlite') return db.transaction()
    return db.transaction().setIsolationLevel(kind === 'hot' ? 'read committed' : 'serializable')
  }
  async function run<T>(transaction: TransactionBuilder<Tables>, work: (repositories: Repositories) => Promise<T>) {
    const own: string[] = []
    const result = await transaction.execute((within) => {
      const repositories = repositoriesOf({ engine, db: within, changed: (topic) => own.push(topic) })
      return inside.run(true, () => work(repositories))
    })
    return { own, result }
  }
  return {
    ...repositoriesOf({ engine, db: db.withPlugin(refuseInsideTransaction), changed: count }),
    version: (topic) => writes.get(topic) ?? 0,
    onChange(topic, listener) {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => known.delete(listener)
    },
    async transaction<T>(work: (repositories: Repositories) => Promise<T>, kind?: TransactionKind): Promise<T> {
      if (inside.getStore()) {
        throw new Error('a transaction was started inside a transaction: use the repositories that are passed in')
      }
      const once = () => run(begin(kind), work)
      const { own, result } = engine === 'sqlite' ? await once() : await repeated(once)
      // Other readers see the changes only now.
      for (const topic of own) count(topic)
      return result
    },
  }
}
