/**
 * From a trigger to the frame of an open bell. The clients are a process of their own, on the clock of the same machine:
 * one change to one account at a time, then an announcement to every account.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { invoke } from '../../src/catalogue/invoke.ts'
import { announce } from '../../src/notifications/operations/raise/announce.ts'
import type { Opening } from './bell-clients.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { percentile, raiseTo, type World, worldOf } from './notification-world.ts'

const BELL_ACCOUNTS = 500
const SOCKETS_OF_ACCOUNT = 10
const ROUNDS = 7
const TRIGGERS = 300
const DELAY_RESOLUTION_MS = 1
/** Some 15 MB of messages: more than the buffers of the operating system hold. */
const STALLED_TRIGGERS = 30_000
const STALLED_BATCH = 1_000
const STALLED_PAUSE_MS = 20

export async function bellFigures(): Promise<Figure[]> {
  return [...(await triggerToFrame()), ...(await broadcasts()), await stalled()]
}

/** Each trigger waits for the frame of the one before. */
async function triggerToFrame(): Promise<Figure[]> {
  const world = await worldOf({ port: 1, bell: true, count: 1 })
  await using service = world.service
  const clients = await openedBells(service.url, world.keys, 1)
  const times: number[] = []
  for (let each = 0; each < TRIGGERS; each++) {
    const startedNs = process.hrtime.bigint()
    await raiseTo(world, world.accounts)
    times.push(await toldAfterMs(clients, startedNs))
  }
  await clients.close()
  return [
    { name: 'trigger to frame, p50', value: percentile(times, 0.5), unit: 'ms' },
    { name: 'trigger to frame, p99', value: percentile(times, 0.99), unit: 'ms', goal: '≤ 50 ms' },
  ]
}

async function broadcasts(): Promise<Figure[]> {
  const world = await worldOf({ port: 1, bell: true, count: BELL_ACCOUNTS })
  await using service = world.service
  const before = memory()
  const clients = await openedBells(service.url, world.keys, SOCKETS_OF_ACCOUNT)
  const sockets = BELL_ACCOUNTS * SOCKETS_OF_ACCOUNT
  const perSocket = (memory() - before) / sockets / 1_024
  const context = contextOf(service.parts, { caller: OPERATOR })
  const times: number[] = []
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  for (let round = 0; round < ROUNDS; round++) {
    delay.enable()
    const startedNs = process.hrtime.bigint()
    await invoke(announce, { title: `Round ${round}`, body: 'A body of usual length.', critical: false }, context)
    times.push(await toldAfterMs(clients, startedNs))
    delay.disable()
  }
  await clients.close()
  return [
    { name: `one broadcast to ${sockets} sockets, last one`, value: median(times), unit: 'ms', goal: '≤ 150 ms' },
    { name: 'event-loop delay meanwhile, p99', value: delay.percentile(99) / 1e6, unit: 'ms', goal: '≤ 20 ms' },
    { name: 'memory of an open bell', value: perSocket, unit: 'kB' },
  ]
}

/** What a client costs that has stopped reading, once the system's own buffers are full. */
async function stalled(): Promise<Figure> {
  const world = await worldOf({ port: 1, bell: true, count: 1 })
  await using service = world.service
  const clients = await openedBells(service.url, world.keys, 1)
  await clients.stopReading()
  let before = Number.POSITIVE_INFINITY
  let most = 0
  for (let raised = 0; raised < STALLED_TRIGGERS; raised += STALLED_BATCH) {
    await raiseTo(world, Array(STALLED_BATCH).fill(world.accounts[0]))
    await sleep(STALLED_PAUSE_MS)
    const now = memory()
    // The first batches still fill what the system holds.
    before = Math.min(before, now)
    most = Math.max(most, now - before)
  }
  await clients.close()
  const name = `memory of a client that stopped reading, ${STALLED_TRIGGERS} changes`
  return { name, value: most / 1_024 / 1_024, unit: 'MB', goal: '≤ 1 MB' }
}

/** Open bells, in a process of their own. */
export interface BellClients {
  /** The instant of the machine's monotonic clock at which all of them had one more message. */
  next(): Promise<bigint>
  stopReading(): Promise<void>
  close(): Promise<void>
}

/** So many bells with each of the keys; each has its first message. */
export async function openedBells(url: string, keys: World['keys'], each: number): Promise<BellClients> {
  const clients = fork(fileURLToPath(new URL('./bell-clients.ts', import.meta.url)))
  const failed = new AbortController()
  clients.once('exit', () => failed.abort(new Error('the clients of the bells have ended')))
  const ask = async (asked: Opening | number | 'stop reading') => {
    const answer = once(clients, 'message', { signal: failed.signal })
    clients.send(asked)
    return (await answer)[0] as { readonly at: string }
  }
  await ask({ url: `${url.replace(/^http/, 'ws')}/ws/notifications`, headers: keys, each })
  let count = 1
  return {
    next: async () => BigInt((await ask(++count)).at),
    stopReading: async () => void (await ask('stop reading')),
    async close() {
      const ended = once(clients, 'exit')
      clients.kill()
      await ended
    },
  }
}

async function toldAfterMs(clients: BellClients, sinceNs: bigint): Promise<number> {
  return Number((await clients.next()) - sinceNs) / 1e6
}

/** Bytes in the heap and beside it; exact with `--expose-gc`. */
function memory(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
