import { AppError } from '../lib/errors.ts'
import type { MarketSource } from '../market/ports/market-source.ts'
import { alpacaMarket } from '../market/sources/alpaca/index.ts'
import { streamUrlOf } from '../market/sources/alpaca/stream/stream-url.ts'
import { cboeMarket } from '../market/sources/cboe/index.ts'
import type { SourceName } from '../market/sources/index.ts'
import { replayMarket } from '../market/sources/replay/index.ts'
import { simulatedMarket } from '../market/sources/simulated/index.ts'
import { type LiveParts, livePartsOf } from './live/live-parts.ts'
import type { Config } from './settings/config.ts'
import type { Valuer } from './valuation/valuer.ts'

/** What the sources need of the service. */
export type MarketParts = LiveParts & Pick<Valuer, 'makerOf'>
type OwnMarket = MarketSource & Partial<AsyncDisposable>

const FACTORIES: Readonly<Record<SourceName, (config: Config, parts: MarketParts) => OwnMarket>> = {
  simulated({ market: { seed, symbols, speed, alwaysOpen } }, { now, makerOf }) {
    return simulatedMarket({ seed, symbols, speed, alwaysOpen, now, maker: makerOf({ seed, speed }) })
  },
  replay: ({ market: { rates } }, { store }) => replayMarket({ market: store, rates }),
  cboe: (config, parts) => cboeMarket({ ...livePartsOf(config, parts), baseUrl: config.market.cboeUrl }),
  alpaca(config, parts) {
    const { alpacaKey: keyId, alpacaSecret: secret } = config.secrets
    if (keyId === undefined || secret === undefined)
      throw new AppError('invalid', 'MARKET_SOURCE=alpaca needs ALPACA_API_KEY and ALPACA_API_SECRET.')
    const { dataUrl, tradingUrl, account, requestsPerMinute, feeds } = config.market.alpaca
    return alpacaMarket({
      ...livePartsOf(config, parts),
      access: { dataUrl, tradingUrl, account, requestsPerMinute, keyId, secret },
      streamUrl: streamUrlOf(dataUrl),
      feeds,
    })
  },
}

/** The source that MARKET_SOURCE names. */
export function marketOf(config: Config, parts: MarketParts): OwnMarket {
  return FACTORIES[config.market.source](config, parts)
}
