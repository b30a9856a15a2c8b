import { memoryWindows, type Windows } from '../../lib/async/windows.ts'
import type { WindowServer } from '../../store/processes/shared-windows.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'
import { valkeyName } from './own-bus.ts'

/** Each statement takes a fraction of a millisecond. */
const CONNECTIONS = 4

export interface OwnWindowsParts {
  readonly log: Log
  readonly monotonicMs: () => number
  /** Only the service limits requests. */
  readonly isService: boolean
}

/** The windows of the settings: in memory where the store is a file. */
export async function ownWindows(
  life: Lifecycle,
  { secrets }: Pick<Config, 'secrets'>,
  { log, monotonicMs, isService }: OwnWindowsParts,
): Promise<Windows> {
  if (secrets.databaseUrl === undefined || !isService) return memoryWindows(monotonicMs)
  const { SharedWindows } = await import('../../store/processes/shared-windows.ts')
  const { postgresWindows } = await import('../../store/processes/postgres-windows.ts')
  const { openPool } = await import('../../store/postgres/pool.ts')
  const url = secrets.databaseUrl
  const pool = await openPool({ url, connections: CONNECTIONS, isPooled: url !== secrets.databaseDirectUrl })
  life.own('windows', pool, (it) => it.end())
  const onSweepFailure = (error: unknown) => log.warn({ err: error }, 'old limits of requests cannot be deleted')
  const servers = [...(await valkeyServer(life, secrets, log)), postgresWindows(pool, monotonicMs, onSweepFailure)]
  const onFailure = (server: string, error: unknown) =>
    log.warn({ err: error, server }, 'limits of requests cannot be counted there')
  return new SharedWindows({ servers, monotonicMs, onFailure })
}

async function valkeyServer(
  life: Lifecycle,
  { valkeyUrl, session }: Config['secrets'],
  log: Log,
): Promise<WindowServer[]> {
  if (valkeyUrl === undefined) return []
  const { closeValkey, openValkey } = await import('../../store/processes/valkey.ts')
  const { valkeyWindows } = await import('../../store/processes/valkey-windows.ts')
  const onError = (error: unknown) => log.warn({ err: error }, 'Valkey cannot be reached: PostgreSQL counts requests')
  const client = life.own('Valkey', await openValkey(valkeyUrl, onError), closeValkey)
  return [valkeyWindows(client, valkeyName(session, 'windows'))]
}
