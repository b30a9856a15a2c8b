import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../http/free-port.ts'
import { tempFolder } from '../process/temp-folder.ts'

const run = promisify(execFile)

/** The folder of the programs of the newest server that is installed. */
const PROGRAMS = newestOf('/usr/lib/postgresql')
const OPTIONS = '-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c wal_level=replica'

export const hasPostgresPrograms = PROGRAMS !== undefined
if (!hasPostgresPrograms)
  console.warn('No programs of a PostgreSQL server found: clusters are not restored or promoted.')

/** A server with a cluster of its own. */
export interface ClusterServer {
  readonly port: number
  /** As its superuser. */
  readonly url: string
  /** Ends it as a crash does. */
  crash(): Promise<void>
  /** Starts it again. */
  start(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
}

/** A cluster that archives its log, and a folder for what is made of it. */
export interface PostgresCluster extends ClusterServer, AsyncDisposable {
  readonly archive: string
  /** A new path inside a folder that the user of the server may write. */
  file(name: string): string
  /** Runs a program of the server as its user; gives what it writes. */
  run(program: string, ...words: readonly string[]): Promise<string>
  /** A second server that has every transaction before it is acknowledged. */
  standby(): Promise<ClusterServer>
}

/** Where servers live, as far as their user may write. */
export interface ServerHome extends Disposable {
  file(name: string): string
  /** Makes a folder of somebody else one of the user of the servers; that one must pass through the folder around it. */
  give(path: string): void
  /** Runs a program of the server as its user; gives what it writes. */
  run: PostgresCluster['run']
  /** A new cluster in a folder. */
  init(data: string): Promise<void>
}

export async function serverHome(): Promise<ServerHome> {
  const folder = tempFolder()
  const owner = await serverUser()
  const give = (path: string) => {
    chmodSync(dirname(path), 0o755)
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  const made = folder.file('made')
  mkdirSync(made)
  give(made)
  const asServer = async (program: string, ...words: readonly string[]) => {
    const own = join(`${PROGRAMS}`, program)
    const env = { PATH: `${PROGRAMS}:${process.env['PATH']}`, LC_ALL: 'C' }
    const { stdout } = await run(existsSync(own) ? own : program, words, { env, cwd: made, ...owner })
    return stdout
  }
  return {
    file: (name) => join(made, name),
    give,
    run: asServer,
    init: async (data) =>
      void (await asServer('initdb', '-D', data, '-E', 'UTF8', '--locale=C', '-U', 'postgres', '-A', 'trust', '-N')),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

export async function postgresCluster(): Promise<PostgresCluster> {
  const home = await serverHome()
  const { file, run: asServer } = home
  const archive = file('archive')
  await asServer('mkdir', archive)
  await home.init(file('primary'))
  const archiving = `-c archive_mode=on -c 'archive_command=cp %p ${archive}/%f'`
  const primary = await startedServer(asServer, file('primary'), archiving)
  const servers = [primary]
  return {
    ...primary,
    archive,
    file,
    run: asServer,
    async standby() {
      const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
      await asServer('pg_basebackup', ...from, '-D', file('standby'), '-R', '-C', '-S', 'standby')
      const standby = await startedServer(asServer, file('standby'), '')
      servers.push(standby)
      const sql = (text: string) => asServer('psql', ...from, '-d', 'postgres', '-XAtc', text)
      await sql(`alter system set synchronous_standby_names = '*'`)
      await sql('select pg_reload_conf()')
      return standby
    },
    async [Symbol.asyncDispose]() {
      // One that has crashed has ended already.
      for (const server of servers) await server.crash().catch(() => undefined)
      home[Symbol.dispose]()
    },
  }
}

export async function startedServer(
  asServer: PostgresCluster['run'],
  data: string,
  options: string,
): Promise<ClusterServer> {
  const port = await freePort()
  const all = `-p ${port} ${OPTIONS} ${options}`
  const start = async () => void (await asServer('pg_ctl', '-D', data, '-w', '-l', `${data}.log`, '-o', all, 'start'))
  await start()
  return {
    start,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: async () => void (await asServer('pg_ctl', '-D', data, '-m', 'immediate', 'stop')),
    promote: async () => void (await asServer('pg_ctl', '-D', data, '-w', 'promote')),
  }
}

function newestOf(root: string): string | undefined {
  if (!existsSync(root)) return undefined
  const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/** A server never runs as root. */
async function serverUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}
