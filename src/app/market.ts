import { once } from '../lib/async/once.ts'
import { AppError } from '../lib/errors.ts'
import { later } from '../lib/node/later.ts'
import type { SourceCapabilities } from '../market/domain/source.ts'
import type { MarketSource } from '../market/ports/market-source.ts'
import type { SourceName } from '../market/sources/index.ts'
import type { VendorMarket } from '../market/sources/shared/led-market.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { LiveParts } from './live/live-parts.ts'
import type { SharedMarketParts } from './live/shared-market.ts'
import type { Config } from './settings/config.ts'
import type { Valuer } from './valuation/valuer.ts'

/** What the sources need of the service. */
export type MarketParts = LiveParts &
  Pick<Valuer, 'makerOf'> & {
    /** The service, and no command beside it and no thread of it. */
    readonly isService: boolean
    /** Whether this process may ask the vendor of a live source; absent where it always may. */
    readonly mayAsk?: () => boolean
  }
type OwnMarket = MarketSource & Partial<AsyncDisposable>
type VendorName = 'cboe' | 'alpaca'

type Factory<Market> = (config: Config, parts: MarketParts) => Promise<Market>

/** A process has one source: the code of the others is not loaded. */
const FACTORIES: Readonly<Record<Exclude<SourceName, VendorName>, Factory<OwnMarket>>> = {
  async simulated({ market: { seed, symbols, speed, alwaysOpen, offHours } }, { now, makerOf, isService }) {
    const { simulatedMarket } = await import('../market/sources/simulated/index.ts')
    const replays = offHours === 'replay'
    const maker = makerOf({ seed, speed })
    const behaviour = { seed, symbols, speed, alwaysOpen, replays }
    return simulatedMarket({ ...behaviour, now, maker, later, answersPast: !isService })
  },
  async replay({ market: { rates } }, { store }) {
    const { replayMarket } = await import('../market/sources/replay/index.ts')
    return replayMarket({ market: store, rates })
  },
}

/** Those that ask a vendor. */
const VENDORS: Readonly<Record<VendorName, Factory<VendorMarket>>> = {
  async cboe(config, parts) {
    const { cboeMarket } = await import('../market/sources/cboe/index.ts')
    const { livePartsOf } = await import('./live/live-parts.ts')
    return cboeMarket({ ...livePartsOf(config, parts), baseUrl: config.market.cboeUrl })
  },
  async alpaca(config, parts) {
    const { alpacaKey: keyId, alpacaSecret: secret } = config.secrets
    if (keyId === undefined || secret === undefined)
      throw new AppError('invalid', 'MARKET_SOURCE=alpaca needs ALPACA_API_KEY and ALPACA_API_SECRET.')
    const { alpacaMarket } = await import('../market/sources/alpaca/index.ts')
    const { streamUrlOf } = await import('../market/sources/alpaca/stream/stream-url.ts')
    const { livePartsOf } = await import('./live/live-parts.ts')
    const { dataUrl, tradingUrl, account, requestsPerMinute, feeds } = config.market.alpaca
    return alpacaMarket({
      ...livePartsOf(config, parts),
      access: { dataUrl, tradingUrl, account, requestsPerMinute, keyId, secret },
      streamUrl: streamUrlOf(dataUrl),
      feeds,
    })
  },
}

/**
 * The market as it was at an instant (Unix milliseconds), whatever is known of it now: a simulated market whose clock
 * stands still, or what the store held of any other source. A vendor is never asked. It has the name of the source that
 * it stands for.
 */
export type PinnedMarkets = (atMs: number) => Promise<MarketSource>

export function pinnedMarketsOf(
  { market: settings }: Config,
  { store, market }: Pick<LiveParts, 'store'> & { readonly market: MarketSource },
): PinnedMarkets {
  const { name, capabilities } = market
  if (!capabilities.readsStore) return pinnedSimulations(settings)
  return async (atMs) => {
    const { replayMarket } = await import('../market/sources/replay/index.ts')
    const { pinnedMarket } = await import('../market/sources/replay/pinned-market.ts')
    const stored = replayMarket({ market: pinnedMarket(store, atMs), rates: settings.rates })
    return { ...stored, name, viewAt: async (date) => ({ ...(await stored.viewAt(date)), source: name }) }
  }
}

function pinnedSimulations({ seed, symbols, speed, alwaysOpen, offHours }: Config['market']): PinnedMarkets {
  const opened = once(async () => {
    const { simulatedMarket, simulatedWorld } = await import('../market/sources/simulated/index.ts')
    return { simulatedMarket, world: simulatedWorld({ seed, symbols, speed, later }) }
  })
  return async (atMs) => {
    const { simulatedMarket, world } = await opened()
    const now = () => new Date(atMs)
    return simulatedMarket({ seed, symbols, speed, alwaysOpen, replays: offHours === 'replay', now, world })
  }
}

/** The source that MARKET_SOURCE names. */
export function marketOf(config: Config, parts: MarketParts): Promise<OwnMarket> {
  const { source } = config.market
  return isVendor(source) ? VENDORS[source](config, parts) : FACTORIES[source](config, parts)
}

export type ServiceMarketParts = MarketParts & Pick<SharedMarketParts, 'bus' | 'leases'>

/** The source of a process. A vendor is asked by one process of the service, which several may be. */
export async function serviceMarket(
  life: Lifecycle,
  config: Config,
  { bus, leases, ...parts }: ServiceMarketParts,
): Promise<MarketSource> {
  const { source } = config.market
  if (!parts.isService || config.secrets.databaseUrl === undefined || !isVendor(source)) {
    return life.own('market source', await marketOf(config, parts), (it) => it[Symbol.asyncDispose]?.())
  }
  const { sharedLiveMarket } = await import('./live/shared-market.ts')
  return sharedLiveMarket(life, config, {
    ...parts,
    bus,
    leases,
    capabilities: await vendorCapabilities(config, source),
    open: (mayAsk) => VENDORS[source](config, { ...parts, mayAsk }),
  })
}

function isVendor(name: SourceName): name is VendorName {
  return name in VENDORS
}

/** Of the settings: every process knows them without asking. */
async function vendorCapabilities({ market }: Config, source: VendorName): Promise<SourceCapabilities> {
  if (source === 'cboe') return (await import('../market/sources/cboe/definition.ts')).cboeDefinition.capabilities
  return (await import('../market/sources/alpaca/feeds.ts')).capabilitiesWith(market.alpaca.feeds)
}
