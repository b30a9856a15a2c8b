import { randomBytes } from 'node:crypto'
import type { Store } from '../../src/app/store/open-store.ts'
import { type Repositories, repositoriesOf } from '../../src/app/store/repositories.ts'
import type { Tables } from '../../src/app/store/tables.ts'
import type { Windows } from '../../src/lib/async/windows.ts'
import { storeOverPool } from '../../src/store/postgres/open-postgres.ts'
import { openPool } from '../../src/store/postgres/pool.ts'
import { SideConnection } from '../../src/store/postgres/side-connection.ts'
import { type Bus, inProcessBus } from '../../src/store/processes/bus.ts'
import { postgresWindows } from '../../src/store/processes/postgres-windows.ts'
import { postgresWire } from '../../src/store/processes/postgres-wire.ts'
import { RemoteBus } from '../../src/store/processes/remote-bus.ts'
import { SharedWindows } from '../../src/store/processes/shared-windows.ts'
import { valkeyWire } from '../../src/store/processes/valkey-wire.ts'
import { openAs, testSchema } from './postgres.ts'

/** The server for tests; undefined where there is none, and its tests are left out. */
export const valkeyUrl = process.env['TEST_VALKEY_URL']

/** How the processes of a service hear of each other. `cut`: not at all. */
export type Hints = 'postgres' | 'valkey' | 'cut'

export interface ServiceProcess {
  readonly store: Store
  readonly bus: Bus
  readonly windows: Windows
}

/** What each of several processes of one service has of its own. */
export interface ServiceProcesses extends AsyncDisposable {
  readonly processes: readonly [ServiceProcess, ServiceProcess]
  /** Ends all connections to PostgreSQL, and refuses new ones until `restore` is called. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Statements beside the processes. */
  run(sql: string): Promise<{ readonly rows: readonly Record<string, unknown>[] }>
}

const monotonicMs = () => performance.now()
const ignore = () => undefined

/** Two processes on one PostgreSQL database. `lookMs` is what they wait between two looks at what others committed. */
export async function twoProcesses(hints: Hints, lookMs?: number): Promise<ServiceProcesses> {
  const schema = await testSchema()
  await (await openAs('command', schema.roleUrl))[Symbol.asyncDispose]()
  const closing: AsyncDisposable[] = []
  const own = async (): Promise<ServiceProcess> => {
    const bus = busOver(hints, schema.roleUrl, schema.name)
    const pool = await openPool({ url: schema.roleUrl, connections: 4 })
    const reading = { connection: new SideConnection(schema.roleUrl), monotonicMs, ...(lookMs && { lookMs }) }
    const store = await storeOverPool<Tables, Repositories>(pool, { repositories: repositoriesOf, bus, reading })
    const counting = await openPool({ url: schema.roleUrl, connections: 4 })
    const servers = [postgresWindows(counting, monotonicMs, ignore)]
    const windows = new SharedWindows({ servers, monotonicMs, onFailure: () => undefined })
    closing.unshift(store, bus, { [Symbol.asyncDispose]: () => counting.end() })
    return { store, bus, windows }
  }
  return {
    processes: [await own(), await own()],
    run: (sql) => schema.run(sql),
    async cut() {
      await schema.run(`alter role ${schema.name} nologin`)
      await schema.cut()
    },
    async restore() {
      await schema.run(`alter role ${schema.name} login`)
    },
    async [Symbol.asyncDispose]() {
      for (const each of closing) await each[Symbol.asyncDispose]()
      await schema[Symbol.asyncDispose]()
    },
  }
}

/** A bus over real servers, whose services are told apart by the channel or the schema. */
export function busOver(hints: Hints, url: string, channel: string): Bus {
  const processId = randomBytes(8).toString('hex')
  if (hints === 'cut') return { ...inProcessBus(processId), isLossy: true }
  if (hints === 'postgres') return new RemoteBus({ processId, wire: postgresWire(url), onLost: ignore })
  const wire = valkeyWire({ url: `${valkeyUrl}`, channel, onError: ignore })
  return new RemoteBus({ processId, wire, onLost: ignore })
}
