import { type TcpProxy, tcpProxy } from '../../http/tcp-proxy.ts'
import { tempFolder } from '../../process/temp-folder.ts'
import { valkeyUrl } from '../../processes.ts'
import { type ReceiverPeer, receiverPeer } from '../../receiver/receiver-peer.ts'
import type { RunningService } from '../../service.ts'
import { TWILIO, type TwilioPeer, twilioPeer } from '../../sms/twilio-peer.ts'
import { type BellListener, bellListener } from '../bell-listener.ts'
import { type ChaosDatabase, chaosDatabase } from './database.ts'
import type { Dice } from './dice.ts'
import { ChaosProcess } from './process.ts'
import { type ChaosSink, chaosSink } from './sink.ts'
import { addUsers, SHARDS, setUpUsers, type Users } from './users.ts'
import { type ChaosVendor, chaosVendor, SESSION_MS } from './vendor.ts'

/** How many processes of each role. */
const PROCESSES = { api: 2, gateway: 4, dispatcher: 3, market: 2, receiver: 2 } as const
const BELLS = 3
const DECIDING_MS = 300
/** A database of its own on the server for tests. */
export const ownValkey = valkeyUrl && new URL('/5', valkeyUrl).href

/** A service of many processes, and all that it speaks with. */
export interface ChaosWorld extends AsyncDisposable {
  readonly database: ChaosDatabase
  readonly vendor: ChaosVendor
  readonly peer: ReceiverPeer
  readonly twilio: TwilioPeer
  readonly sink: ChaosSink
  /** From all processes to the sink, and to the vendor of SMS. */
  readonly sinkLinks: readonly TcpProxy[]
  readonly processes: readonly ChaosProcess[]
  readonly bells: readonly BellListener[]
  readonly users: Users
  /** A process that has this role and runs; another one each time. */
  anyOf(role: string): RunningService | null
}

/** For `prints` trades, about. */
export async function chaosWorld({ next }: Dice, prints: number): Promise<ChaosWorld> {
  await using owned = new AsyncDisposableStack()
  const aheadMs = SESSION_MS - Date.now()
  const database = owned.use(await chaosDatabase())
  await setClock(database, aheadMs)
  const vendor = owned.use(await chaosVendor(aheadMs))
  const peer = owned.use(await receiverPeer({ uniqueIds: false, decidingMs: () => DECIDING_MS * next() }))
  const twilio = owned.use(await twilioPeer())
  const sink = owned.use(await chaosSink())
  const sinkLink = owned.use(await tcpProxy({ host: '127.0.0.1', port: sink.port }))
  const twilioLink = owned.use(await tcpProxy({ host: '127.0.0.1', port: twilio.sink.port }))
  const users = await addUsers(database, prints)
  const sinkUrl = `http://127.0.0.1:${sinkLink.port}`
  const processes = await startedProcesses(owned, database, {
    ...vendor.settings,
    MATCH_SHARDS: String(SHARDS),
    WEBHOOK_ALLOWED_HOSTS: new URL(sinkUrl).host,
    // Each client of the walk has an address of its own.
    TRUST_PROXY: 'true',
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.authToken,
    TWILIO_FROM: TWILIO.from,
    TWILIO_BASE_URL: `http://127.0.0.1:${twilioLink.port}`,
    PEER_URL: peer.url,
    DRY_RUN: 'false',
    DECISION_MODE: 'remote_mcp',
  })
  const anyOf = chooser(processes)
  const api = anyOf('api')
  if (!api) throw new Error('no process answers')
  await setUpUsers(api, users, { sinkUrl, twilio })
  await watching(database, vendor)
  // New addresses get a test.
  sink.calls.splice(0)
  const bells = Array.from({ length: BELLS }, () => owned.use(bellListener(() => anyOf('gateway'), users.ada.key)))
  const all = owned.move()
  return {
    database,
    vendor,
    peer,
    twilio,
    sink,
    sinkLinks: [sinkLink, twilioLink],
    processes,
    bells,
    users,
    anyOf,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** The clock that services read, before the one of PostgreSQL. */
async function setClock({ run }: ChaosDatabase, aheadMs: number): Promise<void> {
  await run(`create function public.clock_timestamp() returns timestamptz volatile language sql
    as $$ select pg_catalog.clock_timestamp() + ${aheadMs} * interval '1 millisecond' $$`)
  await run('alter database postgres set search_path = public, pg_catalog')
}

async function startedProcesses(
  owned: AsyncDisposableStack,
  database: ChaosDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<ChaosProcess[]> {
  const { path: folder } = owned.use(tempFolder())
  const processes: ChaosProcess[] = []
  for (const [role, count] of Object.entries(PROCESSES)) {
    for (let index = 1; index <= count; index++) {
      const entry = role === 'receiver' ? 'test/support/process/receiver-process.ts' : 'src/main.ts'
      // Without the peer of this walk a process has no model to ask, and needs none.
      const own = role === 'receiver' ? settings : { ...settings, DRY_RUN: 'true', DECISION_MODE: 'rules' }
      const plan = { name: `${role} ${index}`, role, settings: own, entry, folder } as const
      processes.push(
        owned.use(await ChaosProcess.started({ ...plan, databaseUrl: database.url(), valkeyUrl: ownValkey })),
      )
    }
  }
  return processes
}

function chooser(processes: readonly ChaosProcess[]): ChaosWorld['anyOf'] {
  let asked = 0
  return (role) => {
    const running = processes.flatMap((it) => (it.role === role && it.running ? [it.running] : []))
    return running[asked++ % running.length] ?? null
  }
}

const WATCHING_MS = 60_000
const LOOK_EVERY_MS = 200

/** Until each shard knows where the tape begins: what was traded before a rule notifies nobody. */
async function watching({ run }: ChaosDatabase, vendor: ChaosVendor): Promise<void> {
  await vendor.subscribed()
  const endMs = performance.now() + WATCHING_MS
  for (;;) {
    const [row] = await run('select count(distinct shard) as n from flow_positions')
    if (Number(row?.['n']) === SHARDS) return
    if (performance.now() > endMs) throw new Error('the shards do not read the tape')
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
  }
}
