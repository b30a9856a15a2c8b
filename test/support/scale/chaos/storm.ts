import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import { type Fault, faultsFor } from './faults.ts'
import type { History } from './history.ts'
import type { ChaosWorld } from './world.ts'

const FAULT_EVERY_MS = 5_000
const REPORT_EVERY_MS = 60_000

/** How long a storm lasts, and of which faults; of all where none is named. */
export interface StormPlan {
  readonly seconds: number
  readonly names: readonly string[]
}

/** One fault after the other: all in a drawn order, then all in another one. */
export async function storm(world: ChaosWorld, history: History, dice: Dice, plan: StormPlan): Promise<void> {
  const { seconds, names } = plan
  const faults = faultsFor(world)
  const wanted = Object.keys(faults).filter((name) => names.length === 0 || names.includes(name))
  const later = new Set<Promise<unknown>>()
  const beganMs = performance.now()
  let reportedMs = beganMs
  let order: string[] = []
  for (let count = 0; count * FAULT_EVERY_MS < seconds * 1_000; count++) {
    if (order.length === 0) order = dice.shuffled(wanted)
    const name = order.shift() ?? ''
    await Promise.all([befall(name, faults[name], { world, history, dice, later }), sleep(FAULT_EVERY_MS)])
    if (performance.now() - reportedMs < REPORT_EVERY_MS) continue
    reportedMs = performance.now()
    console.log(`${Math.round((reportedMs - beganMs) / 1_000)} s: ${countsOf(world, history)}`)
  }
  await Promise.all(later)
  for (const each of world.processes) each.become('whole')
}

interface Storm {
  readonly world: ChaosWorld
  readonly history: History
  readonly dice: Dice
  readonly later: Set<Promise<unknown>>
}

async function befall(name: string, fault: Fault | undefined, { world, history, dice, later }: Storm): Promise<void> {
  const befallen = { name, fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY }
  history.befallen.push(befallen)
  const end = () => {
    befallen.toMs = performance.now()
  }
  const begun = await fault?.(world, dice)
  if (!begun) return end()
  const ending = begun.ending.then(end)
  later.add(ending)
  void ending.finally(() => later.delete(ending))
}

/** How often each fault befell. */
export function faultsOf({ befallen }: History): string {
  const counts = [...Map.groupBy(befallen, ({ name }) => name)].map(([name, all]) => `${name} ${all.length} ×`)
  return counts.toSorted().join(', ')
}

export function countsOf(
  world: ChaosWorld,
  { befallen, fingerprints, keyNames, admitted, refused, lateUses }: History,
) {
  return [
    `${befallen.length} faults`,
    `${fingerprints.size} ideas`,
    `${world.peer.orders.length} orders`,
    `${world.vendor.sizes.length} prints`,
    `${keyNames.size} keys`,
    `${Math.max(...world.bells.map(({ heard }) => heard()))} events`,
    `${world.sink.calls.length} webhooks`,
    `${world.twilio.sent.length} SMS`,
    `${admitted.length} of ${admitted.length + refused} requests`,
    `${lateUses.length} late uses`,
    `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`,
  ].join(', ')
}
