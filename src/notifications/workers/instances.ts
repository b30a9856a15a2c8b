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
  /** Called with the number of live processes, this one included. */
  readonly onLive?: (processes: number) => void
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
  onLive?.(instances.filter((it) => it.id === self.id || !isGone(it)).length)
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
