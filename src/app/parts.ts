import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { mailDelayMs } from '../accounts/domain/mail-delay.ts'
import { type Identity, identity } from '../accounts/operations/identity.ts'
import { mailOwner } from '../accounts/operations/mail-owner.ts'
import type { AccountEvents } from '../accounts/ports/account-events.ts'
import type { ClientDocuments } from '../accounts/ports/client-documents.ts'
import type { Mailer } from '../accounts/ports/mailer.ts'
import { type WatchlistFigures, watchlistFigures } from '../alerts/operations/watchlist/watchlist-figures.ts'
import { type AnalysisOf, chainAnalyses } from '../analytics/operations/chain-analyses.ts'
import { type MarketOverviews, marketOverviews } from '../analytics/operations/market-overviews.ts'
import { type RecentChainParts, viewsOfRecentChains } from '../analytics/operations/recent-chains.ts'
import { type ScreenTables, screenTables } from '../analytics/operations/screener/screen-tables.ts'
import type { Caller, HeavyQuestions } from '../catalogue/context.ts'
import { FlowSessions } from '../flow/operations/flow-sessions.ts'
import { sessionPremium } from '../flow/operations/session-premium.ts'
import { once } from '../lib/async/once.ts'
import type { Windows } from '../lib/async/windows.ts'
import { AppError } from '../lib/errors.ts'
import { type Background, background } from '../lib/node/background.ts'
import { timeOrderedIds } from '../lib/node/ids.ts'
import { later } from '../lib/node/later.ts'
import type { Leases } from '../lib/node/leases.ts'
import { symbolResolver } from '../market/operations/symbol-resolver.ts'
import type { MarketSource } from '../market/ports/market-source.ts'
import { currentAsking } from '../market/sources/urgency.ts'
import { channelsFrom } from '../notifications/channels/index.ts'
import type { Notifier } from '../notifications/operations/notifier.ts'
import { accountEvents } from '../notifications/operations/raise/account-events.ts'
import type { Bus } from '../store/processes/bus.ts'
import { MessageLimits } from '../surfaces/mcp/message-limits.ts'
import { approversOf } from './approvers.ts'
import {
  believedClock,
  machineMs,
  type ServiceClock,
  type ServiceClockParts,
  serviceClock,
} from './clock/service-clock.ts'
import { machineClock, type OwnWallClockParts, ownWallClock, type WallClock } from './clock/wall-clock.ts'
import type { AppContext } from './context.ts'
import { keptOverviews, keptScreens } from './kept-overviews.ts'
import { Lifecycle } from './lifecycle.ts'
import type { Log } from './logger.ts'
import { mailerOf, type OwnedMailer } from './mail/mail.ts'
import { pinnedMarketsOf, serviceMarket } from './market.ts'
import { memoryShares } from './memory.ts'
import { type Measuring, UNMEASURED } from './metrics/measuring.ts'
import { processNotifier } from './notifier.ts'
import { documentsOf, type OAuthServerAt, oauthOf } from './oauth/oauth-servers.ts'
import { loggingOf } from './operator/logging.ts'
import { operatorView, type RunningWork, runningWork } from './operator/operator-view.ts'
import type { RecentErrors } from './operator/recent-errors.ts'
import { pinnedParts } from './pinned/pinned-parts.ts'
import { heavyQuestions } from './questions/heavy-questions.ts'
import type { Config } from './settings/config.ts'
import { addressOf } from './settings/derived-settings.ts'
import type { Store } from './store/open-store.ts'
import { type OwnBusParts, ownBus } from './store/own-bus.ts'
import { type OwnLeasesParts, ownLeases, type WorkName } from './store/own-leases.ts'
import { type OwnStoreParts, ownStore } from './store/own-store.ts'
import { type OwnWindowsParts, ownWindows } from './store/own-windows.ts'
import { boundExerciseTables } from './valuation/exercise-tables.ts'
import { heldInStore } from './valuation/held-in-store.ts'
import { type Valuer, valuer } from './valuation/valuer.ts'

const MAX_BACKGROUND = 1_000

/** The parts of the service below its surfaces. A test may replace any of them. */
export interface Parts extends AsyncDisposable {
  readonly config: Config
  readonly log: Log
  /** The time of the service: the wall clock, except while a jump of it waits for confirmation. */
  readonly now: () => Date
  readonly clock: ServiceClock
  /** The clock of the machine or of the database, for the market: its data have their own time. */
  readonly wallNow: () => Date
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number
  readonly randomBytes: (size: number) => Buffer
  readonly newId: () => string
  readonly store: Store
  readonly market: MarketSource
  readonly mailer: Mailer
  readonly identity: Identity
  readonly notifier: Notifier
  /** Hints between the processes of the service. */
  readonly bus: Bus
  readonly background: Background
  readonly analysisOf: AnalysisOf
  /** The market, with chains that may be some seconds old. */
  readonly viewAt: MarketSource['viewAt']
  /** Symbols whose present chain somebody requested in the last ten minutes. */
  readonly requestedSymbols: () => readonly string[]
  /** How much older than the market their quotes were, ms, by symbol. */
  readonly chainAgesMs: () => ReadonlyMap<string, number>
  readonly marketOverviews: MarketOverviews
  readonly screenTables: ScreenTables
  readonly watchlistFigures: WatchlistFigures
  readonly flowSessions: FlowSessions
  /** Limits that all processes of the service share. */
  readonly windows: Windows
  /** Work that one process of the service does at a time. */
  readonly leases: Leases<WorkName>
  /** Of the MCP endpoint; the receiver sees there how many messages are left. */
  readonly messageLimits: MessageLimits
  readonly heavyQuestions: HeavyQuestions
  /** Null where only the descriptions of apps that this service has may be used. */
  readonly clientDocuments: ClientDocuments | null
  /** The authorization server by the `Host` of a request; null where apps cannot connect by address. */
  readonly oauthAt: OAuthServerAt
  readonly metrics: Measuring
  /** Error lines of the log of this process. */
  readonly recentErrors: RecentErrors
  readonly running: RunningWork
  /** `{base_url}` of links; with PORT=0 and no PUBLIC_URL it is known once the service listens. */
  readonly address: { publicUrl: string }
}

export interface Overrides extends Partial<Omit<Parts, 'config' | typeof Symbol.asyncDispose>> {
  /** Who gives one closes it. */
  readonly valuer?: Valuer
  /** Whether this is the service, and no command and no thread of it. */
  readonly isService?: boolean
}

/** Throws `unavailable` with what to do where the store or the market cannot be opened; then nothing stays open. */
export async function openParts(config: Config, overrides: Overrides = {}): Promise<Parts> {
  const life = new Lifecycle()
  try {
    return await partsOf(life, config, overrides)
  } catch (error) {
    await life[Symbol.asyncDispose]()
    throw error
  }
}

async function partsOf(
  life: Lifecycle,
  config: Config,
  { valuer: given, isService = false, ...overrides }: Overrides,
): Promise<Parts> {
  const { log, recentErrors } = loggingOf(config, overrides)
  const random = overrides.randomBytes ?? randomBytes
  const monotonicMs = overrides.monotonicMs ?? (() => performance.now())
  const metrics = overrides.metrics ?? UNMEASURED
  const wall = await wallOf(overrides, life, config, { monotonicMs, isService })
  const wallNow = wall.now
  const bus = overrides.bus ?? (await busOf(life, config, { log, randomBytes: random }))
  const store =
    overrides.store ?? (await storeOf(life, config, metrics, { log, now: wallNow, monotonicMs, isService, bus }))
  const shared = await sharedOf(overrides, life, config, { log, monotonicMs, randomBytes: random, isService, bus })
  const clock = overrides.clock ?? (await clockOf(overrides, { wall, monotonicMs, store, log }))
  const { now } = clock
  const memory = memoryShares(config)
  life.own('exercise tables', boundExerciseTables(memory.exerciseTableBytes), (it) => it[Symbol.dispose]())
  const onValuationError = (error: unknown) => log.error({ err: error }, 'the valuation thread failed')
  const values =
    given ??
    life.own('valuation', valuer({ onError: onValuationError, tableBytes: memory.exerciseTableBytes }), (it) =>
      it[Symbol.asyncDispose](),
    )
  const { makerOf } = values
  const sharing = { isService, bus, leases: shared.leases }
  const marketParts = { ...sharing, store, log, now: wallNow, monotonicMs, randomBytes: random, makerOf }
  const market = overrides.market ?? (await serviceMarket(life, config, marketParts))
  const held = await heldInStore(store, now, (work) => defaults.background.run(work))
  const analysisOf = chainAnalyses((chain) => values.computationOf(chain), memory.analysedContracts, held)
  const views = recentViews({ market, analysisOf, now: wallNow, inBackground: (work) => defaults.background.run(work) })
  const defaults = {
    log,
    now,
    clock,
    wallNow,
    store,
    monotonicMs,
    randomBytes: random,
    newId: timeOrderedIds(now, random),
    market,
    analysisOf,
    viewAt: views.viewAt,
    requestedSymbols: views.requested,
    chainAgesMs: views.agesMs,
    marketOverviews: marketOverviews(monotonicMs, keptOverviews(config, store, market, now)),
    screenTables: screenTables(monotonicMs, keptScreens(config, store, market, now)),
    watchlistFigures: watchlistFigures(monotonicMs),
    ...shared,
    messageLimits: new MessageLimits(shared.windows),
    flowSessions: new FlowSessions({ store, analysisOf, viewAt: (date?: string) => market.viewAt(date) }),
    heavyQuestions: heavyQuestions({ monotonicMs, pool: null, maxBytes: memory.pastAnswerBytes }),
    clientDocuments: documentsOf(config, life, { now, monotonicMs, ...shared }),
    mailer: overrides.mailer ?? ownMailer(life, config, log),
    identity: identity({ sessionSecret: config.secrets.session, randomBytes: random }),
    bus,
    notifier: overrides.notifier ?? notifierOf(config, { now, random, metrics, bus }, life),
    metrics,
    recentErrors,
    running: runningWork(),
    background: life.own('background work', backgroundWork(log), (it) => it.idle()),
    address: { publicUrl: config.publicUrl ?? addressOf(config.listen.host, config.listen.port) },
  }
  const parts = { ...defaults, ...overrides, config, [Symbol.asyncDispose]: () => life[Symbol.asyncDispose]() }
  return { oauthAt: oauthOf({ ...parts, accountEvents: eventsOf(parts) }), ...parts }
}

async function busOf(life: Lifecycle, config: Config, parts: OwnBusParts): Promise<Bus> {
  return life.own('bus', await ownBus(config, parts), (it) => it[Symbol.asyncDispose]())
}

/** What the processes of the service share besides the store. */
async function sharedOf(
  { windows, leases }: Overrides,
  life: Lifecycle,
  config: Config,
  parts: OwnWindowsParts & OwnLeasesParts,
): Promise<Pick<Parts, 'windows' | 'leases'>> {
  return {
    windows: windows ?? (await ownWindows(life, config, parts)),
    leases: leases ?? (await ownLeases(life, config, parts)),
  }
}

async function storeOf(life: Lifecycle, config: Config, metrics: Measuring, parts: OwnStoreParts): Promise<Store> {
  return metrics.transactions(life.own('store', await ownStore(config, parts), (it) => it[Symbol.asyncDispose]()))
}

function recentViews({
  market,
  ...parts
}: Pick<RecentChainParts, 'analysisOf' | 'now' | 'inBackground'> & Pick<Parts, 'market'>) {
  return viewsOfRecentChains({
    ...parts,
    viewAt: (date) => market.viewAt(date),
    mayRepeatChains: market.capabilities.isRemote,
    later,
    isBackground: () => currentAsking().urgency !== 'question',
  })
}

async function wallOf(
  { now, wallNow = now }: Overrides,
  life: Lifecycle,
  config: Config,
  parts: OwnWallClockParts,
): Promise<WallClock> {
  return wallNow ? machineClock(wallNow) : ownWallClock(life, config, parts)
}

/** A given `now` is believed: whoever gives it moves it. */
function clockOf({ now, monotonicMs }: Overrides, parts: Omit<ServiceClockParts, 'steadyMs'>): Promise<ServiceClock> {
  if (now) return Promise.resolve(believedClock(now))
  return serviceClock({ ...parts, steadyMs: monotonicMs ?? machineMs })
}

function ownMailer(life: Lifecycle, config: Config, log: Log): OwnedMailer {
  return life.own('mail', mailerOf(config, log), (it) => it[Symbol.asyncDispose]?.())
}

function notifierOf(
  config: Config,
  { now, random, metrics, bus }: Pick<Parts, 'now' | 'metrics' | 'bus'> & { readonly random: Parts['randomBytes'] },
  life: Lifecycle,
): Notifier {
  const { channels, checkUrl, close } = channelsFrom(config.channels, { now, publicUrl: config.publicUrl })
  life.own('channels', close, () => close())
  const { signal } = new AbortController()
  return processNotifier({
    sessionSecret: config.secrets.session,
    randomBytes: random,
    channels: metrics.channels(channels),
    bus,
    vapidPublicKey: config.channels.VAPID_PUBLIC_KEY,
    // The check has its own timeout of a few seconds.
    checkUrl: (url) => checkUrl(url, signal),
  })
}

function backgroundWork(log: Log): Background {
  return background({
    maxRunning: MAX_BACKGROUND,
    refused: () => new AppError('unavailable', 'Too much background work. Try again in a few seconds.'),
    onError: (error) => {
      // A sentence for the operator says it all, for example that no mail server is set.
      const isKnown = error instanceof AppError && error.cause === undefined
      if (isKnown) log.error({ reason: error.message }, 'background work failed')
      else log.error({ err: error }, 'background work failed')
    },
  })
}

type CallParts = Pick<AppContext, 'caller'> & Partial<Pick<AppContext, 'sessionCookie' | 'limitsOf' | 'progress'>>

const noLimits: AppContext['limitsOf'] = async () => []

/**
 * Makes the contexts of many calls. What is the same for all calls is made once: closures and getters in each context
 * cost as much as finding a cached answer, and the garbage collector pauses longer for them than for everything else of
 * a request.
 */
export function contextsOf(parts: Parts): (call: CallParts) => AppContext {
  const shared = sharedContext(parts)
  const pinned = pinnedContexts(parts)
  const { address } = parts
  return ({ caller, sessionCookie = null, limitsOf = noLimits, progress }) => ({
    ...(caller.pinned === undefined ? shared : pinned(caller.pinned.atMs)),
    publicUrl: address.publicUrl,
    caller,
    sessionCookie,
    limitsOf,
    progress,
  })
}

/** A decision asks its questions one after the other, and each of these markets takes some megabytes. */
const MAX_PINNED = 4

/** The shared parts of callers with replay credentials, by their instant. */
function pinnedContexts(parts: Parts): (atMs: number) => ReturnType<typeof sharedContext> {
  const kept = new LRUCache<number, ReturnType<typeof sharedContext>>({ max: MAX_PINNED })
  const pinnedMarkets = once(() => pinnedMarketsOf(parts.config, parts))
  return (atMs) => {
    const known =
      kept.get(atMs) ?? sharedContext({ ...parts, ...pinnedParts({ ...parts, pinnedMarkets: pinnedMarkets() }, atMs) })
    kept.set(atMs, known)
    return known
  }
}

/** The context of one call. */
export function contextOf(parts: Parts, call: CallParts): AppContext {
  return contextsOf(parts)(call)
}

function sharedContext(parts: Parts): Omit<AppContext, 'publicUrl' | keyof CallParts> {
  const { store, market, mailer, now, newId, randomBytes: random, flowSessions, background } = parts
  return {
    market,
    viewAt: parts.viewAt,
    resolveSymbols: symbolResolver(market),
    analysisOf: parts.analysisOf,
    marketOverviews: parts.marketOverviews,
    screenTables: parts.screenTables,
    exposureSnapshots: store.exposureSnapshots,
    impliedQuantiles: store.impliedQuantiles,
    marketName: marketNameOf(parts),
    receiverEmail: parts.config.decision.serviceEmail?.toLowerCase() ?? null,
    watchlistFigures: parts.watchlistFigures,
    flowSessions,
    heavyQuestions: parts.heavyQuestions,
    traced: parts.metrics.traced,
    sessionPremium: sessionPremium(flowSessions, { store, market, viewAt: parts.viewAt }),
    accountEvents: eventsOf(parts),
    authorizationServerAt: parts.oauthAt,
    clientDocuments: parts.clientDocuments,
    store,
    mailer,
    signUps: parts.config.accounts.signUps,
    now,
    newId,
    randomBytes: random,
    mayDelete: parts.clock.mayDelete,
    identity: parts.identity,
    approvals: { approvers: approversOf(parts), maxDriftPct: parts.config.receiver.approval?.maxDriftPct ?? null },
    notifier: parts.notifier,
    operatorView: operatorView(parts),
    killSwitchSetting: parts.config.receiver.guards.killSwitch,
    afterwards: (work) => background.run(work),
    later: (work) => background.run(work, mailDelayMs(random)),
  }
}

function eventsOf(parts: Omit<Parts, 'oauthAt'>): AccountEvents {
  const { store, notifier, mailer, now, newId, address, background } = parts

  const mailParts = () => ({ store, mailer, publicUrl: address.publicUrl })
  return accountEvents({
    store,
    notifier,
    now,
    newId,
    // Known once the service listens.
    get publicUrl() {
      return address.publicUrl
    },
    onUnnotified: (accountId, event) => background.run(() => mailOwner(mailParts(), accountId, event)),
  })
}

/** The operator of the machine, who may run every command. */
export const OPERATOR: Caller = { kind: 'command_line', account: null, address: null, sessionId: null }

/** Names the source and, where it is invented, its seed. */
export function marketNameOf({ market, config }: Pick<Parts, 'market' | 'config'>): string {
  return market.capabilities.readsStore ? market.name : `${market.name} ${config.market.seed}`
}
