import { AppError } from '../domain/errors.ts'
import { composeServer } from './compose-server.ts'
import { addressOf, type Config, SettingsError } from './config.ts'
import { ideaAlerts } from './idea-alerts.ts'
import { ideaFeed } from './idea-feed.ts'
import { completeReplayMetrics, importReplayPath } from './import/replay-path.ts'
import { Lifecycle } from './lifecycle.ts'
import { liveWorker } from './live/live-market.ts'
import { tapeKeeping } from './live/tape-keeping.ts'
import { notificationsOf } from './notifications.ts'
import { builtPages } from './pages.ts'
import { type Overrides, openParts, type Parts } from './parts.ts'
import { receiverOf } from './receiver.ts'
import { type DeciderAndBroker, deciderAndBroker } from './receiver-parts.ts'
import { receiverWarnings } from './receiver-warnings.ts'
import { warmUp } from './warm-up.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

export interface Service {
  readonly url: string
  readonly parts: Parts
  /** Aborted when a signal has come. */
  readonly closing: AbortSignal
  /** Resolves with the exit code once a signal has come and everything is closed. */
  readonly ended: Promise<number>
}

/** What a test may replace of a whole service. */
export type ServeOverrides = Overrides & Partial<DeciderAndBroker>

/** Composes, listens, and closes in reverse order at SIGINT or SIGTERM. */
export async function serve(config: Config, { decider, broker, ...overrides }: ServeOverrides = {}): Promise<Service> {
  const life = new Lifecycle()
  try {
    const parts = life.own('parts', await openParts(config, overrides), (it) => it[Symbol.asyncDispose]())
    await importReplayPath(parts)
    await completeReplayMetrics(parts)
    for (const warning of receiverWarnings(config)) parts.log.warn(warning)
    const built = deciderAndBroker(parts)
    const working = { decider: decider ?? built.decider, broker: broker ?? built.broker }
    // Owned before the server, so that it ends after it: first nothing more is accepted, then the work comes to its end.
    const receiver = life.own('receiver', receiverOf(parts, working), (it) => it[Symbol.asyncDispose]())
    const notifications = life.own('notifications', notificationsOf(parts), (it) => it[Symbol.asyncDispose]())
    const ideas = life.own('ideas', ideaFeed(parts, ideaAlerts(parts)), (it) => it[Symbol.asyncDispose]())
    const tapes = tapeKeeping(parts)
    const checks = tapes ? [tapes.check] : []
    const server = await composeServer(parts, life, {
      receiver,
      notifications,
      ideas,
      checks,
      pages: builtPages(parts.log),
    })
    // Before anyone can know the address: who reads it may send the signal at once.
    const signal = firstSignal()
    await server.listen({ host: config.listen.host, port: config.listen.port })
    const address = server.server.address()
    const port = typeof address === 'object' && address ? address.port : config.listen.port
    const url = addressOf(config.listen.host, port)
    if (config.publicUrl === undefined) parts.address.publicUrl = url
    await receiver.start()
    await notifications.start()
    life.own('warming up', warmUp(parts, ideas), async (it) => it[Symbol.dispose]())
    const live = liveWorker(parts)
    if (live) life.own('market data', live, (it) => it.stop()).start()
    // Ends before the source does.
    if (tapes) life.own('tapes', tapes, (it) => it[Symbol.asyncDispose]()).start()
    parts.log.info({ url }, 'listening')
    parts.log.flush()
    const closing = new AbortController()
    return { url, parts, closing: closing.signal, ended: closedAfter(signal, closing, life, parts) }
  } catch (error) {
    await life[Symbol.asyncDispose]()
    throw error
  }
}

/** What a failed start prints: sentences where they are meant for a person, the whole error where it is a fault. */
export function startFailure(error: unknown): string {
  if (error instanceof SettingsError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return 'The port is in use. Stop what holds it, or set PORT to another (0 takes a free one).'
  if (code === 'EACCES') return 'The port may not be opened. Set PORT to 1024 or higher.'
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
    // The handlers stay, so that a second Ctrl-C does not cut the closing short.
    for (const signal of STOP_SIGNALS) process.on(signal, resolve)
  })
}
