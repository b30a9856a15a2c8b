import { randomBytes } from 'node:crypto'
import { AppError } from '../domain/errors.ts'
import { type Background, background } from '../lib/node/background.ts'
import { timeOrderedIds } from '../lib/node/ids.ts'
import { type Identity, identity } from '../operations/accounts/identity.ts'
import type { Caller, Context } from '../operations/context.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { MarketSource } from '../ports/market-source.ts'
import { openStore, type Store } from '../store/open.ts'
import { channelsOf } from './channel-settings.ts'
import { addressOf, type Config } from './config.ts'
import { Lifecycle } from './lifecycle.ts'
import type { LiveParts } from './live/live-market.ts'
import { createLogger, type Log } from './logger.ts'
import { mailerOf } from './mail.ts'
import { marketOf } from './market.ts'
import { type ProcessNotifier, processNotifier } from './notifier.ts'
import { type Valuer, valuer as valuerOf } from './valuation/valuer.ts'

const MOST_BACKGROUND = 1_000

/** What the service is made of below its surfaces. A test replaces any of them; the rest is the real thing. */
export interface Parts extends AsyncDisposable {
  readonly config: Config
  readonly log: Log
  readonly now: () => Date
  /** Milliseconds of a clock that never jumps. */
  readonly monotonicMs: () => number
  readonly randomBytes: (size: number) => Buffer
  readonly newId: () => string
  readonly store: Store
  readonly market: MarketSource
  readonly mailer: Mailer
  readonly identity: Identity
  readonly notifier: ProcessNotifier
  readonly background: Background
  readonly valuer: Valuer
  /** `{base_url}` of links; with PORT=0 and no PUBLIC_URL it is known once the service listens. */
  readonly address: { publicUrl: string }
}

export type Overrides = Partial<Omit<Parts, 'config' | typeof Symbol.asyncDispose>>

export async function openParts(config: Config, overrides: Overrides = {}): Promise<Parts> {
  const life = new Lifecycle()
  const log = overrides.log ?? createLogger(config.logLevel)
  const now = overrides.now ?? (() => new Date())
  const chance = overrides.randomBytes ?? randomBytes
  const monotonicMs = overrides.monotonicMs ?? (() => performance.now())
  const store =
    overrides.store ??
    life.own('store', await openStore({ path: config.databasePath, now, monotonicMs }), (it) =>
      it[Symbol.asyncDispose](),
    )
  const onValuationError = (error: unknown) => log.error({ err: error }, 'the thread that values chains failed')
  const defaults = {
    log,
    now,
    store,
    monotonicMs,
    randomBytes: chance,
    newId: timeOrderedIds(now, chance),
    market: overrides.market ?? ownMarket(life, config, { store, log, now, monotonicMs, randomBytes: chance }),
    mailer: overrides.mailer ?? mailerOf(config, log),
    identity: identity({ sessionSecret: config.secrets.session, randomBytes: chance }),
    valuer: life.own('valuation', valuerOf(onValuationError), (it) => it[Symbol.asyncDispose]()),
    notifier: overrides.notifier ?? notifierOf(config, now, chance, life),
    background: life.own('background work', backgroundWork(log), (it) => it.idle()),
    address: { publicUrl: config.publicUrl ?? addressOf(config.listen.host, config.listen.port) },
  }
  return { ...defaults, ...overrides, config, [Symbol.asyncDispose]: () => life[Symbol.asyncDispose]() }
}

function ownMarket(life: Lifecycle, config: Config, parts: LiveParts): MarketSource {
  return life.own('market source', marketOf(config, parts), (it) => it[Symbol.asyncDispose]?.())
}

function notifierOf(config: Config, now: () => Date, chance: Parts['randomBytes'], life: Lifecycle): ProcessNotifier {
  const { channels, checkUrl, close } = channelsOf(config, now)
  life.own('channels', close, () => close())
  const { signal } = new AbortController()
  return processNotifier({
    sessionSecret: config.secrets.session,
    randomBytes: chance,
    channels,
    vapidPublicKey: config.channels.vapid?.publicKey,
    // It ends by itself within seconds.
    checkUrl: (url) => checkUrl(url, signal),
  })
}

function backgroundWork(log: Log): Background {
  return background({
    most: MOST_BACKGROUND,
    refused: () => new AppError('unavailable', 'Too much work is waiting.'),
    onError: (error) => log.error({ err: error }, 'work after an answer failed'),
  })
}

type Asked = Pick<Context, 'caller'> & Partial<Pick<Context, 'sessionCookie' | 'limitsOf'>>

/** What one call may use. */
export function contextOf(parts: Parts, asked: Asked): Context {
  const { store, market, mailer, now, newId, randomBytes: chance, address, valuer } = parts
  return {
    market,
    viewAt: (date) => market.viewAt(date),
    valued: valuer.value,
    repriced: valuer.reprice,
    store,
    mailer,
    now,
    newId,
    randomBytes: chance,
    publicUrl: address.publicUrl,
    identity: parts.identity,
    notifier: parts.notifier,
    afterwards: (work) => parts.background.run(work),
    limitsOf: async () => [],
    sessionCookie: null,
    ...asked,
  }
}

/** The operator of the machine, who may do all that the command line offers. */
export const OPERATOR: Caller = { kind: 'command_line', account: null, address: null, sessionId: null }
