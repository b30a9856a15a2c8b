/**
 * A process that raises notifications and delivers them until it is killed: it acknowledges each on its standard output
 * once its commit is done. Arguments: store file, instance id, ids of the accounts that are told in turn.
 */

import { randomBytes } from 'node:crypto'
import { processNotifier } from '../../../src/app/notifier.ts'
import { openStore } from '../../../src/app/store/open-store.ts'
import { timeOrderedIds } from '../../../src/lib/node/ids.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { raise } from '../../../src/notifications/operations/raise/raise.ts'
import { deliverDue, deliveryParts } from '../../../src/notifications/workers/delivery.ts'
import { InFlightDeliveries } from '../../../src/notifications/workers/in-flight-deliveries.ts'
import { keepLeases } from '../../../src/notifications/workers/instances.ts'
import { inProcessBus } from '../../../src/store/processes/bus.ts'
import { httpChannel } from '../http/http-channel.ts'

const [path = '', instanceId = '', ...accountIds] = process.argv.slice(2)
const now = () => new Date()
const newId = timeOrderedIds(now, randomBytes)
const store = await openStore({ path, now })
const notifier = processNotifier({
  sessionSecret: 's'.repeat(32),
  randomBytes,
  channels: new Map([['webhook', httpChannel('webhook')]]),
  checkUrl: async () => null,
  bus: inProcessBus(instanceId),
})
const shared = { store, notifier, now, newId, publicUrl: 'https://options.example' }
const { signal } = new AbortController()
const parts = deliveryParts({
  ...shared,
  signal,
  inFlight: new InFlightDeliveries(instanceId),
  monotonicMs: () => performance.now(),
  random: Math.random,
  log: () => undefined,
})
const self = { id: instanceId, host: 'here', pid: process.pid, processStartedAt: instanceId, sends: true }
await keepLeases({ store, now, self, isAlive: (pid) => pid === process.pid, log: () => undefined }, signal)

let count = 0
async function raiseForEver(): Promise<never> {
  for (;;) {
    const accountId = accountIds[count % accountIds.length] ?? ''
    const eventKey = `${instanceId}:${count++}`
    const trigger = { accountId, eventKey, content: systemContent(eventKey, 'Body.', false) }
    await raise(shared, [trigger])
    process.stdout.write(`${eventKey}\n`)
  }
}

async function deliverForEver(): Promise<never> {
  for (;;) if (!(await deliverDue(parts))) await new Promise((resolve) => setTimeout(resolve, 2))
}

await Promise.all([raiseForEver(), deliverForEver()])
