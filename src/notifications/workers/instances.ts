import type { NotificationStore } from '../store/index.ts'
import type { Instance } from '../store/outbox-holders.ts'

/** A process of another machine counts as dead after so long without a heartbeat. */
export const SILENT_MS = 5_000

export interface InstanceParts {
  readonly store: NotificationStore
  readonly now: () => Date
  /** This process, whose heartbeat is written. */
  readonly self: Omit<Instance, 'heartbeatAt'>
  /** Whether a process of this machine still runs, by its number and the time of its start. */
  readonly isAlive: (pid: number, processStartedAt: string) => boolean
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void
  readonly onLive?: (live: LiveProcesses) => void
}

/** How many processes of the service live, this one included. */
export interface LiveProcesses {
  readonly all: number
  /** Those that send deliveries. */
  readonly senders: number
}

/**
 * One step: writes the heartbeat of this process and makes the leased rows of dead processes due at once, long before
 * their leases expire. True when there were dead processes. A second live process on the same store keeps its leases.
 */
export async function keepLeases(
  { store, now, self, isAlive, log, onLive }: InstanceParts,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false
  const at = now()
  await store.outbox.beat({ ...self, heartbeatAt: at.toISOString() })
  let released = false
  const instances = await store.outbox.instances()
  const live = instances.filter((it) => it.id === self.id || !isGone(it))
  onLive?.({ all: live.length, senders: live.filter(({ sends }) => sends).length })
  for (const instance of instances) {
    if (instance.id === self.id || !isGone(instance)) continue
    const rows = await store.outbox.release(instance.id, at)
    log('took over from a process that is gone', { instance: instance.id, deliveries: rows })
    released = true
  }
  return released

  function isGone({ host, pid, processStartedAt, heartbeatAt }: Instance): boolean {
    if (host === self.host) return !isAlive(pid, processStartedAt)
    return at.getTime() - Date.parse(heartbeatAt) >= SILENT_MS
  }
}
