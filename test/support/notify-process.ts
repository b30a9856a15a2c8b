/**
 * A process that raises notifications and delivers them until it is killed: it acknowledges each on its standard output
 * once its commit is done. Arguments: store file, instance id, ids of the accounts that are told in turn.
 */

import { randomBytes } from 'node:crypto'
import { processNotifier } from '../../src/app/notifier.ts'
import { systemContent } from '../../src/domain/notifications/contents.ts'
import { timeOrderedIds } from '../../src/lib/node/ids.ts'
import { raise } from '../../src/operations/notifications/raise.ts'
import { openStore } from '../../src/store/open.ts'
import { deliverDue, deliveryParts } from '../../src/workers/delivery.ts'
import { Flights } from '../../src/workers/flights.ts'
import { keepLeases } from '../../src/workers/instances.ts'
import { httpChannel } from './http-channel.ts'

const [path = '', instanceId = '', ...accountIds] = process.argv.slice(2)
const now = () => new Date()
const newId = timeOrderedIds(now, randomBytes)
const store = await openStore({ path, now })
const notifier = processNotifier({
  sessionSecret: 's'.repeat(32),
  randomBytes,
  channels: new Map([['webhook', httpChannel('webhook')]]),
  checkUrl: async () => null,
})
const shared = { store, notifier, now, newId, publicUrl: 'https://options.example' }
const { signal } = new AbortController()
const parts = deliveryParts({
  ...shared,
  signal,
  flights: new Flights(instanceId),
  monotonicMs: () => performance.now(),
  random: Math.random,
  log: () => undefined,
})
const self = { id: instanceId, host: 'here', pid: process.pid, processStartedAt: instanceId }
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
