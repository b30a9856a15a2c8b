import { removeEnded } from '../accounts/workers/remove-ended.ts'
import { removeUnconfirmed } from '../accounts/workers/remove-unconfirmed.ts'
import { ALL_ACCOUNTS, type Shard, shardsOf } from '../alerts/domain/shard.ts'
import { levelMemory, notifyOfLevels } from '../alerts/workers/level-watch.ts'
import { feedMemory, notifyOfFlow } from '../alerts/workers/market-feed.ts'
import { notifyOfScreens, screenMemory } from '../alerts/workers/screen-watch.ts'
import { deleteOldFlow, makeFlowPartitions } from '../flow/workers/retention.ts'
import { once } from '../lib/async/once.ts'
import { inTerm } from '../lib/node/leases.ts'
import { pause, type Step, type Worker, worker } from '../lib/node/worker.ts'
import { withUrgency } from '../market/sources/urgency.ts'
import type { RaiseParts } from '../notifications/operations/raise/trigger.ts'
import { type ChatLinkParts, readChats, releaseChats } from '../notifications/workers/chat-links.ts'
import { deliverDue, deliveryParts } from '../notifications/workers/delivery.ts'
import type { DeliveryParts } from '../notifications/workers/delivery-parts.ts'
import { type DigestParts, flushDigests } from '../notifications/workers/digest.ts'
import { InFlightDeliveries } from '../notifications/workers/in-flight-deliveries.ts'
import { keepLeases, type LiveProcesses } from '../notifications/workers/instances.ts'
import { warnOfKeyEnds } from '../notifications/workers/key-expiry.ts'
import { deleteOldNotifications } from '../notifications/workers/retention.ts'
import { outageWatch } from '../notifications/workers/source-outage.ts'
import { deleteOldEvidence } from '../receiver/workers/retention.ts'
import type { CheckResult, ReadinessCheck } from '../surfaces/rest/health.ts'
import { alarmClock } from './alarm-clock.ts'
import type { ServiceClock } from './clock/service-clock.ts'
import { liveIn } from './live/live-ports.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'
import { alertsWork } from './store/own-leases.ts'
import { storeInTerm } from './store/store-in-term.ts'
import { stillRuns, thisProcess } from './this-process.ts'

const IDLE_MS = 1_000
/** A poll without new rows costs a few microseconds per symbol; nobody would notice a shorter interval. */
export const FEED_IDLE_MS = 20
const SCREEN_IDLE_MS = 60_000
const RETENTION_IDLE_MS = 60_000
const KEY_EXPIRY_IDLE_MS = 3_600_000
const OUTAGE_IDLE_MS = 30_000
/** Pause between two batches of deletions, so that writers do not wait. */
const DELETION_PAUSE_MS = 100
/** Time for in-flight deliveries to end at a stop; the next process sends aborted ones again. */
const GRACE_MS = 5_000
/** One failure may be a busy store; this many in a row are a fault. */
const FAILURES_IN_A_ROW = 3

/** The work on notifications: started by `start` once the service listens, ended by disposal. */
export interface Notifications extends AsyncDisposable {
  start(): Promise<void>
  readonly workers: readonly Worker[]
  readonly check: ReadinessCheck
}

export function notificationsOf(parts: Parts, { graceMs = GRACE_MS } = {}): Notifications {
  const { config, store, notifier, bus, now, clock, newId, log, address } = parts
  const aborting = new AbortController()
  const warn: DeliveryParts['log'] = (message, fields) => log.warn(fields, message)
  const { host, pid, mark } = thisProcess()
  const sends = config.roles.includes('dispatcher')
  const self = { id: newId(), host, pid, processStartedAt: mark, sends }
  const inFlight = new InFlightDeliveries(self.id)
  const onLive = ({ all, senders }: LiveProcesses) => {
    parts.windows.shareWith(all)
    inFlight.shareWith(senders)
  }
  const processes = { store, now, self, isAlive: stillRuns, log: warn, onLive }
  const shared = once(() => ({ ...parts, publicUrl: address.publicUrl, inFlight, random: Math.random, log: warn }))
  // What a dispatcher finds out of its own work is no news to others.
  const own = { ...notifier, wake: () => sending.wake() }
  const delivery = once(() => deliveryParts({ ...shared(), notifier: own, signal: aborting.signal }))

  const sending = loopOf(parts, 'deliveries', IDLE_MS, async () => {
    const did = await deliverDue(delivery())
    if (!did) alarm.set(await store.outbox.nextDueMs(), now().getTime())
    return did
  })
  const digesting = loopOf(parts, 'digests', IDLE_MS, digestStep(clock, shared))
  const leasing = loopOf(parts, 'leases', IDLE_MS, (signal) => keepLeases(processes, signal))
  const chats = chatLinkParts(parts, self.id, warn)
  const reading = chats.map((chat) => {
    // A read only waits, so a stop needs no grace period.
    return loopOf(parts, `${chat.channel} chats`, IDLE_MS, (signal) => readChats(chat, signal), 0)
  })
  const ofDispatcher = sends ? [sending, digesting, ...reading] : []
  const ofMarket = config.roles.includes('market')
    ? [...keepingLoops(parts, shared), ...marketLoops(parts, shared)]
    : []
  const loops = [leasing, ...ofDispatcher, ...ofMarket]
  const alarm = alarmClock(() => {
    sending.wake()
    digesting.wake()
  })
  let isRegistered = false
  let unsubscribe = () => {}
  return {
    async start() {
      await keepLeases(processes, aborting.signal)
      isRegistered = true
      if (sends) unsubscribe = bus.subscribe('due', () => sending.wake())
      for (const loop of loops) loop.start()
    },
    workers: loops,
    check: { name: 'notifications', run: async () => readiness(loops, notifier.channels.size) },
    async [Symbol.asyncDispose]() {
      unsubscribe()
      inFlight.close()
      await Promise.all(loops.map((loop) => loop.stop()))
      alarm.clear()
      await endDeliveries(inFlight, aborting, graceMs)
      if (!isRegistered) return
      await Promise.all(chats.map(releaseChats))
      await store.outbox.release(self.id, now())
    },
  }
}

/** Deletes what is too old, makes partitions for what is to come, and warns of keys that will expire. */
function keepingLoops(parts: Parts, shared: () => RaiseParts): Worker[] {
  const keeping = (name: string, idleMs: number, begin: () => Step) =>
    loopOf(parts, name, idleMs, inTerm(parts.leases, 'keeping', begin))
  return [
    keeping('retention', RETENTION_IDLE_MS, () => retentionStep(parts)),
    // Apart from the retention, which may have work for hours.
    ...(parts.market.capabilities.keepsTape
      ? [keeping('flow partitions', RETENTION_IDLE_MS, () => () => makeFlowPartitions(parts))]
      : []),
    keeping('key expiry', KEY_EXPIRY_IDLE_MS, () => (signal) => warnOfKeyEnds(shared(), signal)),
  ]
}

/** While the clock is in doubt nothing is gathered by it: a digest of a wrong day would take what the right one holds. */
export function digestStep(clock: Pick<ServiceClock, 'isSteady'>, parts: () => DigestParts): Step {
  return async (signal) => clock.isSteady() && flushDigests(parts(), signal)
}

/** Deletes what is too old, one batch a step, and nothing while the clock is in doubt. */
export function retentionStep({
  store,
  notifier,
  now,
  clock,
}: Pick<Parts, 'store' | 'notifier' | 'now' | 'clock'>): Step {
  return async (signal) => {
    if (!clock.mayDelete()) return false
    const did =
      (await deleteOldNotifications({ store, notifier, now }, signal)) ||
      (await deleteOldFlow({ store, now }, signal)) ||
      (await deleteOldEvidence({ store, now }, signal)) ||
      (await removeUnconfirmed({ store, now }, signal))
    if (did) await pause(DELETION_PAUSE_MS, signal)
    else await removeEnded({ store, now }, signal)
    return did
  }
}

/** One for each channel with chats that are linked through a bot. */
function chatLinkParts(parts: Parts, reader: string, log: ChatLinkParts['log']): ChatLinkParts[] {
  const { notifier, address, store, identity, now, newId } = parts
  return [...notifier.channels.values()].flatMap(({ name: channel, bot }) => {
    if (!bot) return []
    const shared = { store, notifier, identity, now, newId, pause, log }
    return [{ ...shared, channel, bot, reader, publicUrl: () => address.publicUrl }]
  })
}

type SharedParts = RaiseParts & Pick<Parts, 'store'>

/** Notifies accounts of what the market does, each shard by itself, and of the outage of a live source. */
function marketLoops(parts: Parts, shared: () => SharedParts): Worker[] {
  const shards = shardsOf(parts.config.matchShards)
  const [first = ALL_ACCOUNTS] = shards
  const live = liveIn(parts.market)
  const outages =
    live &&
    inTerm(parts.leases, alertsWork(first), () =>
      outageWatch({ ...shared(), source: live.name, sourceState: () => live.sourceHealth() }),
    )
  return [
    ...shards.flatMap((shard) => shardLoops(parts, shared, shard)),
    ...(outages ? [loopOf(parts, 'source outage', OUTAGE_IDLE_MS, outages)] : []),
  ]
}

function shardLoops(parts: Parts, shared: () => SharedParts, shard: Shard): Worker[] {
  const { leases } = parts
  const name = alertsWork(shard)
  type Begin = (context: SharedParts & ReturnType<typeof contextOf> & { readonly shard: Shard }) => Step
  const alerting = (loop: string, idleMs: number, begin: Begin) => {
    const step = inTerm(leases, name, (term, ended) => {
      const store = storeInTerm(parts.store, leases, { name, term, ended })
      return begin({ ...contextOf(parts, { caller: OPERATOR }), ...shared(), store, shard })
    })
    return loopOf(parts, shard.count === 1 ? loop : `${loop} of shard ${shard.index}`, idleMs, step)
  }
  return [
    alerting('market feed', FEED_IDLE_MS, (context) => {
      const flow = { ...context, memory: feedMemory() }
      return (signal) => withUrgency('watched', () => notifyOfFlow(flow, signal))
    }),
    alerting('market levels', IDLE_MS, (context) => {
      const levels = { ...context, memory: levelMemory() }
      return (signal) => withUrgency('watched', () => notifyOfLevels(levels, signal))
    }),
    alerting('saved screens', SCREEN_IDLE_MS, (context) => {
      const screens = { ...context, memory: screenMemory() }
      return (signal) => withUrgency('watched', () => notifyOfScreens(screens, signal))
    }),
  ]
}

function loopOf({ monotonicMs, log }: Parts, name: string, idleMs: number, step: Step, graceMs = GRACE_MS): Worker {
  const onError = (error: unknown) => log.error({ err: error, worker: name }, 'the work on notifications failed')
  return worker({ name, step, idleMs, graceMs, monotonicMs, onError })
}

/** Waits for in-flight deliveries, and aborts them after the grace period; an abort is recorded as a failed attempt. */
async function endDeliveries(inFlight: InFlightDeliveries, aborting: AbortController, graceMs: number): Promise<void> {
  const ended = new AbortController()
  const grace = pause(graceMs, ended.signal).then(() => aborting.abort())
  await inFlight.idle()
  ended.abort()
  await grace
}

function readiness(loops: readonly Worker[], channels: number): CheckResult {
  const failing = loops.filter((loop) => loop.health().failures >= FAILURES_IN_A_ROW).map(({ name }) => name)
  return failing.length === 0
    ? { ok: true, detail: `Notifications work, with ${channels} channels and the bell.` }
    : { ok: false, detail: `These workers fail repeatedly: ${failing.join(', ')}.` }
}
