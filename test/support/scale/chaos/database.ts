import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type SmallDisk, smallDisk } from '../../process/small-disk.ts'
import { type ClusterServer, type ServerHome, serverHome, startedServer } from '../postgres-cluster.ts'

/** A server holds its cluster, and the log that a synchronous standby has not taken yet. */
const DISK_MB = 1_024
const SETTINGS =
  '-c max_connections=400 -c max_wal_size=128MB -c min_wal_size=64MB -c wal_retrieve_retry_interval=500ms'
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 50

/** A primary server with a synchronous standby, each with a cluster on a disk of its own. */
export interface ChaosDatabase extends AsyncDisposable {
  /** Of the primary. */
  readonly url: () => string
  /** Whether disks are small ones, which can be filled. */
  readonly hasDisks: boolean
  /** On a connection of its own, because others end. */
  run(sql: string): Promise<Record<string, unknown>[]>
  crash(): Promise<void>
  start(): Promise<void>
  /** Until the disk of the primary has room again. */
  withFullDisk(work: () => Promise<unknown>): Promise<void>
  /** The primary crashes, and the standby takes its place; `lead` is called with its port. */
  promote(lead: (port: number) => void): Promise<void>
}

/** A place for a cluster, which is used again for the next standby. */
interface Place {
  readonly data: string
  readonly disk: SmallDisk | null
}

export async function chaosDatabase(): Promise<ChaosDatabase> {
  await using owned = new AsyncDisposableStack()
  const home = owned.use(await serverHome())
  const places = [placeFor(home, 'first', owned), placeFor(home, 'second', owned)] as const
  let [at, other]: readonly [Place, Place] = places
  await home.init(at.data)
  const servers = new Set<ClusterServer>()
  const started = async ({ data }: Place) => {
    const server = await startedServer(home.run, data, SETTINGS)
    servers.add(server)
    return server
  }
  const stop = async (server: ClusterServer) => {
    // One that has crashed by itself has ended already.
    await server.crash().catch(() => undefined)
    servers.delete(server)
  }
  owned.defer(async () => {
    for (const server of servers) await stop(server)
  })
  let primary = await started(at)
  const run = (sql: string) => queried(primary.url, sql)
  let made = 0
  const newStandby = async () => {
    await home.run('rm', '-rf', other.data)
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres', '-c', 'fast']
    await home.run('pg_basebackup', ...from, '-D', other.data, '-R', '-C', '-S', `standby_${made++}`)
    const server = await started(other)
    await run(`alter system set synchronous_standby_names = '*'`)
    await run('select pg_reload_conf()')
    await until('the standby is synchronous', () => isInStep(run))
    return server
  }
  let standby = await newStandby()
  const all = owned.move()
  return {
    url: () => primary.url,
    hasDisks: places.every(({ disk }) => disk !== null),
    run,
    crash: () => primary.crash(),
    start: () => primary.start(),
    async withFullDisk(work) {
      const { data, disk } = at
      disk?.fill()
      try {
        await work()
      } finally {
        disk?.makeRoom()
      }
      const isRunning = await home.run('pg_ctl', '-D', data, 'status').then(
        () => true,
        () => false,
      )
      if (!isRunning) await primary.start()
      await until('the database answers', () => run('select 1'))
    },
    async promote(lead) {
      // What a reader saw after a crash of the primary may be on its way to the standby: two faults at once lose rows.
      await until('the standby is in step', () => isInStep(run))
      await stop(primary)
      await standby.promote()
      primary = standby
      ;[at, other] = [other, at]
      lead(primary.port)
      standby = await newStandby()
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function placeFor(home: ServerHome, name: string, owned: AsyncDisposableStack): Place {
  const disk = smallDisk(DISK_MB)
  if (!disk) return { data: home.file(name), disk }
  owned.use(disk)
  home.give(disk.path)
  return { data: `${disk.path}/data`, disk }
}

async function isInStep(run: ChaosDatabase['run']): Promise<boolean> {
  const found = await run(
    `select 1 from pg_stat_replication where sync_state = 'sync' and flush_lsn >= pg_current_wal_flush_lsn() - 65536`,
  )
  return found.length > 0
}

/** Errors count as "not yet". */
async function until(what: string, isSo: () => Promise<unknown>): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await isSo().catch(() => false)
    if (answer) return
    if (performance.now() > endMs) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`)
    await sleep(LOOK_EVERY_MS)
  }
}

async function queried(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 30_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
