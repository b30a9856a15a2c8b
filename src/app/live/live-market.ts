/** The live sources as this service runs them: with its clock and chance, its store as their past, its log. */
import { setTimeout as sleep } from 'node:timers/promises'
import { alpacaMarket } from '../../adapters/market/alpaca/index.ts'
import { cboeMarket } from '../../adapters/market/cboe/index.ts'
import type { LiveSource, SourceHealth } from '../../adapters/market/source-health.ts'
import type { HeldTapes } from '../../adapters/market/stored-past.ts'
import type { VendorClock } from '../../adapters/market/vendor-client.ts'
import { AppError } from '../../domain/errors.ts'
import { sessionFlow } from '../../operations/flow/session-flow.ts'
import type { MarketSource } from '../../ports/market-source.ts'
import type { Store } from '../../store/open.ts'
import { type Worker, worker } from '../../workers/worker.ts'
import type { Config } from '../config.ts'
import type { Log } from '../logger.ts'
import type { Parts } from '../parts.ts'
import { sessionKeeper } from './keep-sessions.ts'
import { storedPast } from './stored-past.ts'

export interface LiveParts {
  readonly store: Store
  readonly log: Log
  readonly now: () => Date
  readonly monotonicMs: () => number
  readonly randomBytes: (size: number) => Buffer
}

type Live = MarketSource & LiveSource & AsyncDisposable

const IDLE_MS = 5_000
const GRACE_MS = 5_000
const PATIENCE_MS = 4_000
const RANGE = 2 ** 32

export function cboeOf({ market }: Config, parts: LiveParts): Live {
  return cboeMarket({
    symbols: market.symbols,
    past: storedPast(parts.store),
    clock: clockOf(parts),
    onHealth: told(parts),
  })
}

export function alpacaOf({ market, secrets }: Config, parts: LiveParts): Live {
  const { alpacaKey: keyId, alpacaSecret: secret } = secrets
  if (keyId === undefined || secret === undefined) throw new AppError('invalid', 'The source alpaca needs its keys.')
  const { dataUrl, tradingUrl, feeds } = market.alpaca
  return alpacaMarket({
    access: { dataUrl, tradingUrl, keyId, secret },
    streamUrl: streamUrlOf(dataUrl),
    feeds,
    symbols: market.symbols,
    past: storedPast(parts.store),
    clock: clockOf(parts),
    onHealth: told(parts),
  })
}

/** The vendor's streams lie beside its data; a server of one's own has both in one place. */
export function streamUrlOf(dataUrl: string | undefined): string | undefined {
  if (dataUrl === undefined) return undefined
  const { protocol, host, hostname } = new URL(dataUrl)
  const streamHost = hostname.endsWith('.alpaca.markets') ? `stream.${host}` : host
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${streamHost}`
}

/** Null for a source that answers from what it has. */
export function liveIn(market: MarketSource): (MarketSource & LiveSource) | null {
  return isLive(market) ? market : null
}

function isLive(market: MarketSource): market is MarketSource & LiveSource {
  return 'sourceHealth' in market && 'tend' in market
}

/** Null for a source whose tapes are not worth keeping: they can be had again, or there are none. */
export function heldIn(market: MarketSource): (MarketSource & HeldTapes) | null {
  return holdsTapes(market) ? market : null
}

function holdsTapes(market: MarketSource): market is MarketSource & HeldTapes {
  return 'heldTapes' in market && 'heldOffExchange' in market
}

/** Looks after a live source: what is due by itself, and the end of each session. */
export function liveWorker({ market, store, log, now, newId, monotonicMs }: Parts): Worker | null {
  const live = liveIn(market)
  if (!live) return null
  const flowParts = { store, viewAt: (date?: string) => market.viewAt(date) }
  const keeper = sessionKeeper({
    market,
    store,
    now,
    newId,
    readFlow: heldIn(market) ? async (symbol) => sessionFlow(flowParts, await market.viewAt(), symbol) : null,
    onFailure: (error, symbol) => log.debug({ err: error, symbol }, 'a session could not be kept yet'),
    onUnvalued: (error, symbol) => log.error({ err: error, symbol }, 'a chain has no value'),
  })
  return worker({
    name: 'market data',
    step: async (signal) => (await live.tend()) || (await keeper.keepNext(signal)),
    idleMs: IDLE_MS,
    graceMs: GRACE_MS,
    monotonicMs,
    onError: (error) => log.error({ err: error }, 'looking after the market source failed'),
  })
}

export function clockOf({ now, monotonicMs, randomBytes }: Omit<LiveParts, 'store' | 'log'>): VendorClock {
  return {
    nowMs: () => now().getTime(),
    monotonicMs,
    random: () => randomBytes(4).readUInt32LE() / RANGE,
    patience: () => sleep(PATIENCE_MS, undefined, { ref: false }),
    async sleep(ms, signal) {
      try {
        await sleep(ms, undefined, { signal })
      } catch (error) {
        signal.throwIfAborted()
        throw error
      }
    },
  }
}

/** Once for each change, not for each failure. */
function told({ log }: LiveParts): (health: SourceHealth) => void {
  return ({ state, detail, refusedRows }) =>
    log[state === 'fine' ? 'info' : 'warn']({ state, detail, refusedRows }, 'the market source changed its state')
}
