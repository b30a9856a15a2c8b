import { once } from '../lib/once.ts'
import type { RaiseParts } from '../operations/notifications/raise.ts'
import type { CheckResult, ReadinessCheck } from '../surfaces/rest/health.ts'
import { type DeliveryParts, deliverDue, deliveryParts } from '../workers/delivery.ts'
import { flushDigests } from '../workers/digest.ts'
import { Flights } from '../workers/flights.ts'
import { keepLeases } from '../workers/instances.ts'
import { warnOfKeyEnds } from '../workers/key-expiry.ts'
import { feedMemory, tellOfFlow } from '../workers/market-feed.ts'
import { forgetOld } from '../workers/retention.ts'
import { outageWatch } from '../workers/source-outage.ts'
import { pause, type Step, type Worker, worker } from '../workers/worker.ts'
import { alarmClock } from './alarm-clock.ts'
import { liveIn } from './live/live-market.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'
import { stillRuns, thisProcess } from './this-process.ts'

const IDLE_MS = 1_000
/** A look without news costs a few microseconds for each symbol; more often than this would be seen by nobody. */
export const FEED_IDLE_MS = 20
const RETENTION_IDLE_MS = 60_000
const KEY_ENDS_IDLE_MS = 3_600_000
const OUTAGE_IDLE_MS = 30_000
/** Between two bites of what is too old, so that no writer waits. */
const BITE_PAUSE_MS = 100
/** What is being sent at a stop may end for so long; what is cut then is sent again by the next process. */
const GRACE_MS = 5_000
/** One failure may be a busy store; so many in a row are a fault. */
const FAILURES_IN_A_ROW = 3

/** The work on notifications: begun by `start` once the service listens, ended by its disposal. */
export interface Notifications extends AsyncDisposable {
  start(): Promise<void>
  readonly check: ReadinessCheck
}

export function notificationsOf(parts: Parts, { graceMs = GRACE_MS } = {}): Notifications {
  const { store, notifier, now, newId, log, address } = parts
  const ending = new AbortController()
  const tell: DeliveryParts['log'] = (message, fields) => log.warn(fields, message)
  const { host, pid, mark } = thisProcess()
  const self = { id: newId(), host, pid, processStartedAt: mark }
  const leases = { store, now, self, isAlive: stillRuns, log: tell }
  const flights = new Flights(self.id)
  const shared = once(() => ({ ...parts, publicUrl: address.publicUrl, flights, random: Math.random, log: tell }))
  const delivery = once(() => deliveryParts({ ...shared(), signal: ending.signal }))

  const sending = loopOf(parts, 'deliveries', IDLE_MS, async () => {
    const did = await deliverDue(delivery())
    if (!did) alarm.set(await store.outbox.nextDueMs(), now().getTime())
    return did
  })
  const gathering = loopOf(parts, 'digests', IDLE_MS, (signal) => flushDigests(shared(), signal))
  const beating = loopOf(parts, 'leases', IDLE_MS, (signal) => keepLeases(leases, signal))
  const forgetting = loopOf(parts, 'retention', RETENTION_IDLE_MS, async (signal) => {
    const did = await forgetOld({ store, notifier, now }, signal)
    if (did) await pause(BITE_PAUSE_MS, signal)
    return did
  })
  const warning = loopOf(parts, 'key ends', KEY_ENDS_IDLE_MS, (signal) => warnOfKeyEnds(shared(), signal))
  const flow = once(() => ({ ...contextOf(parts, { caller: OPERATOR }), ...shared(), memory: feedMemory() }))
  const watching = loopOf(parts, 'market feed', FEED_IDLE_MS, (signal) => tellOfFlow(flow(), signal))
  const loops = [beating, sending, gathering, forgetting, warning, watching, ...outageLoop(parts, shared)]
  const alarm = alarmClock(() => {
    sending.wake()
    gathering.wake()
  })
  const wake = () => sending.wake()
  let isRegistered = false
  return {
    async start() {
      await keepLeases(leases, ending.signal)
      isRegistered = true
      notifier.onWake.add(wake)
      for (const loop of loops) loop.start()
    },
    check: { name: 'notifications', run: async () => readiness(loops, notifier.channels.size) },
    async [Symbol.asyncDispose]() {
      notifier.onWake.delete(wake)
      flights.close()
      await Promise.all(loops.map((loop) => loop.stop()))
      alarm.clear()
      await endFlights(flights, ending, graceMs)
      if (isRegistered) await store.outbox.release(self.id, now())
    },
  }
}

/** Accounts hear of a live source that fails; others cannot. */
function outageLoop(parts: Parts, shared: () => RaiseParts): Worker[] {
  const live = liveIn(parts.market)
  if (!live) return []
  const watch = once(() => outageWatch({ ...shared(), source: live.name, sourceState: () => live.sourceHealth() }))
  return [loopOf(parts, 'source outage', OUTAGE_IDLE_MS, () => watch()())]
}

function loopOf({ monotonicMs, log }: Parts, name: string, idleMs: number, step: Step): Worker {
  const onError = (error: unknown) => log.error({ err: error, worker: name }, 'the work on notifications failed')
  return worker({ name, step, idleMs, graceMs: GRACE_MS, monotonicMs, onError })
}

/** Waits for what is being sent, and cuts it once the grace is over; the cut is written as an attempt that failed. */
async function endFlights(flights: Flights, ending: AbortController, graceMs: number): Promise<void> {
  const ended = new AbortController()
  const grace = pause(graceMs, ended.signal).then(() => ending.abort())
  await flights.idle()
  ended.abort()
  await grace
}

function readiness(loops: readonly Worker[], channels: number): CheckResult {
  const failing = loops.filter((loop) => loop.health().failures >= FAILURES_IN_A_ROW).map(({ name }) => name)
  return failing.length === 0
    ? { ok: true, detail: `Notifications are sent, by ${channels} channels and the bell.` }
    : { ok: false, detail: `Again and again this fails: ${failing.join(', ')}.` }
}
