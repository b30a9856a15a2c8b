import { setTimeout as sleep } from 'node:timers/promises'
import { closeValkey, openValkey } from '../../../../src/store/processes/valkey.ts'
import type { LinkState, TcpProxy } from '../../http/tcp-proxy.ts'
import type { CountingFaults } from './checkers/limits.ts'
import type { Dice } from './dice.ts'
import type { ChaosProcess } from './process.ts'
import type { SinkMood } from './sink.ts'
import { type ChaosWorld, ownValkey } from './world.ts'

const LINK_MS = 3_500
const SINK_MS = 3_500
/** Shorter: see sink.ts. */
const SINK_LINK_MS = 1_000
/** Longer than any lease but that of an idea. */
const PAUSE_MS = 10_000
const DOWN_MS = 1_000
const FULL_MS = 3_000
const HOUR_MS = 3_600_000

/** What befalls the service; it resolves once its cause has ended, or at once with work that ends it later. */
export type Fault = (world: ChaosWorld, dice: Dice) => Promise<{ readonly ending: Promise<unknown> } | undefined>

/** Each role as often as another, whatever its number of processes. */
function anyProcess(processes: ChaosWorld['processes'], { oneOf }: Dice): ChaosProcess {
  const role = oneOf([...new Set(processes.map((each) => each.role))])
  return oneOf(processes.filter((each) => each.role === role))
}

/** Of processes. */
const PROCESS_FAULTS: Readonly<Record<string, Fault>> = {
  async 'a process killed'({ processes }, dice) {
    anyProcess(processes, dice).signal('SIGKILL')
  },
  async 'all of a role killed'({ processes }, dice) {
    const { role } = anyProcess(processes, dice)
    for (const each of processes) if (each.role === role) each.signal('SIGKILL')
  },
  async 'a process stopped'({ processes }, dice) {
    anyProcess(processes, dice).signal('SIGTERM')
  },
  async 'a process paused'({ processes }, dice) {
    const paused = anyProcess(processes, dice)
    paused.signal('SIGSTOP')
    return { ending: sleep(PAUSE_MS).then(() => paused.signal('SIGCONT')) }
  },
  async 'a clock jumped ahead'({ processes }, dice) {
    anyProcess(processes, dice).moveClock(HOUR_MS)
  },
  async 'a clock jumped back'({ processes }, dice) {
    anyProcess(processes, dice).moveClock(-HOUR_MS)
  },
}

/** Of the database. */
const DATABASE_FAULTS: Readonly<Record<string, Fault>> = {
  async 'the database crashed'({ database }) {
    await database.crash()
    await sleep(DOWN_MS)
    await database.start()
  },
  async 'the standby promoted'({ database, processes }) {
    await database.promote((port) => {
      for (const each of processes) each.database.leadTo(port)
    })
  },
  async 'all connections ended'({ database }) {
    await database.run('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  },
  'a database link cut': (world, dice) => whileLinks([anyProcess(world.processes, dice).database], 'cut'),
  'a database link silent': (world, dice) => whileLinks([anyProcess(world.processes, dice).database], 'silent'),
  'a database link slow': (world, dice) => whileLinks([anyProcess(world.processes, dice).database], 'slow'),
  'a database link half open': (world, dice) => whileLinks([anyProcess(world.processes, dice).database], 'half-open'),
  'the database links of a role silent'({ processes }, dice) {
    const { role } = anyProcess(processes, dice)
    const links = processes.flatMap((each) => (each.role === role ? [each.database] : []))
    return whileLinks(links, 'silent')
  },
}

const DISK_FAULTS: Readonly<Record<string, Fault>> = {
  async 'the disk full'({ database }) {
    await database.withFullDisk(() => sleep(FULL_MS))
  },
}

const EMPTIED = 'Valkey emptied'

const VALKEY_FAULTS: Readonly<Record<string, Fault>> = {
  async [EMPTIED]() {
    const client = await openValkey(`${ownValkey}`, () => undefined)
    await client.sendCommand(['FLUSHDB'])
    await closeValkey(client)
  },
  'Valkey unreachable': (world) => whileLinks(valkeyLinks(world), 'cut'),
  'Valkey silent': (world) => whileLinks(valkeyLinks(world), 'silent'),
  'a Valkey link half open': (world, dice) => whileLinks([dice.oneOf(valkeyLinks(world))], 'half-open'),
  'a Valkey link slow': (world, dice) => whileLinks([dice.oneOf(valkeyLinks(world))], 'slow'),
}

/** Of those to whom the service sends. */
const SINK_FAULTS: Readonly<Record<string, Fault>> = {
  'the sink refuses': (world) => whileSink(world, 'refusing'),
  'the sink answers 503': (world) => whileSink(world, 'unavailable'),
  'the sink answers late': (world) => whileSink(world, 'slow'),
  'the sink links cut': ({ sinkLinks }) => whileLinks(sinkLinks, 'cut', SINK_LINK_MS),
  'the sink links half open': ({ sinkLinks }) => whileLinks(sinkLinks, 'half-open', SINK_LINK_MS),
}

const FORGETS_UNLOGGED = ['the database crashed', 'the standby promoted', 'the disk full']

/** What faults do to the counts of requests, by which the limits of plans are kept. */
export const COUNTING: CountingFaults =
  ownValkey === undefined
    ? {
        // Processes count in their memories, and a table that is not logged is empty after a crash.
        away: new Set([...Object.keys(DATABASE_FAULTS), ...Object.keys(DISK_FAULTS), 'a process paused']),
        secondAway: new Set(),
        forgets: new Set(FORGETS_UNLOGGED),
      }
    : {
        away: new Set([...Object.keys(VALKEY_FAULTS).filter((name) => name !== EMPTIED), 'a process paused']),
        secondAway: new Set([...Object.keys(DATABASE_FAULTS), ...Object.keys(DISK_FAULTS)]),
        forgets: new Set([EMPTIED]),
      }

/** All that can befall the service here; what cannot is said in one line each. */
export function faultsFor({ database }: ChaosWorld): Readonly<Record<string, Fault>> {
  if (!database.hasDisks) console.warn('No small disk can be mounted here: the disk of the database is never full.')
  if (ownValkey === undefined) console.warn('There is no Valkey (TEST_VALKEY_URL): nothing befalls it.')
  return {
    ...PROCESS_FAULTS,
    ...DATABASE_FAULTS,
    ...(database.hasDisks && DISK_FAULTS),
    ...(ownValkey !== undefined && VALKEY_FAULTS),
    ...SINK_FAULTS,
  }
}

const valkeyLinks = ({ processes }: ChaosWorld) => processes.flatMap(({ valkey }) => valkey ?? [])

async function whileLinks(links: readonly TcpProxy[], state: LinkState, ms = LINK_MS): Promise<undefined> {
  for (const link of links) link.become(state)
  await sleep(ms)
  for (const link of links) link.become('whole')
}

async function whileSink({ sink }: ChaosWorld, mood: SinkMood): Promise<undefined> {
  sink.become(mood)
  await sleep(SINK_MS)
  sink.become('well')
}
