import type { Bus } from '../../store/processes/bus.ts'
import type { Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'
import { IN_MEMORY, openStore, openStoreAt, type Store } from './open-store.ts'
import { privateStoreFile } from './private-file.ts'

export interface OwnStoreParts {
  readonly log: Log
  readonly now: () => Date
  readonly monotonicMs: () => number
  /** The service, and no command and no thread of it. */
  readonly isService: boolean
  /** Hints of what other processes commit. */
  readonly bus: Bus
}

/** The store of the settings: a file, or a PostgreSQL database. */
export function ownStore(
  { databasePath: path, secrets: { databaseUrl: url } }: Pick<Config, 'databasePath' | 'secrets'>,
  { log, isService, bus, now, monotonicMs }: OwnStoreParts,
): Promise<Store> {
  if (url !== undefined) return openStoreAt({ url, isService, bus, now, monotonicMs })
  const file = path ?? IN_MEMORY
  if (file !== IN_MEMORY) privateStoreFile(file, (sentence) => log.warn(sentence))
  return openStore({ path: file, now, monotonicMs })
}
