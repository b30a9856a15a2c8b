import type { Bus } from '../../store/processes/bus.ts'
import type { Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'
import { IN_MEMORY, openStore, openStoreAt, type Store } from './open-store.ts'
import { privateStoreFile } from './private-file.ts'
import { serviceUseOf } from './service-use.ts'

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
export function ownStore(config: Config, { log, isService, bus, now, monotonicMs }: OwnStoreParts): Promise<Store> {
  const { databaseUrl: url, databaseDirectUrl: directUrl = '' } = config.secrets
  if (url !== undefined) {
    return openStoreAt({ url, directUrl, service: isService ? serviceUseOf(config) : null, bus, now, monotonicMs })
  }
  const file = config.databasePath ?? IN_MEMORY
  if (file !== IN_MEMORY) privateStoreFile(file, (sentence) => log.warn(sentence))
  return openStore({ path: file, now, monotonicMs })
}
