import { createServer } from 'node:net'
import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { pause } from '../../lib/node/worker.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { type KeptProgram, keptProgram, type ProgramToKeep } from './kept-program.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The processes; `compose.yaml` has one `api` in its profile `scaled`, whose port it publishes. */
const KINDS = [
  { kind: 'api', roles: 'api' },
  { kind: 'gateway', roles: 'gateway' },
  { kind: 'worker', roles: 'dispatcher,market' },
  { kind: 'receiver', roles: 'receiver' },
] as const
const OF_EACH = 2

const READY_MS = 120_000
const LOOK_MS = 250
const FLAGS = ['--max-semi-space-size=4', '--expose-gc']

interface ScaledService {
  readonly url: string
  /** Ends when `signal` is aborted, once all processes have ended. */
  readonly ended: Promise<void>
}

interface ScaledParts {
  readonly environment: Environment
  /** The folder of the project. */
  readonly root: string
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

/**
 * Runs the service as several processes of this machine behind Caddy, on the database of DATABASE_URL; what ends is
 * started again. Resolves once all are ready. Throws `invalid` or `unavailable` with what to do where that is not
 * possible; then nothing goes on.
 */
export async function runScaled({ environment, root, signal, say }: ScaledParts): Promise<ScaledService> {
  const config = readConfig({ ...environment, ROLES: undefined })
  if (config.secrets.databaseUrl === undefined) {
    throw new AppError('invalid', 'Set DATABASE_URL to an empty PostgreSQL database: see docs/scale.md.')
  }
  const port = config.listen.port === 0 ? ((await freePorts(1))[0] ?? 0) : config.listen.port
  const url = config.publicUrl ?? `http://127.0.0.1:${port}`
  const members = await membersOf()
  const programs: KeptProgram[] = []
  const stop = () => Promise.all(programs.map((it) => it[Symbol.asyncDispose]()))
  const onEnd = (name: string, how: string) => say(`${name} ${how}; it is started again`)
  try {
    for (const { name, command, words, own } of [
      ...members.map((it) => memberProgram(it, { root, url, config })),
      proxyProgram(members, root, port),
    ]) {
      programs.push(await keptProgram({ name, command, words, environment: { ...environment, ...own }, signal, onEnd }))
    }
    const failed = Promise.race(programs.map(async ({ name, firstEnd }) => `${name} ${await firstEnd}`))
    await allReady(members, failed, signal)
  } catch (error) {
    await stop()
    throw error
  }
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  }).then(async () => void (await stop()))
  return { url, ended }
}

/** How a program is started; `own` are the settings that it has besides those of all. */
interface Program extends Pick<ProgramToKeep, 'name' | 'command' | 'words'> {
  readonly own: Readonly<Record<string, string>>
}

function memberProgram(
  { name, roles, port }: Member,
  { root, url, config }: { readonly root: string; readonly url: string; readonly config: Pick<Config, 'metricsPort'> },
): Program {
  const own = {
    ROLES: roles,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    TRUST_PROXY: 'true',
    // Each has its own, which its log names.
    ...(config.metricsPort !== undefined && { METRICS_PORT: '0' }),
  }
  return { name, command: process.execPath, words: [...FLAGS, join(root, 'dist/program/main.js')], own }
}

function proxyProgram(members: readonly Member[], root: string, port: number): Program {
  const words = ['run', '--adapter', 'caddyfile', '--config', join(root, 'deploy/proxy/scaled.Caddyfile')]
  return { name: 'Caddy', command: 'caddy', words, own: proxyEnvironment(members, port) }
}

interface Member {
  readonly name: string
  readonly kind: (typeof KINDS)[number]['kind']
  readonly roles: string
  readonly port: number
}

async function membersOf(): Promise<Member[]> {
  const all = KINDS.flatMap((each) => Array.from({ length: OF_EACH }, (_, index) => ({ ...each, index })))
  const ports = await freePorts(all.length)
  return all.map(({ kind, roles, index }, at) => ({ name: `${kind} ${index + 1}`, kind, roles, port: ports[at] ?? 0 }))
}

/** Ports that nothing listens on. All are taken before one is given back, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(servers.map((it) => new Promise<void>((done) => it.listen(0, '127.0.0.1', done))))
  const ports = servers.map((it) => {
    const address = it.address()
    return typeof address === 'object' && address ? address.port : 0
  })
  await Promise.all(servers.map((it) => new Promise((done) => it.close(done))))
  return ports
}

/** What deploy/proxy/scaled.Caddyfile reads. */
function proxyEnvironment(members: readonly Member[], port: number): Record<string, string> {
  const of = (wanted: Member['kind']) =>
    members
      .filter(({ kind }) => kind === wanted)
      .map((it) => `127.0.0.1:${it.port}`)
      .join(' ')
  return {
    SITE: `http://127.0.0.1:${port}, http://localhost:${port}`,
    BIND: '127.0.0.1',
    APIS: of('api'),
    GATEWAYS: of('gateway'),
    RECEIVERS: of('receiver'),
  }
}

async function allReady(members: readonly Member[], failed: Promise<string>, signal: AbortSignal): Promise<void> {
  const isReady = async ({ port }: Member) => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal }).catch(() => null)
    return answer?.ok === true
  }
  let failure: string | undefined
  void failed.then((text) => {
    failure = text
  })
  for (let waitedMs = 0; waitedMs < READY_MS; waitedMs += LOOK_MS) {
    if (failure !== undefined) throw new AppError('unavailable', `${failure} while the service started.`)
    if (signal.aborted || (await Promise.all(members.map(isReady))).every(Boolean)) return
    await pause(LOOK_MS, signal)
  }
  throw new AppError('unavailable', 'Not all processes are ready after two minutes. Their logs give the reason.')
}
