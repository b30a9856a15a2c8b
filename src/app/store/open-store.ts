import {
  type OpenStore,
  openStore as openStoreOf,
  type StoreOptions as StoreOptionsOf,
} from '../../store/open-store.ts'
import type { PostgresOptions } from '../../store/postgres/open-postgres.ts'
import { type Repositories, repositoriesOf } from './repositories.ts'
import type { Tables } from './tables.ts'

/** SQLite's name for a store without a file. */
export const IN_MEMORY = ':memory:'

/** The store of the service, with the repositories of every context. */
export type Store = OpenStore<Repositories>

export type StoreOptions = Omit<StoreOptionsOf<Tables, Repositories>, 'repositories'>

/** The store in a PostgreSQL database. What it takes is loaded here: most services have a file. */
export async function openStoreAt(
  options: Omit<PostgresOptions<Tables, Repositories>, 'repositories'>,
): Promise<Store> {
  const { openPostgres } = await import('../../store/postgres/open-postgres.ts')
  return openPostgres({ ...options, repositories: repositoriesOf })
}

export function openStore(options: StoreOptions): Promise<Store> {
  return openStoreOf({ ...options, repositories: repositoriesOf })
}
