import { AppError } from '../lib/errors.ts'
import { collectWhenIdle, exposedCollection } from '../lib/node/collect-when-idle.ts'
import { processCpuMs } from '../lib/node/process-cpu.ts'
import { isRemoteSource } from '../market/sources/index.ts'
import { requireApprovers } from './approvers.ts'
import { backupKeeper } from './backup/backup-keeper.ts'
import { type DeciderAndBroker, deciderAndBroker } from './decider-and-broker.ts'
import { composeServer } from './http/compose-server.ts'
import { countConnections } from './http/connections.ts'
import { builtPages, builtViews } from './http/pages.ts'
import { MAX_CONNECTIONS } from './http/server.ts'
import { completeStoredMetrics, importReplayPath } from './import/replay-path.ts'
import { Lifecycle } from './lifecycle.ts'
import { marketWork } from './market-work.ts'
import { memoryShares } from './memory.ts'
import { startMetrics } from './metrics/start-metrics.ts'
import { notificationsOf } from './notifications.ts'
import { loggingOf } from './operator/logging.ts'
import { type Overrides, openParts, type Parts } from './parts.ts'
import { heavyQuestions } from './questions/heavy-questions.ts'
import { questionPool } from './questions/question-pool.ts'
import { type Receiver, receiverOf } from './receiver.ts'
import { accountWarnings } from './settings/account-warnings.ts'
import type { Config } from './settings/config.ts'
import { addressOf } from './settings/derived-settings.ts'
import { marketWarnings } from './settings/market-warnings.ts'
import { receiverWarnings } from './settings/receiver-warnings.ts'
import { IN_MEMORY } from './store/open-store.ts'
import { warmUp } from './warm-up.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

export interface Service {
  readonly url: string
  readonly parts: Parts
  /** Aborted when a stop signal arrives. */
  readonly closing: AbortSignal
  /** Resolves with the exit code once everything is closed after a stop signal. */
  readonly ended: Promise<number>
}

type Given<Replaced> = { readonly [Name in keyof Replaced]: Replaced[Name] | undefined }

/** Parts of the service that a test may replace. */
export type ServeOverrides = Overrides & Partial<DeciderAndBroker>

/** Composes, listens, and closes in reverse order at SIGINT or SIGTERM. */
export async function serve(config: Config, { decider, broker, ...overrides }: ServeOverrides = {}): Promise<Service> {
  const life = new Lifecycle()
  try {
    const logging = loggingOf(config, overrides)
    const questions = questionsOf(config, { ...overrides, log: logging.log }, life)
    const measured = await startMetrics(config, life, logging.log)
    const parts = life.own(
      'parts',
      await openParts(config, { ...questions, ...measured.overrides, ...overrides, ...logging, isService: true }),
      (it) => it[Symbol.asyncDispose](),
    )
    if (!overrides.now) life.own('clock', await parts.clock.watch(), (it) => it.stop())
    await requireApprovers(parts)
    await importReplayPath(parts)
    await completeStoredMetrics(parts)
    // Owned before the server, so that it is closed after it: first the service accepts nothing more, then the work
    // ends.
    const receiver = receivingOf(parts, life, { decider, broker })
    for (const warning of warningsOf(config)) parts.log.warn(warning)
    const notifications = life.own('notifications', notificationsOf(parts), (it) => it[Symbol.asyncDispose]())
    const market = marketWork(parts, life)
    const backups = backupKeeper(parts)
    const keepers = backups ? [backups] : []
    const checks = [...(market?.checks ?? []), ...keepers.map(({ check }) => check)]
    const server = await composeServer(parts, life, {
      receiver,
      notifications,
      ideas: market?.ideas,
      checks,
      pages: builtPages(parts.log),
      views: builtViews(),
    })
    const connections = countConnections(server)
    // Before the address is known: whoever reads it may send a signal immediately.
    const signal = firstSignal()
    await server.listen({ host: config.listen.host, port: config.listen.port, backlog: MAX_CONNECTIONS })
    const address = server.server.address()
    const port = typeof address === 'object' && address ? address.port : config.listen.port
    const url = addressOf(config.listen.host, port)
    if (config.publicUrl === undefined) parts.address.publicUrl = url
    await receiver?.start()
    await notifications.start()
    if (config.roles.includes('api') || market) {
      life.own('warming up', warmUp(parts, market?.ideas), async (it) => it[Symbol.dispose]())
    }
    life.own('garbage', collectingOf(config, connections), (it) => it[Symbol.dispose]())
    const started = [receiver?.workers, notifications.workers, market?.start()].flatMap((it) => it ?? [])
    for (const { worker } of keepers) life.own('backups', worker, (it) => it.stop()).start()
    const workers = [...started, ...keepers.map(({ worker }) => worker)]
    await measured.serve({ parts, ...parts.running.began({ workers, backups }) })
    parts.log.info({ url }, 'listening')
    parts.log.flush()
    const closing = new AbortController()
    return { url, parts, closing: closing.signal, ended: closedAfter(signal, closing, life, parts) }
  } catch (error) {
    await life[Symbol.asyncDispose]()
    throw error
  }
}

function collectingOf(config: Config, connections: () => number): Disposable {
  // Others of several processes wait for what this one finds.
  const isWaitedFor = () => connections() > 0 || config.databasePath === null
  return collectWhenIdle({ collect: exposedCollection(), cpuMs: processCpuMs, isWaitedFor })
}

/** What the operator should know of the settings. */
function warningsOf(config: Config): string[] {
  const ofReceiver = config.roles.includes('receiver') ? receiverWarnings(config) : []
  return [...marketWarnings(config), ...accountWarnings(config), ...ofReceiver]
}

/** The work on trade ideas; undefined in a process that does not have this role. */
function receivingOf(
  parts: Parts,
  life: Lifecycle,
  { decider, broker }: Given<DeciderAndBroker>,
): Receiver | undefined {
  if (!parts.config.roles.includes('receiver')) return undefined
  const built = deciderAndBroker(parts)
  const working = parts.metrics.receiver({ decider: decider ?? built.decider, broker: broker ?? built.broker })
  return life.own('receiver', receiverOf(parts, working), (it) => it[Symbol.asyncDispose]())
}

/**
 * Questions about past sessions, answered by threads: each opens the store and makes a market of its own. A vendor has
 * limits for all threads together, so a remote source is asked by this thread alone.
 */
function questionsOf(config: Config, overrides: ServeOverrides & Pick<Parts, 'log'>, life: Lifecycle): Overrides {
  const isReplaced = (['market', 'store', 'now', 'wallNow', 'analysisOf'] as const).some(
    (name) => overrides[name] !== undefined,
  )
  if (isRemoteSource(config.market.source) || isReplaced || config.databasePath === IN_MEMORY) return {}
  const { threadsMb, pastAnswerBytes } = memoryShares(config)
  const onError = (error: unknown) => overrides.log.error({ err: error }, 'a thread for past sessions failed')
  const pool = life.own('threads', questionPool({ config, heapMb: threadsMb, onError }), (it) =>
    it[Symbol.asyncDispose](),
  )
  const monotonicMs = overrides.monotonicMs ?? (() => performance.now())
  return { heavyQuestions: heavyQuestions({ monotonicMs, pool, maxBytes: pastAnswerBytes }) }
}

/** The output of a failed start: a sentence if it is meant for people, otherwise the whole error. */
export function startFailure(error: unknown): string {
  if (error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return 'The port is in use. Stop the other program, or set another PORT (0 chooses a free one).'
  if (code === 'EACCES') return 'Permission to open the port is missing. Set PORT to 1024 or higher.'
  return error.stack ?? error.message
}

async function closedAfter(
  signal: Promise<string>,
  closing: AbortController,
  life: Lifecycle,
  { log }: Parts,
): Promise<number> {
  log.info({ signal: await signal }, 'closing')
  closing.abort()
  try {
    await life[Symbol.asyncDispose]()
    return 0
  } catch (error) {
    log.error({ err: error }, 'closing failed')
    return 1
  }
}

function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    // The handlers stay installed, so that a second Ctrl-C does not interrupt the shutdown.
    for (const signal of STOP_SIGNALS) process.on(signal, resolve)
  })
}
