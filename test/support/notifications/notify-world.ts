import { randomBytes } from 'node:crypto'
import type { Store } from '../../../src/app/store/open-store.ts'
import { timeOrderedIds } from '../../../src/lib/node/ids.ts'
import { sealedBox } from '../../../src/lib/node/sealed-box.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { CHANNELS } from '../../../src/notifications/domain/delivery/channels.ts'
import type { ChannelName } from '../../../src/notifications/domain/notification.ts'
import { DEFAULT_SETTINGS, type NotificationSettings } from '../../../src/notifications/domain/settings.ts'
import type { Notifier } from '../../../src/notifications/operations/notifier.ts'
import { raise } from '../../../src/notifications/operations/raise/raise.ts'
import type { Raised, Trigger } from '../../../src/notifications/operations/raise/trigger.ts'
import { newEndpoint } from '../../../src/notifications/operations/settings/endpoint-parts.ts'
import type { Channel } from '../../../src/notifications/ports/channel.ts'
import { deliverDue, deliveryParts } from '../../../src/notifications/workers/delivery.ts'
import type { DeliveryParts } from '../../../src/notifications/workers/delivery-parts.ts'
import { flushDigests } from '../../../src/notifications/workers/digest.ts'
import { InFlightDeliveries } from '../../../src/notifications/workers/in-flight-deliveries.ts'
import { type TestClock, testClock } from '../clock.ts'
import { storeOfRun } from '../engines.ts'
import { httpChannel } from '../http/http-channel.ts'
import { type Sink, sink } from '../http/sink.ts'
import { anAccount } from '../market/rows.ts'

export const ACCOUNT = anAccount().id

export interface Dispatcher {
  readonly parts: DeliveryParts
  readonly logged: string[]
  /** Steps until nothing more is due, waiting for what is under way. */
  run(): Promise<void>
  step(): Promise<boolean>
}

/** A store, channels over real HTTP, a peer that answers as told, and dispatchers that are driven by hand. */
export interface NotifyWorld extends AsyncDisposable {
  readonly store: Store
  readonly clock: TestClock
  readonly sink: Sink
  readonly notifier: Notifier
  readonly newId: () => string
  readonly dispatcher: Dispatcher
  /** Another process on the same store. */
  another(instanceId: string): Dispatcher
  settings(change: Partial<NotificationSettings>): Promise<void>
  /** An address of a channel at the sink; gives its id. */
  endpoint(channel: ChannelName, path: string, accountId?: string): Promise<string>
  raise(...triggers: Partial<Trigger>[]): Promise<readonly Raised[]>
  flush(): Promise<boolean>
}

export async function notifyWorld({
  path = ':memory:',
  channels = CHANNELS.map((name) => httpChannel(name)),
  start = '2026-11-20T15:00:00.000Z',
  random = () => 0.5,
  store: given,
}: {
  path?: string
  channels?: readonly Channel[]
  start?: string
  random?: () => number
  /** Instead of a new one on SQLite; closed with the world. */
  store?: Store
} = {}): Promise<NotifyWorld> {
  const clock = testClock(start)
  const store = given ?? (await storeOfRun({ path, now: clock.now }))
  const peer = await sink()
  const newId = timeOrderedIds(clock.now, randomBytes)
  const box = sealedBox('s'.repeat(32), 'endpoints', randomBytes)
  const notifier: Notifier = {
    channels: new Map(channels.map((channel) => [channel.name, channel])),
    box,
    checkUrl: async (url) => (url.includes('private') ? 'must lead to a public address' : null),
    wake: () => undefined,
    feedChanged: () => undefined,
  }
  if (!(await store.accounts.byId(ACCOUNT))) await store.accounts.add(anAccount())
  const shared = { store, notifier, now: clock.now, newId, publicUrl: 'https://options.example' }
  const another = (instanceId: string) => dispatcherOf({ ...shared, random }, instanceId)
  let count = 0
  return {
    store,
    clock,
    sink: peer,
    notifier,
    newId,
    dispatcher: another('i1'),
    another,
    async settings(change) {
      const known = (await store.notificationSettings.of(ACCOUNT)) ?? DEFAULT_SETTINGS
      await store.notificationSettings.put(ACCOUNT, { ...known, ...change })
    },
    async endpoint(channel, path, accountId = ACCOUNT) {
      const made = newEndpoint(box, {
        id: newId(),
        accountId,
        channel,
        address: peer.url + path,
        label: channel === 'email' ? peer.url + path : channel,
        secret: `secret of ${path}`,
        verified: true,
        at: clock.now(),
      })
      await store.endpoints.put(made)
      return made.id
    },
    raise: (...triggers) =>
      raise(
        shared,
        triggers.map((trigger) => ({
          accountId: ACCOUNT,
          eventKey: `test:${++count}`,
          content: systemContent(`News ${count}`, 'Body.', false),
          ...trigger,
        })),
      ),
    flush: () => flushDigests(shared, new AbortController().signal),
    async [Symbol.asyncDispose]() {
      peer.release()
      await peer[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

/** A dispatcher of deliveries on the clock of the world. */
function dispatcherOf(
  shared: Omit<Parameters<typeof deliveryParts>[0], 'inFlight' | 'monotonicMs' | 'signal' | 'log'>,
  instanceId: string,
): Dispatcher {
  const logged: string[] = []
  const inFlight = new InFlightDeliveries(instanceId)
  const parts = deliveryParts({
    ...shared,
    inFlight,
    monotonicMs: () => shared.now().getTime(),
    signal: new AbortController().signal,
    log: (message) => void logged.push(message),
  })
  const step = () => deliverDue(parts)
  return {
    parts,
    logged,
    step,
    async run() {
      while (await step()) await inFlight.idle()
      await inFlight.idle()
    },
  }
}

export function only(...channels: readonly ChannelName[]): NotificationSettings['channels'] {
  return { ...DEFAULT_SETTINGS.channels, ...Object.fromEntries(channels.map((channel) => [channel, true])) }
}
