/**
 * An announcement to the open bells of four gateway processes, beside one gateway process with as many sockets as each of
 * the four has. Every account has its ten sockets at each gateway, so each gateway reads every feed. The clients are
 * processes of their own on the clock of the same machine, and so is the command that announces.
 */
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { announce } from '../../../src/notifications/operations/raise/announce.ts'
import type { RunningService } from '../../support/service.ts'
import { type BellClients, openedBells } from '../bells.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { addAccounts } from '../notification-world.ts'
import { cpuMs, residentMb } from './process-use.ts'
import { type ScaleDatabase, scaleDatabase, sized } from './scale-database.ts'

const GATEWAYS = 4
const SOCKETS_OF_ACCOUNT = 10
const ACCOUNTS = 500
const ROUNDS = 3
/** In each round; the first of all compiles what it runs. */
const ANNOUNCEMENTS = 5

interface Told {
  /** From the first statement of the announcement to the frame of the last socket. */
  readonly fromStartMs: number
  /** From its last commit. */
  readonly fromCommitMs: number
  readonly cpuMs: number
}

export async function figures(): Promise<Figure[]> {
  await using database = await scaleDatabase()
  const { keys } = await addAccounts(database.parts, { port: 1, bell: true, count: sized(ACCOUNTS) })
  await using owned = new AsyncDisposableStack()
  const settings = { MAX_CONNECTIONS_PER_ADDRESS: '50000' }
  const gateways: RunningService[] = []
  for (let each = 0; each < GATEWAYS; each++) gateways.push(owned.use(await database.start('gateway', { settings })))
  const told = { one: [] as Told[], all: [] as Told[] }
  const memory: number[] = []
  const sockets = keys.length * SOCKETS_OF_ACCOUNT
  for (let round = 0; round < ROUNDS; round++) {
    const clients: BellClients[] = []
    for (const [index, gateway] of gateways.entries()) {
      const before = residentMb(gateway.pid)
      clients.push(await openedBells(gateway.url, keys, SOCKETS_OF_ACCOUNT))
      // The memory of a later round is that of the sockets before.
      if (round === 0) memory.push(((residentMb(gateway.pid) - before) / sockets) * 1_000)
      if (index === 0) told.one.push(...(await announced(database, clients, gateways.slice(0, 1))))
    }
    told.all.push(...(await announced(database, clients, gateways)))
    for (const each of clients) await each.close()
  }
  return figuresOf(told, memory, sockets)
}

let announcements = 0

async function announced(
  { parts }: ScaleDatabase,
  clients: readonly BellClients[],
  gateways: readonly RunningService[],
): Promise<Told[]> {
  const context = contextOf(parts, { caller: OPERATOR })
  const told: Told[] = []
  for (let each = 0; each < ANNOUNCEMENTS; each++) {
    const usedMs = () => gateways.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
    const before = usedMs()
    const startedNs = process.hrtime.bigint()
    await invoke(
      announce,
      { title: `Round ${++announcements}`, body: 'A body of usual length.', critical: false },
      context,
    )
    const committedNs = process.hrtime.bigint()
    const last = await Promise.all(clients.map((it) => it.next()))
    const lastNs = last.reduce((a, b) => (a > b ? a : b))
    told.push({
      fromStartMs: Number(lastNs - startedNs) / 1e6,
      fromCommitMs: Number(lastNs - committedNs) / 1e6,
      cpuMs: usedMs() - before,
    })
  }
  return told.slice(1)
}

function figuresOf(told: { one: Told[]; all: Told[] }, memory: readonly number[], sockets: number): Figure[] {
  const typical = (who: 'one' | 'all', part: keyof Told) => median(told[who].map((it) => it[part]))
  const all = sockets * GATEWAYS
  const one = (part: keyof Told) => ({ name: `${sockets} sockets at one gateway`, value: typical('one', part) })
  const cpu = (who: 'one' | 'all', count: number) => (typical(who, 'cpuMs') * 1_000) / count
  return [
    {
      name: `one broadcast to ${all} sockets of ${GATEWAYS} gateways, from its last commit to the last socket`,
      value: typical('all', 'fromCommitMs'),
      unit: 'ms',
      goal: '≤ 400 ms',
      anchor: one('fromCommitMs'),
    },
    {
      name: '… from its beginning',
      value: typical('all', 'fromStartMs'),
      unit: 'ms',
      anchor: one('fromStartMs'),
    },
    {
      name: '… processor time of the gateways for a frame',
      value: cpu('all', all),
      unit: 'µs',
      anchor: { name: one('cpuMs').name, value: cpu('one', sockets) },
    },
    { name: 'resident memory of 1,000 open bells', value: median(memory), unit: 'MB', goal: '≤ 30 MB' },
  ]
}
