import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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

export async function postgresCluster(): Promise<PostgresCluster> {
  const folder = tempFolder()
  const owner = await serverUser()
  // The folder of the test is its own, and the server must pass through it.
  chmodSync(folder.path, 0o755)
  const made = folder.file('made')
  mkdirSync(made)
  if (owner) chownSync(made, owner.uid, owner.gid)
  const file = (name: string) => join(made, name)
  const asServer = async (program: string, ...words: readonly string[]) => {
    const own = join(`${PROGRAMS}`, program)
    const env = { PATH: `${PROGRAMS}:${process.env['PATH']}`, LC_ALL: 'C' }
    const { stdout } = await run(existsSync(own) ? own : program, words, { env, cwd: made, ...owner })
    return stdout
  }
  const archive = file('archive')
  await asServer('mkdir', archive)
  await asServer('initdb', '-D', file('primary'), '-E', 'UTF8', '--locale=C', '-U', 'postgres', '-A', 'trust', '-N')
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
      folder[Symbol.dispose]()
    },
  }
}

async function startedServer(asServer: PostgresCluster['run'], data: string, options: string): Promise<ClusterServer> {
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
