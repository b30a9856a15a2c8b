import type { Store } from '../store/open.ts'
import type { Instance } from '../store/outbox-holders.ts'

/** A process of another machine is taken for gone after so long without a sign of life. */
export const SILENT_MS = 5_000

export interface InstanceParts {
  readonly store: Store
  readonly now: () => Date
  /** This process: its heartbeat is written anew. */
  readonly self: Omit<Instance, 'heartbeatAt'>
  /** Whether a process of this machine still runs, by its number and the time of its start. */
  readonly isAlive: (pid: number, processStartedAt: string) => boolean
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void
}

/**
 * One step: a sign of life of this process, and what others held that are gone is due at once, much sooner than their
 * leases end. True when there was such. A second process on the same store keeps its own.
 */
export async function keepLeases(
  { store, now, self, isAlive, log }: InstanceParts,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false
  const at = now()
  await store.outbox.beat({ ...self, heartbeatAt: at.toISOString() })
  let released = false
  for (const instance of await store.outbox.instances()) {
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
