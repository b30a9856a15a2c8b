import { type Shard, shardsOf } from '../../alerts/domain/shard.ts'
import { type Leases, noLeases, soleLeases } from '../../lib/node/leases.ts'
import { isRemoteSource } from '../../market/sources/index.ts'
import type { Bus } from '../../store/processes/bus.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'

type AlertsWork = `alerts/${number}`

/** What one process of a service does at a time. */
export type WorkName =
  | AlertsWork
  /** The search for trade ideas. */
  | 'ideas'
  /** What is kept of past sessions, and the deletion of what is too old. */
  | 'keeping'
  /** Asking the vendor of a live market source, and storing what it says. */
  | 'source'

/** Notifications of what the market does, to the accounts of a shard. */
export const alertsWork = ({ index }: Shard): AlertsWork => `alerts/${index}`

export interface OwnLeasesParts {
  readonly log: Log
  readonly monotonicMs: () => number
  readonly randomBytes: (size: number) => Buffer
  /** Only the service does such work. */
  readonly isService: boolean
  /** Hints of leases that others have given back. */
  readonly bus: Bus
}

/** The leases of the settings: of this process alone where the store is a file, and none where its roles do no such work. */
export async function ownLeases(
  life: Lifecycle,
  {
    roles,
    matchShards,
    market: { source },
    secrets: { databaseDirectUrl: url },
  }: Pick<Config, 'roles' | 'matchShards' | 'market' | 'secrets'>,
  { log, monotonicMs, randomBytes, isService, bus }: OwnLeasesParts,
): Promise<Leases<WorkName>> {
  if (url === undefined || !isService) return soleLeases
  if (!roles.includes('market')) return noLeases
  const { PostgresLeases } = await import('../../store/processes/postgres-leases.ts')
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'leases cannot be renewed: work that one process does at a time waits')
  const owner = randomBytes(16).toString('hex')
  const onReleased = () => bus.publish('leases', bus.processId)
  const ofSource: WorkName[] = isRemoteSource(source) ? ['source'] : []
  const names: WorkName[] = [...shardsOf(matchShards).map(alertsWork), 'ideas', 'keeping', ...ofSource]
  const leases = new PostgresLeases({ names, owner, url, monotonicMs, onReleased, onFailure })
  const unsubscribe = bus.subscribe('leases', () => void leases.renew())
  life.own('leases', leases, async (it) => {
    unsubscribe()
    await it[Symbol.asyncDispose]()
  })
  await leases.start()
  return leases
}
