import {
  type OpenStore,
  openStore as openStoreOf,
  type StoreOptions as StoreOptionsOf,
} from '../../store/open-store.ts'
import { type Repositories, repositoriesOf } from './repositories.ts'
import type { Tables } from './tables.ts'

/** SQLite's name for a store without a file. */
export const IN_MEMORY = ':memory:'

/** The store of the service, with the repositories of every context. */
export type Store = OpenStore<Repositories>

export type StoreOptions = Omit<StoreOptionsOf<Tables, Repositories>, 'repositories'>

export function openStore(options: StoreOptions): Promise<Store> {
  return openStoreOf({ ...options, repositories: repositoriesOf })
}
